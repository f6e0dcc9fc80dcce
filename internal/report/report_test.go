package report_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// near accepts what differs by rounding only.
var near = cmp.Options{cmpopts.EquateNaNs(), cmpopts.EquateApprox(1e-9, 0)}

// solver prints a time and a rate of a problem, and probe a latency.
var (
	solver = &report.Kind{
		Name: "app", Title: "an application", Metrics: []string{"app-app"}, Merit: []string{"time", "rate"}, Problem: report.Size{Total: "atoms"},
	}
	probe = &report.Kind{Name: "probe", Title: "a probe", Merit: []string{"latency"}}
)

// facts are pairs of names and values.
func facts(words ...string) map[string]string {
	all := map[string]string{}
	for i := 0; i < len(words); i += 2 {
		all[words[i]] = words[i+1]
	}
	return all
}

// runOf returns a completed run, with a time for each pod.
func runOf(facts map[string]string, times ...float64) report.Run {
	run := report.Run{Name: "r", State: report.Completed, Facts: facts}
	for i, time := range times {
		run.Sources = append(run.Sources, report.Source{Metric: "app-app", Index: i, Results: []report.Result{{
			Kind: solver, Time: report.Unknown,
			Values: []report.Value{
				{Field: &report.Field{Name: "time", Title: "time", Unit: "s", Better: report.Lower}, Value: time, Time: report.Unknown},
				{Field: &report.Field{Name: "rate", Title: "rate", Unit: "MB/s", Better: report.Higher}, Value: 1000 / time, Time: report.Unknown},
				{Field: &report.Field{Name: "steps"}, Value: 100, Time: report.Unknown},
			},
		}}})
	}
	return run
}

// compare compares runs and returns the comparison.
func compare(t *testing.T, o report.Options, runs ...report.Run) *report.Comparison {
	t.Helper()
	r := &report.Report{Runs: runs}
	if err := report.Compare(r, o); err != nil {
		t.Fatal(err)
	}
	return r.Comparison
}

// cellsOf describes the cells of a comparison: name, and number of runs.
func cellsOf(c *report.Comparison) map[string]int {
	all := map[string]int{}
	for _, cell := range c.Cells {
		all[cell.Name] = len(cell.Runs)
	}
	return all
}

