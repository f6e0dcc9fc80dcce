package parse

import (
	"bytes"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// thermo is the table whose columns thermo_style chooses.
const thermo = "thermo"

var lammps = program{
	kind: &report.Kind{
		Name:    "lammps",
		Title:   "LAMMPS",
		Metrics: []string{"app-lammps"},
		Form:    "LAMMPS 2020 to 2025, src/finish.cpp, src/thermo.cpp and src/lammps.cpp; several runs of one input are one result",
		URL:     "https://docs.lammps.org/Run_output.html",
		Merit:   []string{"loop_time"},
		Tasks:   "procs",
		Problem: []string{"atoms", "steps"},
		Total:   "atoms",
		Further: thermo + ".",
		Fields: []report.Field{
			{Name: "total_wall_time", Title: "wall time", Unit: "s", Better: report.Lower, Doc: "time of the whole program, in whole seconds"},
			{Name: "loop_time", Title: "loop time", Unit: "s", Better: report.Lower, Doc: "time of the steps of a run"},
			{Name: "procs", Title: "processes", Doc: "number of MPI processes"},
			{Name: "threads", Title: "threads", Doc: "number of OpenMP threads of a process"},
			{Name: "steps", Title: "steps", Doc: "number of steps of a run"},
			{Name: "atoms", Title: "atoms", Doc: "number of atoms"},
			{Name: "timesteps_per_second", Title: "steps per second", Unit: "1/s", Better: report.Higher, Doc: "steps in a second of a run"},
			{Name: "ns_per_day", Title: "nanoseconds per day", Unit: "ns/day", Better: report.Higher, Doc: "simulated time in a day, units real and metal"},
			{Name: "tau_per_day", Title: "tau per day", Unit: "tau/day", Better: report.Higher, Doc: "simulated time in a day, units lj"},
			{Name: "atom_steps_per_second", Title: "atom steps", Unit: "atom-step/s", Better: report.Higher, Doc: "steps times atoms in a second"},
			{Name: "percentage_cpu", Title: "CPU use", Unit: "%", Doc: "use of a processor by each process during the loop"},
			{Name: "memory.min", Title: "memory, least", Unit: "MiB", Doc: "memory of a process, as LAMMPS counts it"},
			{Name: "memory.avg", Title: "memory", Unit: "MiB", Doc: "memory of a process, average"},
			{Name: "memory.max", Title: "memory, greatest", Unit: "MiB", Doc: "memory of a process, as LAMMPS counts it"},
			{Name: "time_step", Title: "time step", Doc: "in the unit of the unit style"},
			{Name: "read_data_cpu", Title: "read_data", Unit: "s", Better: report.Lower, Doc: "time to read the atoms"},
			{Name: "create_atoms_cpu", Title: "create_atoms", Unit: "s", Better: report.Lower, Doc: "time to create the atoms"},
			{Name: "replicate_cpu", Title: "replicate", Unit: "s", Better: report.Lower, Doc: "time to repeat the atoms"},
			{Name: "neighbors", Title: "neighbors", Doc: "number of pairs of neighbors at the end of a run"},
			{Name: "neighbors_per_atom", Title: "neighbors per atom", Doc: "average"},
			{Name: "neighbor_list_builds", Title: "neighbor lists", Doc: "how often the lists were made"},
			{Name: "dangerous_builds", Title: "dangerous lists", Doc: "how often a list was made too late"},
			{Name: "step", Title: "step", Doc: "x axis of the thermodynamic output"},
			{Name: "time.min", Title: "least", Unit: "s", Doc: "table times: time in a section, fastest process"},
			{Name: "time.avg", Title: "average", Unit: "s", Better: report.Lower, Doc: "table times: time in a section, average"},
			{Name: "time.max", Title: "greatest", Unit: "s", Doc: "table times: time in a section, slowest process"},
			{Name: "time.varavg", Title: "variation", Unit: "%", Doc: "table times: variation of the time between processes"},
			{Name: "time.cpu", Title: "CPU", Unit: "%", Doc: "table times: use of a processor (command timer full)"},
			{Name: "time.total", Title: "share", Unit: "%", Doc: "table times: share of the loop time"},
		},
	},
	first: []string{"LAMMPS ("},
	forms: []string{
		"LAMMPS ({version...})",
		"Loop time of {loop_time} on {procs} procs for {steps} steps with {atoms} atoms",
		"Performance: {ns_per_day} ns/day, {} hours/ns, {timesteps_per_second} timesteps/s, {atom_steps_per_second:si}atom-step/s",
		"Performance: {ns_per_day} ns/day, {} hours/ns, {timesteps_per_second} timesteps/s",
		"Performance: {tau_per_day} tau/day, {timesteps_per_second} timesteps/s, {atom_steps_per_second:si}atom-step/s",
		"Performance: {tau_per_day} tau/day, {timesteps_per_second} timesteps/s",
		"{percentage_cpu}% CPU use with {} MPI tasks x {threads} OpenMP threads",
		"{percentage_cpu}% CPU use with {} MPI tasks",
		"Per MPI rank memory allocation (min/avg/max) = {memory.min} | {memory.avg} | {memory.max} Mbytes",
		"Unit style : {unit_style!}",
		"Time step : {time_step}",
		"read_data CPU = {read_data_cpu} sec",
		"create_atoms CPU = {create_atoms_cpu} sec",
		"replicate CPU = {replicate_cpu} sec",
		"Total # of neighbors = {neighbors}",
		"Ave neighs/atom = {neighbors_per_atom}",
		"Neighbor list builds = {neighbor_list_builds}",
		"Dangerous builds = {dangerous_builds}",
		"Total wall time: {total_wall_time:time}",
	},
	tables: []layout{
		{header: "Step {}", name: thermo, loose: true},
		{
			header: "Section | min time | avg time | max time |%varavg| %total", name: "times", title: "times", label: "section",
			columns: []string{"time.min", "time.avg", "time.max", "time.varavg", "time.total"},
		},
		{
			header: "Section | min time | avg time | max time |%varavg| %CPU | %total", name: "times", title: "times", label: "section",
			columns: []string{"time.min", "time.avg", "time.max", "time.varavg", "time.cpu", "time.total"},
		},
	},
	last:   []string{"Total wall time: "},
	faults: []string{"ERROR: ", "ERROR on proc "},
	more:   func() lines { return new(lammpsRuns) },
}

// lammpsRuns counts the runs of an input. Figures of the second are of the process "run 2".
type lammpsRuns int

func (r *lammpsRuns) line(o *output, l line) bool {
	switch text := trimBlanks(l.text); {
	case bytes.HasPrefix(text, []byte("Step ")):
		if *r++; *r > 1 {
			o.process = "run " + itoa(int(*r))
		}
	case bytes.HasPrefix(text, []byte("Total wall time: ")):
		o.process = ""
	}
	return false
}

func (*lammpsRuns) end(*output, int) {}
