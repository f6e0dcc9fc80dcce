package parse

import "github.com/latchkey-dev/latchkey/report"

var kripke = program{
	kind: &report.Kind{
		Name:    "kripke",
		Title:   "Kripke",
		Metrics: []string{"app-kripke"},
		Form:    "LLNL/Kripke 1.2, src/kripke.cpp, src/Kripke/Timing.cpp, src/Kripke/SteadyStateSolver.cpp",
		URL:     "https://github.com/LLNL/Kripke",
		Fields: []report.Field{
			{Name: "throughput", Title: "throughput", Unit: "unknowns/s", Better: report.Higher, Doc: "unknowns divided by the time of an iteration"},
			{Name: "grind_time", Title: "grind time", Unit: "s", Better: report.Lower, Doc: "time of an iteration divided by the unknowns"},
			{Name: "sweep_efficiency", Title: "sweep efficiency", Unit: "%", Better: report.Higher, Doc: "time of SweepSubdomain divided by that of SweepSolver"},
			{Name: "unknowns", Title: "unknowns", Doc: "number of unknowns"},
			{Name: "count", Title: "calls", Doc: "table timers: number of calls"},
			{Name: "seconds", Title: "time", Unit: "s", Better: report.Lower, Doc: "table timers: time of all calls"},
			{Name: "elements", Title: "elements", Doc: "table memory: elements of a field"},
			{Name: "megabytes", Title: "size", Unit: "MB", Better: report.Lower, Doc: "table memory: size of a field"},
			{Name: "iteration", Title: "iteration", Doc: "x axis: number of the iteration"},
			{Name: "particles", Title: "particles", Doc: "particles after an iteration"},
			{Name: "change", Title: "change", Doc: "relative change of the particles in an iteration"},
			{Name: "tasks", Title: "processes", Doc: "number of MPI processes"},
			{Name: "zones", Title: "zones", Doc: "number of zones"},
			{Name: "groups", Title: "groups", Doc: "number of energy groups"},
			{Name: "legendre_order", Title: "Legendre order", Doc: "order of the scattering expansion"},
			{Name: "iterations", Title: "iterations", Doc: "number of iterations"},
		},
	},
	first: []string{"| |/ / (_) | |", "LLNL-CODE-775068"},
	forms: []string{
		"|_| Version {version!}",
		"Throughput: {throughput} [unknowns/(second/iteration)]",
		"Grind time : {grind_time} [(seconds/iteration)/unknowns]",
		"Sweep efficiency : {sweep_efficiency} [",
		"Number of unknowns: {unknowns}",
		"Total MPI tasks: {tasks}",
		"Zones: {} x {} x {} ({zones} total)",
		"Groups: {groups}",
		"Legendre Order: {legendre_order}",
		"Number iterations: {iterations}",
		"Architecture: {architecture!}",
		"Data Layout: {layout!}",
	},
	curves: []string{"iter {iteration}: particle count={particles}, change={change}"},
	tables: []layout{
		{header: "Timer Count Seconds", name: "timers", title: "timers", label: "timer", columns: []string{"count", "seconds"}},
		{header: "Field Variable Num Elements Megabytes", name: "memory", title: "memory of fields", label: "field", columns: []string{"elements", "megabytes"}},
	},
	last: "END",
}
