package parse

import "github.com/latchkey-dev/latchkey/report"

var bdas = program{
	kind: &report.Kind{
		Name:    "bdas",
		Title:   "BDAS",
		Metrics: []string{"app-bdas"},
		Form:    "RBigData/coral2, benchmarks/r: the result of comm.timer as R prints it",
		URL:     "https://github.com/RBigData/coral2",
		Fields: []report.Field{
			{Name: "min", Title: "least time", Unit: "s", Better: report.Lower, Doc: "time of the fastest process"},
			{Name: "mean", Title: "mean time", Unit: "s", Better: report.Lower, Doc: "time, mean of all processes"},
			{Name: "max", Title: "greatest time", Unit: "s", Better: report.Lower, Doc: "time of the slowest process"},
		},
	},
	first: []string{"COMM.RANK = "},
	table: bdasTimes,
}

// bdasTimes reads the line after "min mean max".
func bdasTimes(o *output, l line) bool {
	if _, ok := bdasTitles.match(l.text, nil); ok {
		o.state = true
		return true
	}
	if titled, _ := o.state.(bool); !titled {
		return false
	}
	o.state = false
	read := numbers(l.text)
	if len(read) != 3 {
		return false
	}
	for i, name := range []string{"min", "mean", "max"} {
		o.value(name, read[i], l)
	}
	return true
}

var bdasTitles = newForm("min mean max")
