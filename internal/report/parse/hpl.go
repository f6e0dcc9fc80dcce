package parse

import "github.com/latchkey-dev/latchkey/internal/report"

var hpl = program{
	kind: &report.Kind{
		Name:    "hpl",
		Title:   "HPL",
		Metrics: []string{"app-hpl"},
		Form:    "HPL 2.1 to 2.3, testing/ptest/HPL_pdtest.c and HPL_pdinfo.c; a row of the table for each combination of parameters",
		URL:     "https://www.netlib.org/benchmark/hpl/",
		Merit:   []string{"gflops"},
		Problem: []string{"n"},
		Total:   "n*n",
		Fields: []report.Field{
			{Name: "gflops", Title: "GFLOPS", Unit: "GFLOP/s", Better: report.Higher, Doc: "table runs: rate of all processes together"},
			{Name: "time", Title: "time", Unit: "s", Better: report.Lower, Doc: "table runs: time to solve the system"},
			{Name: "n", Title: "N", Doc: "table runs: size of the matrix"},
			{Name: "nb", Title: "NB", Doc: "table runs: size of a block"},
			{Name: "p", Title: "P", Doc: "table runs: rows of the grid of processes"},
			{Name: "q", Title: "Q", Doc: "table runs: columns of the grid of processes"},
			{Name: "residual", Title: "residual", Better: report.Lower, Doc: "scaled residual of a run"},
			{Name: "passed", Title: "passed", Doc: "tests whose residual was small enough"},
			{Name: "failed", Title: "failed", Better: report.Lower, Doc: "tests whose residual was too large"},
			{Name: "skipped", Title: "skipped", Better: report.Lower, Doc: "tests that could not run"},
		},
	},
	first: []string{"HPLinpack {version!} -- High-Performance Linpack benchmark"},
	forms: []string{
		"HPLinpack {version!} -- High-Performance Linpack benchmark",
		"||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)= {residual} ...... {verdict!}",
		"{passed} tests completed and passed residual checks",
		"{failed} tests completed and failed residual checks",
		"{skipped} tests skipped because of illegal input values",
	},
	tables: []layout{{header: "T/V N NB P Q Time Gflops", name: "runs", title: "runs", label: "variant", columns: []string{"n", "nb", "p", "q", "time", "gflops"}}},
	keys:   []string{"n", "nb", "p", "q"},
	last:   []string{"End of Tests."},
	faults: []string{"||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)= {} ...... FAILED"},
}
