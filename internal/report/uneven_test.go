package report_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// without returns a run that lacks the figure of its program. Only a command's time is left.
func without(run report.Run) report.Run {
	result := &run.Sources[0].Results[0]
	result.Kind, result.Values = &report.Kind{Name: "time", Merit: []string{"time"}}, result.Values[:1]
	return run
}

// TestUneven wants a run named that lacks what the others of its cell have, and no word about cells that measure something else.
func TestUneven(t *testing.T) {
	t.Parallel()
	study := planned(expected("app.rate", report.Reference{Where: facts("setting", "tcp"), Value: 10, Least: 9, Greatest: 11}))
	study.Cells = study.Cells[:1]
	runs := []report.Run{placed("scaling", "tcp", 1, 2, 100), without(placed("scaling", "tcp", 1, 3, 100))}
	r := &report.Report{Runs: runs}
	if err := report.Compare(r, report.Options{Study: study}); err != nil {
		t.Fatal(err)
	}
	var lines, junit strings.Builder
	if err := report.WriteJudgements(&lines, r); err != nil {
		t.Fatal(err)
	}
	want := `inside   app.rate, nodes=1, setting=tcp, tasks=96: 10 MB/s (1 run); reference 10, allowed 9 to 11
missing  app.rate is missing in tcp1-3, and is in 1 other run of the cell
scaling: 1 figure inside, 1 figure missing in some runs
`
	if diff := cmp.Diff(want, lines.String()); diff != "" || r.Comparison.Verdict() != report.Lacking {
		t.Errorf("%s: %s", r.Comparison.Verdict(), diff)
	}
	if err := report.WriteJUnit(&junit, r); err != nil || !strings.Contains(junit.String(), `tests="3" failures="0" errors="1"`) {
		t.Errorf("%v: %s", err, junit.String())
	}
	c := compare(t, report.Options{}, runs...)
	if len(c.Findings) != 3 || c.Findings[0].What != "app.time is missing in tcp1-3, and is in 1 other run of the cell" || len(c.Figures) != 2 {
		t.Errorf("without the study: %+v, %d figures", c.Findings, len(c.Figures))
	}
	broken := without(runOf(facts("size", "1"), 100))
	full := runOf(facts("size", "1", "program", "app", "tasks", "4", "problem", "atoms=8", "total problem", "atoms=8"), 100)
	twice := runOf(facts("size", "2", "program", "app", "tasks", "8", "problem", "atoms=8", "total problem", "atoms=8"), 50)
	c = compare(t, report.Options{}, broken, full, twice)
	if len(c.Cells) != 2 || len(c.Findings) != 2 || c.Lines[0].Scaling != report.Strong {
		t.Errorf("without facts of the log: %d cells, %+v, %+v", len(c.Cells), c.Findings, c.Lines)
	}
	c = compare(t, report.Options{}, runOf(facts("size", "1"), 100), without(runOf(facts("size", "2"), 100)))
	if !slices.Equal(c.Findings, []report.Finding{unrepeated}) || len(c.Figures) != 3 {
		t.Errorf("another cell: %+v, %d figures", c.Findings, len(c.Figures))
	}
}

// TestOnlyZero wants a run to be named that printed 0 for each of its figures: it would have none without a word.
func TestOnlyZero(t *testing.T) {
	t.Parallel()
	zero := runOf(facts("size", "1"), 0)
	zero.Sources[0].Results[0].Values[1].Value = 0
	c := compare(t, report.Options{}, zero, runOf(facts("size", "1"), 5))
	if len(c.Findings) != 1 || c.Findings[0].What != zero.Name+" printed 0 for each of its figures" {
		t.Errorf("%+v", c.Findings)
	}
}