// TestCells wants runs in one cell if their known facts are equal, and only then.
func TestCells(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		options  report.Options
		runs     []map[string]string
		cells    map[string]int
		findings []string
	}{
		"repetitions": {report.Options{}, []map[string]string{facts("size", "2"), facts("size", "2")}, map[string]int{"": 2}, nil},
		"parameters":  {report.Options{}, []map[string]string{facts("size", "10"), facts("size", "2"), facts("size", "2")}, map[string]int{"size=2": 2, "size=10": 1}, nil},
		"a digest differs": {
			report.Options{},
			[]map[string]string{facts("size", "2", "image digest", "sha256:aaaaaaaaaaaaaaaa"), facts("size", "2", "image digest", "sha256:bbbbbbbbbbbbbbbb"), facts("size", "2", "image digest", "sha256:bbbbbbbbbbbbbbbb")},
			map[string]int{"image digest=sha256:aaaaaaaaaaaaaaaa": 1, "image digest=sha256:bbbbbbbbbbbbbbbb": 2},
			[]string{`image digest differs: aaaaaaaaaaaa (1 run), bbbbbbbbbbbb (2 runs). These are cells of their own; --ignore "image digest" puts them together`},
		},
		"a digest is ignored": {
			report.Options{Ignore: []string{"image-digest"}},
			[]map[string]string{facts("image digest", "a"), facts("image digest", "b")},
			map[string]int{"": 2},
			nil,
		},
		"a circumstance of some runs is not known": {
			report.Options{}, []map[string]string{facts("kernel", "6.1"), facts(), facts("kernel", "6.1")}, map[string]int{"": 3}, nil,
		},
		"it differs within one size": {
			report.Options{},
			[]map[string]string{facts("size", "1", "node type", "a"), facts("size", "2", "node type", "a"), facts("size", "2", "node type", "b")},
			map[string]int{"size=1, node type=a": 1, "size=2, node type=a": 1, "size=2, node type=b": 1},
			[]string{`node type differs within size=2: a (1 run), b (1 run). These are cells of their own; --ignore "node type" puts them together`},
		},
		"problems that only logs tell": {
			report.Options{},
			[]map[string]string{facts("problem", "atoms=4000"), facts("problem", "atoms=8000")},
			map[string]int{"problem=atoms=4000": 1, "problem=atoms=8000": 1},
			[]string{`problem differs: atoms=4000 (1 run), atoms=8000 (1 run). These are cells of their own; --ignore "problem" puts them together`},
		},
		"by one fact": {
			report.Options{By: []string{"image"}},
			[]map[string]string{facts("image", "a", "env A", "1"), facts("image", "b", "env A", "1"), facts("image", "b", "env A", "2")},
			map[string]int{"image=a, env A=1": 1, "image=b, env A=1": 1, "image=b, env A=2": 1},
			[]string{`env A differs within image=b: 1 (1 run), 2 (1 run). These are cells of their own; --ignore "env A" puts them together`},
		},
		"origins never count":   {report.Options{}, []map[string]string{facts("node", "a"), facts("node", "b")}, map[string]int{"": 2}, nil},
		"unless they are meant": {report.Options{By: []string{"node"}}, []map[string]string{facts("node", "a"), facts("node", "b")}, map[string]int{"node=a": 1, "node=b": 1}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var runs []report.Run
			for _, facts := range c.runs {
				runs = append(runs, runOf(facts, 4))
			}
			got := compare(t, c.options, runs...)
			if diff := cmp.Diff(c.cells, cellsOf(got)); diff != "" {
				t.Error(diff)
			}
			var findings []string
			for _, f := range got.Findings {
				if f.Fact != "" {
					findings = append(findings, f.What)
				}
			}
			if diff := cmp.Diff(c.findings, findings); diff != "" {
				t.Error(diff)
			}
		})
	}
	if err := report.Compare(&report.Report{Runs: []report.Run{runOf(facts("size", "1"), 4)}}, report.Options{By: []string{"sise"}}); err == nil || !strings.Contains(err.Error(), `the facts are "size"`) {
		t.Errorf("an unknown fact: %v", err)
	}
}

// TestStates wants completed runs to count, and no others.
func TestStates(t *testing.T) {
	t.Parallel()
	failed := runOf(facts("size", "1"), 900)
	failed.State, failed.Reason = report.Failed, "exit status 143"
	runs := []report.Run{runOf(facts("size", "1"), 80), failed}
	c := compare(t, report.Options{}, runs...)
	if e := c.Figures[0].Entries[0]; e.N != 1 || e.Mean != 80 || len(c.Left) != 1 {
		t.Errorf("%+v, left %v", e, c.Left)
	}
	c = compare(t, report.Options{All: true}, runs...)
	if e := c.Figures[0].Entries[0]; e.N != 2 || e.Mean != 490 || len(c.Left) != 0 {
		t.Errorf("with all: %+v, left %v", e, c.Left)
	}
}

// TestBriefFacts wants two commands that differ only in their middle, which a table leaves out, to be told apart.
func TestBriefFacts(t *testing.T) {
	t.Parallel()
	command := func(x string) string {
		return "/opt/lammps/bin/lmp_mpi -v x 8 -v steps " + x + " -v y 8 -v z 8 -in /opt/lammps/in.reaxc.hns"
	}
	c := compare(t, report.Options{}, runOf(facts("command", command("2")), 5), runOf(facts("command", command("4")), 6))
	g := c.Answers()[0]
	if g.Rows[0][0] != command("2") || g.Rows[1][0] != command("4") {
		t.Errorf("%q", g.Rows)
	}
}

// unrepeated is the finding of a comparison of single runs.
var unrepeated = report.Finding{What: "each cell has one run, so no repetition says how much runs differ"}

