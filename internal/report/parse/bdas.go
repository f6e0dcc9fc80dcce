package parse

import "github.com/latchkey-dev/latchkey/internal/report"

var bdas = program{
	kind: &report.Kind{
		Name:    "bdas",
		Title:   "BDAS",
		Metrics: []string{"app-bdas"},
		Form:    "RBigData/coral2, benchmarks/r: the result of comm.timer as R prints it",
		URL:     "https://github.com/RBigData/coral2",
		Merit:   []string{"mean"},
		Fields: []report.Field{
			{Name: "min", Title: "least time", Unit: "s", Better: report.Lower, Doc: "time of the fastest process"},
			{Name: "mean", Title: "mean time", Unit: "s", Better: report.Lower, Doc: "time, mean of all processes"},
			{Name: "max", Title: "greatest time", Unit: "s", Better: report.Lower, Doc: "time of the slowest process"},
		},
	},
	first: []string{"COMM.RANK = "},
	forms: []string{"min mean max\n{min} {mean} {max}"},
}
