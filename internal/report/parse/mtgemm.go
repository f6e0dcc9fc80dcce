package parse

import "github.com/latchkey-dev/latchkey/internal/report"

var mtGemm = program{
	kind: &report.Kind{
		Name:    "mt-gemm",
		Title:   "mt-gemm",
		Form:    "docker/google/gpu/mt-gemm-base/src/mt-gemm.cpp of that study; 1_dense_gemm_mpi of the PRACE CodeVault, which prints one line",
		URL:     "https://github.com/converged-computing/performance-study",
		Merit:   []string{"gflops"},
		Problem: []string{"operations", "n", "repetitions"},
		Each:    "n*n*n",
		Fields: []report.Field{
			{Name: "gflops", Title: "rate", Unit: "GFLOP/s", Better: report.Higher, Doc: "rate of the product of two matrices"},
			{Name: "time", Title: "time", Unit: "s", Better: report.Lower, Doc: "time of all products"},
			{Name: "time_msec", Title: "time", Unit: "ms", Better: report.Lower, Doc: "time of the product, of dense_gemm_mpi"},
			{Name: "operations", Title: "operations", Unit: "FLOP", Doc: "operations of the product, of dense_gemm_mpi"},
			{Name: "n", Title: "n", Doc: "rows of a matrix"},
			{Name: "repetitions", Title: "repetitions", Doc: "number of products"},
			{Name: "memory", Title: "memory", Unit: "MB", Doc: "memory of the matrices"},
		},
	},
	first: []string{"Matrix size ", "Performance= {} GFlop/s, Time= {} msec, Size= {} Ops"},
	forms: []string{
		"Performance= {gflops} GFlop/s, Time= {time_msec} msec, Size= {operations} Ops",
		"Matrix size input by command line: {n}",
		"Matrix size defaulted to {n}",
		"Repeat multiply {repetitions} times",
		"Memory for Matrices: {memory} MB",
		"Multiply time: {time} seconds",
		"GFLOP/s rate: {gflops} GF/s",
	},
	last:   []string{"Performance= ", "GFLOP/s rate: "},
	faults: []string{"-> Solution check FAILED"},
}