// TestConfounded wants the title to name what the table shows, and a finding to say that cells differ in more than that.
func TestConfounded(t *testing.T) {
	t.Parallel()
	one := runOf(facts("env A", "1", "command", "solve 1", "problem", "n=1", "resources", "cpu=1", "kernel", "6"), 5)
	other := runOf(facts("env A", "2", "command", "solve 2", "problem", "n=2", "resources", "cpu=2"), 6)
	c := compare(t, report.Options{}, one, other)
	if title := c.Title(); title != "Comparison of 2 runs in 2 cells by env A" {
		t.Error(title)
	}
	want := []report.Finding{{What: "the cells differ in more than env A: also in problem (n=1, n=2), command (solve 1, solve 2), resources (cpu=1, cpu=2). A difference of their figures may come from each of these"}, unrepeated}
	if diff := cmp.Diff(want, c.Findings); diff != "" {
		t.Error(diff)
	}
	other.Facts["image"] = "b"
	one.Facts["image"] = "a"
	c = compare(t, report.Options{}, one, other)
	if title := c.Title(); title != "Comparison of 2 runs in 2 cells by image" {
		t.Error(title)
	}
	grown := compare(t, report.Options{}, runOf(facts("size", "1", "problem", "n=1", "command", "solve 1"), 5), runOf(facts("size", "2", "problem", "n=2", "command", "solve 2"), 5))
	if title := grown.Title(); title != "Comparison of 2 runs in 2 cells over size" || !slices.Equal(grown.Findings, []report.Finding{unrepeated}) {
		t.Error(title, grown.Findings)
	}
}

// TestAdviceNamesUnits wants the pattern that is offered to name the unit that a number stands before or after.
func TestAdviceNamesUnits(t *testing.T) {
	t.Parallel()
	for pattern, files := range map[string][2]string{
		"H100_1N_{gpus}GPUs_{repetition}.out": {"H100_1N_1GPUs_71.out", "H100_1N_2GPUs_72.out"},
		"a-{size}nodes-8.out":                 {"a-1nodes-8.out", "a-2nodes-8.out"},
		"np{tasks}.out":                       {"np4.out", "np8.out"},
		"threads-{threads}.out":               {"threads-4.out", "threads-8.out"},
		"size-{size}.out":                     {"size-4.out", "size-8.out"},
	} {
		var runs []report.Run
		for _, file := range files {
			runs = append(runs, runOf(facts("folder", "logs", "file", file), 5))
		}
		found := compare(t, report.Options{}, runs...).Findings
		if len(found) != 2 || !strings.Contains(found[0].What, "--names '"+pattern+"'") {
			t.Errorf("%s: %v", pattern, found)
		}
	}
}

// TestOrderOfValues wants one order of values, also where two are one number and where numbers and strings are mixed.
func TestOrderOfValues(t *testing.T) {
	t.Parallel()
	var runs []report.Run
	for _, kernel := range []string{"1a", "10", "6.10", "2", "6.1"} {
		runs = append(runs, runOf(facts("kernel", kernel), 8))
	}
	want := []report.Finding{{Fact: "kernel", What: "kernel differs: 2 (1 run), 6.1 (1 run), 6.10 (1 run), 10 (1 run), 1a (1 run). These are cells of their own; --ignore \"kernel\" puts them together"}, unrepeated}
	for range 20 {
		if diff := cmp.Diff(want, compare(t, report.Options{}, runs...).Findings); diff != "" {
			t.Fatal(diff)
		}
	}
}

// TestFailedOutputs wants two outputs that measured nothing, and printed the same table of what they were asked for, not to be taken for one.
func TestFailedOutputs(t *testing.T) {
	t.Parallel()
	asked := report.Column{Field: &report.Field{Name: "bytes", Better: report.Lower}, Values: report.Numbers{123456789012345, 12345678901234}}
	short := report.Value{Field: &report.Field{Name: "time", Better: report.Lower}, Value: 1, Time: report.Unknown}
	r := report.Result{Kind: solver, Fault: "it failed", Values: []report.Value{short}, Tables: []report.Table{{Name: "memory", Label: "array", Labels: []string{"a", "b"}, Columns: []report.Column{asked}}}}
	var executions report.Executions
	for at := range 2 {
		if first := executions.First(report.RunOf(r), at, func(int) bool { return false }); first >= 0 {
			t.Error("they are one execution")
		}
	}
}

