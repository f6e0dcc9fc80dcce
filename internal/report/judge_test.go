package report_test

import (
	"encoding/xml"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// expected is a figure with references.
func expected(name string, references ...report.Reference) report.Expected {
	return report.Expected{Name: name, References: references}
}

// TestJudgements wants a verdict for each cell that a reference is for.
func TestJudgements(t *testing.T) {
	t.Parallel()
	one := facts("nodes", "1")
	s := planned(
		expected("app.time", report.Reference{Where: one, Value: 100, Least: 90, Greatest: 105}),
		expected("app.rate", report.Reference{Where: facts("setting", "tcp"), Value: 10, Least: 10, Greatest: math.Inf(1)}),
	)
	r := &report.Report{Runs: []report.Run{
		placed("scaling", "tcp", 1, 2, 104), placed("scaling", "tcp", 1, 3, 106), placed("scaling", "efa", 1, 2, 120), placed("scaling", "efa", 1, 3, 90),
		placed("scaling", "efa", 2, 3, 90),
	}}
	if err := report.Compare(r, report.Options{Study: s}); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := report.WriteJudgements(&out, r); err != nil {
		t.Fatal(err)
	}
	want := `inside   app.time, nodes=1, setting=tcp, tasks=96: 105 s (2 runs); reference 100, allowed 90 to 105
outside  app.rate, nodes=1, setting=tcp, tasks=96: 9.525 MB/s (2 runs); reference 10, allowed 10 or more
missing  app.rate, nodes=2, setting=tcp, tasks=192: no run has it; reference 10, allowed 10 or more
inside   app.time, nodes=1, setting=efa, tasks=96: 105 s (2 runs); reference 100, allowed 90 to 105
missing  nodes=2, setting=tcp, tasks=192: 2 of 2 runs missing: 2, 3
missing  nodes=2, setting=efa, tasks=192: 1 of 2 runs missing: 2
scaling: 2 figures inside, 1 outside, 1 without a run, 3 runs missing
`
	if diff := cmp.Diff(want, out.String()); diff != "" || r.Comparison.Verdict() != report.Outside {
		t.Errorf("%s: %s", r.Comparison.Verdict(), diff)
	}
	out.Reset()
	if err := report.WriteJUnit(&out, r); err != nil {
		t.Fatal(err)
	}
	var suites struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Cases    []struct {
			Name    string    `xml:"name,attr"`
			Failure *struct{} `xml:"failure"`
		} `xml:"testsuite>testcase"`
	}
	if err := xml.Unmarshal([]byte(out.String()), &suites); err != nil {
		t.Fatal(err)
	}
	if suites.Tests != 8 || len(suites.Cases) != 8 || suites.Failures != 1 || suites.Errors != 3 || suites.Cases[1].Failure == nil {
		t.Errorf("%+v", suites)
	}
	const hostile = "##[error]\u202e"
	r.Comparison.Judgements[0].Cell, s.Cells[1].Values["setting"] = hostile, hostile
	out.Reset()
	if err := report.WriteJUnit(&out, r); err != nil || strings.Contains(out.String(), "##[") || strings.Contains(out.String(), "\u202e") {
		t.Errorf("%v: a terminal or a CI system would obey\n%s", err, out.String())
	}
}

// TestNamesOfCases wants a test case of its own for each of two references of a cell.
func TestNamesOfCases(t *testing.T) {
	t.Parallel()
	s := planned(expected("app.time", report.Reference{Value: 100, Least: 90, Greatest: 110}, report.Reference{Value: 80, Least: 70, Greatest: 90}))
	r := &report.Report{Runs: []report.Run{placed("scaling", "tcp", 1, 2, 100)}}
	if err := report.Compare(r, report.Options{Study: s}); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := report.WriteJUnit(&out, r); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{`name="app.time, nodes=1, setting=tcp, tasks=96"`, `name="app.time, nodes=1, setting=tcp, tasks=96 #2"`} {
		if strings.Count(out.String(), name) != 1 {
			t.Errorf("%s is not there once:\n%s", name, out.String())
		}
	}
}

// TestVerdicts wants what is outside before what is missing.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	limit := func(greatest float64) *report.Study {
		s := planned(expected("app.time", report.Reference{Value: 100, Least: math.Inf(-1), Greatest: greatest}))
		s.Cells = s.Cells[:1]
		return s
	}
	both := []report.Run{placed("scaling", "tcp", 1, 2, 100), placed("scaling", "tcp", 1, 3, 100)}
	for name, c := range map[string]struct {
		runs     []report.Run
		greatest float64
		want     report.Verdict
	}{
		"inside":              {both, 100, report.Inside},
		"on the limit":        {both, 100 - 1e-12, report.Inside},
		"outside":             {both, 99, report.Outside},
		"missing":             {both[:1], 100, report.Lacking},
		"missing and outside": {both[:1], 99, report.Outside},
		"nothing":             {nil, 100, report.Lacking},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := compare(t, report.Options{Study: limit(c.greatest)}, c.runs...).Verdict(); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestUnknownFigure wants the figures that there are.
func TestUnknownFigure(t *testing.T) {
	t.Parallel()
	err := report.Compare(&report.Report{Runs: []report.Run{placed("scaling", "tcp", 1, 2, 100)}}, report.Options{Study: planned(expected("app.time"), expected("app.tme"))})
	const want = `spec.figures[1].name of Study/scaling: no log has the figure "app.tme": did you mean "app.time"?`
	if err == nil || err.Error() != want {
		t.Error(err)
	}
	err = report.Compare(&report.Report{Runs: []report.Run{placed("scaling", "tcp", 1, 2, 100)}}, report.Options{Study: planned(expected("figure.bw"))})
	if err == nil || !strings.Contains(err.Error(), "--figure 'bw=EXPRESSION, higher'") {
		t.Error(err)
	}
}
