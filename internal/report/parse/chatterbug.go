package parse

import "github.com/latchkey-dev/latchkey/internal/report"

// chatterbug reads the proxies of Chatterbug. pairs, spread and unstr-mesh say first that they create something, and the
// stencils that they run. The others print their result only.
var chatterbug = program{
	kind: &report.Kind{
		Name:    "chatterbug",
		Title:   "Chatterbug",
		Metrics: []string{"network-chatterbug"},
		Form:    "hpcgroup/chatterbug, the last lines of each proxy",
		URL:     "https://github.com/hpcgroup/chatterbug",
		Merit:   []string{"time_per_iteration"},
		Tasks:   "ranks",
		Problem: []string{"grid", "variables", "iterations"},
		Each:    "grid",
		Fields: []report.Field{
			{Name: "time_per_iteration", Title: "time of an iteration", Unit: "s", Better: report.Lower, Doc: "printed with six decimals, so short ones are coarse"},
			{Name: "iterations", Title: "iterations", Doc: "number of iterations"},
			{Name: "size", Title: "message size", Doc: "as it was given to the proxy"},
			{Name: "ranks", Title: "processes", Doc: "number of MPI processes, of stencils"},
			{Name: "variables", Title: "variables", Doc: "variables of a grid point, of stencils"},
		},
	},
	first: []string{"Creating rank pairs", "Create neighbors", "Running {proxy!} on {ranks} processors", "Finished {iterations} iterations"},
	forms: []string{
		"Running {proxy!} on {ranks} processors each with ({grid...}) grid points with {variables} variables",
		"Finished {iterations} iterations",
		"Time elapsed per iteration for size {size}: {time_per_iteration} s",
		"Time elapsed per iteration for sizes ({sizes...}): {time_per_iteration} s",
		"Time elapsed per iteration for grid size ({grid...}) with message sizes ({sizes...}) : {time_per_iteration} s",
		"Time elapsed per iteration for grid size ({grid...}) x {} x {}: {time_per_iteration} s",
	},
	last: []string{"Time elapsed per iteration for "},
}
