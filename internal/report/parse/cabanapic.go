package parse

import "github.com/latchkey-dev/latchkey/internal/report"

var cabanapic = program{
	kind: &report.Kind{
		Name:    "cabanapic",
		Title:   "CabanaPIC",
		Metrics: []string{"app-cabanapic"},
		Form:    "ECP-copa/CabanaPIC, example/example.cpp and src/fields.h: dump_energy; it prints no time",
		URL:     "https://github.com/ECP-copa/CabanaPIC",
		Problem: []string{"particles", "steps"},
		Total:   "particles",
		Fields: []report.Field{
			{Name: "steps", Title: "steps", Doc: "number of steps"},
			{Name: "nx", Title: "nx", Doc: "cells in the direction x"},
			{Name: "ny", Title: "ny", Doc: "cells in the direction y"},
			{Name: "nz", Title: "nz", Doc: "cells in the direction z"},
			{Name: "nppc", Title: "particles of a cell", Doc: "particles of a cell"},
			{Name: "particles", Title: "particles", Doc: "number of particles"},
			{Name: "step", Title: "step", Doc: "x axis: number of the step"},
			{Name: "time", Title: "simulated time", Doc: "at a step"},
			{Name: "e_energy", Title: "electric energy", Doc: "energy of the electric field at a step"},
			{Name: "b_energy", Title: "magnetic energy", Doc: "energy of the magnetic field at a step, with the electromagnetic solver"},
		},
	},
	first: []string{"#Running On Kokkos execution space "},
	forms: []string{
		"#Running On Kokkos execution space {space!}",
		"#num_step = {steps}",
		"#nx = {nx}",
		"#ny = {ny}",
		"#nz = {nz}",
		"#nppc = {nppc}",
		"# Ne = {particles}",
		"Created {solver!} Solver",
	},
	curves: []string{"{step} {time} {e_energy} {b_energy}", "{step} {time} {e_energy}"},
}
