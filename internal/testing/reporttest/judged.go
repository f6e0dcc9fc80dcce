package reporttest

import (
	"fmt"
	"math"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// Judged is a study with two settings, compared with its plan: some figures are outside, runs are missing, and the first run of
// each cell is discarded.
func Judged() *report.Report {
	r := Scaling(2, 3)
	study := &report.Study{
		Name: "lammps", Count: 4, Discard: 1, Over: "nodes", Scaling: report.Strong, Follows: func(string) []string { return nil },
		Figures: []report.Expected{{Name: "lammps.loop_time", References: []report.Reference{
			{Where: map[string]string{"nodes": "1"}, Value: 160, Least: 152, Greatest: 168},
			{Where: map[string]string{"nodes": "16"}, Value: 10, Least: math.Inf(-1), Greatest: 11},
		}}},
	}
	for i := range r.Runs {
		run := &r.Runs[i]
		values := map[string]string{"nodes": run.Facts["size"], "fabric": run.Facts["env FABRIC"]}
		cell := values["nodes"] + values["fabric"]
		run.Place = &report.Place{Study: study.Name, Cell: cell, Parameters: values, Number: i%3 + 1}
		run.Facts["nodes"], run.Facts["fabric"] = values["nodes"], values["fabric"]
		if run.Place.Number == 1 {
			study.Cells = append(study.Cells, report.Planned{Hash: cell, Values: values})
		}
	}
	if err := report.Compare(r, report.Options{Study: study}); err != nil {
		panic(fmt.Sprint("the study does not fit its runs: ", err))
	}
	return r
}
