package parse

import "github.com/latchkey-dev/latchkey/internal/report"

var nekbone = program{
	kind: &report.Kind{
		Name:    "nekbone",
		Title:   "Nekbone",
		Metrics: []string{"app-nekbone"},
		Form:    "Nek5000/Nekbone 3.0, src/driver.f, src/cg.f; figures of a problem of several repeat",
		URL:     "https://github.com/Nek5000/Nekbone",
		Merit:   []string{"average_mflops"},
		Tasks:   "processors",
		Problem: []string{"elements", "nx1"},
		Total:   "elements",
		Fields: []report.Field{
			{Name: "average_mflops", Title: "MFLOPS, average", Unit: "MFLOP/s", Better: report.Higher, Doc: "of all problems, all processes together"},
			{Name: "total_mflops", Title: "MFLOPS", Unit: "MFLOP/s", Better: report.Higher, Doc: "of all processes together"},
			{Name: "mflops", Title: "MFLOPS of a process", Unit: "MFLOP/s", Better: report.Higher, Doc: "of one process"},
			{Name: "solve_time", Title: "time", Unit: "s", Better: report.Lower, Doc: "time of the solution"},
			{Name: "setup_flop", Title: "setup", Unit: "FLOP", Doc: "operations of the setup"},
			{Name: "solver_flop", Title: "solver", Unit: "FLOP", Doc: "operations of the solver"},
			{Name: "processors", Title: "processes", Doc: "number of MPI processes"},
			{Name: "np", Title: "processes", Doc: "number of MPI processes of a problem"},
			{Name: "nelt", Title: "elements of a process", Doc: "elements of a process"},
			{Name: "nx1", Title: "points", Doc: "points of an element in each direction"},
			{Name: "elements", Title: "elements", Doc: "elements of all processes"},
			{Name: "iteration", Title: "iteration", Doc: "x axis: number of the iteration"},
			{Name: "residual", Title: "residual", Doc: "norm of the residual after an iteration"},
		},
	},
	first: []string{"Number of processors: {processors}"},
	forms: []string{
		"Number of processors: {processors}",
		"nelt = {nelt}, np = {np}, nx1 = {nx1}, elements = {elements}",
		"Tot MFlops = {total_mflops}, MFlops = {mflops}",
		"Setup Flop = {setup_flop}, Solver Flop = {solver_flop}",
		"Solve Time = {solve_time}",
		"Avg MFlops = {average_mflops}",
	},
	curves: []string{"cg: {iteration} {residual}"},
	last:   []string{"Avg MFlops = "},
}
