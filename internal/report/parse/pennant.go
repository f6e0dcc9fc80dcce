package parse

import "github.com/latchkey-dev/latchkey/internal/report"

var pennant = program{
	kind: &report.Kind{
		Name:    "pennant",
		Title:   "PENNANT",
		Metrics: []string{"app-pennant"},
		Form:    "lanl/PENNANT 0.9, src/Driver.cc, src/Mesh.cc, src/Hydro.cc",
		URL:     "https://github.com/lanl/PENNANT",
		Merit:   []string{"run_time"},
		Tasks:   "processes",
		Problem: []string{"zones", "last_cycle"},
		Fields: []report.Field{
			{Name: "run_time", Title: "run time", Unit: "s", Better: report.Lower, Doc: "time of all cycles"},
			{Name: "processes", Title: "processes", Doc: "number of MPI processes"},
			{Name: "threads", Title: "threads", Doc: "number of OpenMP threads of a process"},
			{Name: "points", Title: "points", Doc: "points of the mesh"},
			{Name: "zones", Title: "zones", Doc: "zones of the mesh"},
			{Name: "sides", Title: "sides", Doc: "sides of the mesh"},
			{Name: "edges", Title: "edges", Doc: "edges of the mesh"},
			{Name: "last_cycle", Title: "cycles", Doc: "number of the last cycle"},
			{Name: "total_energy", Title: "energy", Doc: "total energy at the start and at the end"},
			{Name: "internal_energy", Title: "internal energy", Doc: "at the start and at the end"},
			{Name: "kinetic_energy", Title: "kinetic energy", Doc: "at the start and at the end"},
			{Name: "cycle", Title: "cycle", Doc: "x axis: number of the cycle"},
			{Name: "time", Title: "simulated time", Doc: "at the end of a cycle"},
			{Name: "dt", Title: "time step", Doc: "of a cycle"},
			{Name: "wall", Title: "time of a cycle", Unit: "s", Better: report.Lower, Doc: "wall time since the report before"},
		},
	},
	first: []string{"Running PENNANT v"},
	forms: []string{
		"Running PENNANT v{version!}",
		"Running on {processes} MPI PE(s)",
		"Running on {threads} thread(s)",
		"Points: {points}",
		"Zones: {zones}",
		"Sides: {sides}",
		"Edges: {edges}",
		"hydro cycle run time= {run_time}",
		"cycle = {last_cycle}, cstop = ",
		"Energy check: total energy = {total_energy}",
		"(internal = {internal_energy}, kinetic = {kinetic_energy})",
	},
	curves: []string{"End cycle {cycle}, time = {time}, dt = {dt}, wall = {wall}"},
	last:   []string{"hydro cycle run time= "},
}
