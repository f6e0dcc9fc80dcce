package parse

import "github.com/latchkey-dev/latchkey/internal/report"

var lulesh = program{
	kind: &report.Kind{
		Name:    "lulesh",
		Title:   "LULESH",
		Form:    "LLNL/LULESH 2.0, lulesh.cc and lulesh-util.cc",
		URL:     "https://github.com/LLNL/LULESH",
		Merit:   []string{"fom"},
		Tasks:   "processes",
		Problem: []string{"elements", "iterations"},
		Total:   "elements",
		Fields: []report.Field{
			{Name: "fom", Title: "figure of merit", Unit: "zones/s", Better: report.Higher, Doc: "zones times iterations in a second, of all processes together"},
			{Name: "grind_time", Title: "grind time", Unit: "us", Better: report.Lower, Doc: "time of a zone in an iteration, by the zones of a process"},
			{Name: "elapsed_time", Title: "time", Unit: "s", Better: report.Lower, Doc: "time of all iterations, printed with two digits"},
			{Name: "processes", Title: "processes", Doc: "number of MPI processes"},
			{Name: "threads", Title: "threads", Doc: "number of OpenMP threads of a process"},
			{Name: "elements", Title: "elements", Doc: "elements of all processes"},
			{Name: "size", Title: "size", Doc: "elements of a process in each direction"},
			{Name: "iterations", Title: "iterations", Doc: "number of iterations"},
			{Name: "energy", Title: "energy", Doc: "final energy of the origin"},
			{Name: "cycle", Title: "cycle", Doc: "x axis: number of the iteration (-p)"},
			{Name: "time", Title: "simulated time", Doc: "at the end of an iteration"},
			{Name: "dt", Title: "time step", Doc: "of an iteration"},
		},
	},
	first: []string{"Running problem size {}^3 per domain until completion"},
	forms: []string{
		"Running problem size {size}^3 per domain",
		"Num processors: {processes}",
		"Num threads: {threads}",
		"Total number of elements: {elements}",
		"Iteration count = {iterations}",
		"Final Origin Energy = {energy}",
		"Elapsed time = {elapsed_time} (s)",
		"Grind time (us/z/c) = {grind_time} (per dom)",
		"FOM = {fom} (z/s)",
	},
	curves: []string{"cycle = {cycle}, time = {time}, dt={dt}"},
	last:   []string{"FOM = "},
}