// TestNoProblem wants no speed-up of a program that solves no problem.
func TestNoProblem(t *testing.T) {
	t.Parallel()
	of := func(size string, latency float64) report.Run {
		return report.Run{Facts: facts("size", size, "command", "osu"), Sources: []report.Source{{Results: []report.Result{{
			Kind: probe, Values: []report.Value{{Field: &report.Field{Name: "latency", Better: report.Lower}, Value: latency}},
		}}}}}
	}
	c := compare(t, report.Options{}, of("1", 1), of("2", 2))
	if e := c.Figures[0].Entries[1]; e.N != 1 || report.Known(e.Speedup.Value) {
		t.Errorf("%+v", e)
	}
}

// TestOneFigureOfManyPoints wants one figure of a curve: never the latency of 0 B, and what the field says of all points or rows.
func TestOneFigureOfManyPoints(t *testing.T) {
	t.Parallel()
	kind := &report.Kind{Name: "net", Merit: []string{"latency", "peak", "trip"}}
	of := func(result report.Result) []report.Figure {
		result.Kind = kind
		return compare(t, report.Options{}, report.Run{Sources: []report.Source{{Results: []report.Result{result}}}}).Figures
	}
	curve := func(f *report.Field, xs []float64, ys ...float64) report.Result {
		x := report.Column{Field: &report.Field{Name: "size"}, Values: xs}
		return report.Result{Curves: []report.Curve{{X: x, Y: report.Column{Field: f, Values: ys}}}}
	}
	latency := &report.Field{Name: "latency", Better: report.Lower, At: 8}
	for name, c := range map[string]struct {
		result report.Result
		want   map[string]float64
	}{
		"the point of the field": {curve(latency, []float64{0, 1, 8, 16}, 5, 6, 7, 8), map[string]float64{"latency{size=8}": 7}},
		"only 0 B":               {curve(latency, []float64{0}, 5), map[string]float64{}},
		"two devices, the greatest mean": {
			curve(&report.Field{Name: "peak", Better: report.Higher, Rows: report.TakeMax}, []float64{1, 2, 1, 2}, 10, 30, 20, 5), map[string]float64{"peak": 17.5},
		},
		"all rows of a table": {report.Result{Tables: []report.Table{{
			Label: "pair", Labels: []string{"0-1", "1-0"},
			Columns: []report.Column{{Field: &report.Field{Name: "trip", Better: report.Lower, Rows: "mean"}, Values: []float64{2, 4}}},
		}}}, map[string]float64{"trip": 3}},
	} {
		got := map[string]float64{}
		for _, f := range of(c.result) {
			got[f.Name()] = f.Entries[0].Mean
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

// TestOneTableByKey wants the figures of the rows of a table in one table, with a column for what the rows are.
func TestOneTableByKey(t *testing.T) {
	t.Parallel()
	kind := &report.Kind{Name: "raja", Title: "RAJA", Merit: []string{"seq"}}
	column := report.Column{Field: &report.Field{Name: "seq", Title: "Seq", Unit: "s", Better: report.Lower}, Values: []float64{2, 4.5}}
	run := report.Run{Sources: []report.Source{{Results: []report.Result{{Kind: kind, Tables: []report.Table{{
		Label: "kernel", Labels: []string{"DAXPY", "DOT"}, Columns: []report.Column{column},
	}}}}}}}
	r := &report.Report{Runs: []report.Run{run}}
	if err := report.Compare(r, report.Options{}); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := report.WriteTable(&out, r, false); err != nil {
		t.Fatal(err)
	}
	want := "RAJA: Seq in s, less is better\n  KERNEL  N  VALUE\n  DAXPY   1      2\n  DOT     1    4.5\n"
	if _, answer, _ := strings.Cut(out.String(), "\n\n"); !strings.HasPrefix(answer, want) {
		t.Errorf("%s", out.String())
	}
}

// TestPointHasUnit wants the unit of the axis beside the place of a point on a curve.
func TestPointHasUnit(t *testing.T) {
	t.Parallel()
	size, latency := report.Field{Name: "size", Unit: "B"}, report.Field{Name: "latency", Title: "latency"}
	kind := &report.Kind{Title: "OSU", Fields: []report.Field{size, latency}}
	for label, want := range map[string]string{"size": "OSU: latency at size 8 B", "window": "OSU: latency at window 8"} {
		if got := (report.Quantity{Kind: kind, Field: latency, Label: label, At: "8"}).Words(); got != want {
			t.Errorf("%s: %q, and not %q", label, got, want)
		}
	}
}

// TestIntervalOfRatio finds the ends of the interval of a speed-up another way: there, the difference of the first mean and of the ratio times
// the second is as far from 0 as its own interval, whose square is the sum of those of both. A mean whose interval holds 0 has no ratio with one.
func TestIntervalOfRatio(t *testing.T) {
	t.Parallel()
	at := func(size string, time float64) report.Run {
		return runOf(facts("size", size), time)
	}
	strong := report.Options{Scaling: report.Strong}
	c := compare(t, strong, at("1", 9), at("1", 10), at("1", 11), at("4", 4), at("4", 5), at("4", 6))
	e := c.Figures[0].Entries
	const t2 = 4.302652729911275 // Student's t, two degrees of freedom, 0.975
	half := t2 * 1 / math.Sqrt(3)
	got := e[1].Speedup
	for _, end := range []float64{got.Low, got.High} {
		if far := math.Abs(10-end*5) - math.Hypot(half, end*half); !(math.Abs(far) < 1e-9) {
			t.Errorf("the speed-up is %+v: its end %v is off by %v", got, end, far)
		}
	}
	if got.Value != 2 || got.Low > 2 || got.High < 2 {
		t.Errorf("the speed-up is %+v", got)
	}
	if of := e[1].Efficiency; of.Value != got.Value/4 || of.Low != got.Low/4 || of.High != got.High/4 {
		t.Errorf("the efficiency is %+v", of)
	}
	wide := compare(t, strong, at("1", 9), at("1", 10), at("1", 11), at("4", 1), at("4", 5), at("4", 9))
	if got := wide.Figures[0].Entries[1].Speedup; got.Value != 2 || report.Known(got.Low) || report.Known(got.High) {
		t.Errorf("a mean of 5 ± 10 has the speed-up %+v", got)
	}
	two := compare(t, strong, at("1", 9), at("1", 10), at("4", 4), at("4", 5))
	for _, got := range two.Figures[0].Entries {
		if report.Known(got.Half) || report.Known(got.Speedup.Low) {
			t.Errorf("two values have an interval: %+v", got)
		}
	}
}

// TestGroupsOfNaN wants what has no number to stand alone, and not with what came first.
func TestGroupsOfNaN(t *testing.T) {
	t.Parallel()
	got := report.Grouped([]float64{0, 1, report.Unknown, 0}, func(x float64) float64 { return x })
	if text := fmt.Sprint(got); text != "[[0 0] [1] [NaN]]" {
		t.Errorf("%s", text)
	}
}

// TestNamesOfLines wants a caption to have what tells other lines apart, and differs between those of a picture beside their names.
func TestNamesOfLines(t *testing.T) {
	t.Parallel()
	of := func(fabric, pairs string) report.Run {
		return runOf(map[string]string{"fabric": fabric, "pairs": pairs}, 1)
	}
	c := compare(t, report.Options{}, of("ib", "1"), of("ib", "2"), of("roce", "2"))
	for want, lines := range map[string][]int{"; different too: pairs (1, 2)": {0, 2}, "; in all: fabric=ib": {0, 1}, "; in all: pairs=2": {1, 2}} {
		if _, about := c.NamesOf(lines); about != want {
			t.Errorf("%v: %q, and not %q", lines, about, want)
		}
	}
}

// TestNamesOfCells wants another name for each cell, also if values are empty or look like several facts.
func TestNamesOfCells(t *testing.T) {
	t.Parallel()
	c := compare(t, report.Options{}, runOf(facts("env A", "1, env B=2", "env B", ""), 1), runOf(facts("env A", "1", "env B", "2"), 1), runOf(facts("env A", "1"), 1))
	want := map[string]int{`env A="1, env B=2", env B=""`: 1, "env A=1, env B=2": 1, "env A=1": 1}
	if diff := cmp.Diff(want, cellsOf(c)); diff != "" {
		t.Error(diff)
	}
}
