package report_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/latchkey-dev/latchkey/report"
)

func TestSummarize(t *testing.T) {
	t.Parallel()
	var hundred []float64
	for i := range 100 {
		hundred = append(hundred, float64(100-i))
	}
	nan := math.NaN()
	for name, c := range map[string]struct {
		values []float64
		want   report.Stats
	}{
		"nothing":  {nil, report.Stats{0, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan}},
		"unknown":  {[]float64{nan, nan}, report.Stats{0, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan}},
		"one":      {[]float64{3, nan}, report.Stats{1, 3, 0, 3, 3, 3, 3, 3, 3, 3, 3}},
		"two":      {[]float64{2, 4}, report.Stats{2, 3, math.Sqrt2, 2, 4, 2, 4, 4, 2, 4, 6}},
		"hundred":  {hundred, report.Stats{100, 50.5, 29.011491975882016, 1, 100, 50, 95, 99, 100, 1, 5050}},
		"large":    {[]float64{1e9, 1e9 + 1, 1e9 + 2}, report.Stats{3, 1e9 + 1, 1, 1e9, 1e9 + 2, 1e9 + 1, 1e9 + 2, 1e9 + 2, 1e9, 1e9 + 2, 3e9 + 3}},
		"infinite": {[]float64{1, math.Inf(1)}, report.Stats{2, math.Inf(1), nan, 1, math.Inf(1), 1, math.Inf(1), math.Inf(1), 1, math.Inf(1), math.Inf(1)}},
	} {
		if diff := cmp.Diff(c.want, report.Summarize(c.values), cmpopts.EquateNaNs(), cmpopts.EquateApprox(1e-12, 0)); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

var kind = &report.Kind{Name: "app", Title: "an application", Metrics: []string{"app-app"}}

// runOf returns a run of some size, with a time for each pod.
func runOf(facts map[string]string, times ...float64) report.Run {
	run := report.Run{Name: "r", Facts: facts}
	for i, time := range times {
		run.Sources = append(run.Sources, report.Source{Metric: "app-app", Index: i, Results: []report.Result{{
			Kind: kind, Time: report.Unknown,
			Values: []report.Value{
				{Field: report.Field{Name: "time", Unit: "s", Better: report.Lower}, Value: time, Time: report.Unknown},
				{Field: report.Field{Name: "rate", Unit: "MB/s", Better: report.Higher}, Value: 1 / time, Time: report.Unknown},
				{Field: report.Field{Name: "steps"}, Value: 100, Time: report.Unknown},
			},
		}}})
	}
	return run
}

func TestCompare(t *testing.T) {
	t.Parallel()
	size := func(n string) map[string]string { return map[string]string{"size": n, "image": "a"} }
	r := &report.Report{Runs: []report.Run{runOf(size("10"), 4), runOf(size("2"), 15, 25), runOf(size("2"), 18), runOf(size("4"), 10)}}
	report.Compare(r)
	c := r.Comparison
	if diff := cmp.Diff([]string{"size"}, c.Varies); diff != "" {
		t.Error(diff)
	}
	var names []string
	for _, g := range c.Groups {
		names = append(names, g.Name)
	}
	if diff := cmp.Diff([]string{"size=2", "size=4", "size=10"}, names); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{1, 2}, c.Groups[0].Runs); diff != "" {
		t.Error(diff)
	}
	got := map[string][]float64{}
	for _, m := range c.Measures {
		for _, cell := range m.Cells {
			got[m.Field.Name] = append(got[m.Field.Name], cell.Mean, cell.Deviation, cell.Speedup, cell.Ideal)
		}
	}
	want := []float64{19, math.Sqrt2, 1, 1, 10, 0, 1.9, 2, 4, 0, 4.75, 5}
	if diff := cmp.Diff(want, got["time"], cmpopts.EquateApprox(1e-12, 0)); diff != "" {
		t.Error(diff)
	}
	if speedup := got["rate"][6]; math.Abs(speedup-0.1/((0.5*(1/15.0+1/25.0)+1/18.0)/2)) > 1e-12 {
		t.Errorf("the speed-up of a rate is %v", speedup)
	}
	if !math.IsNaN(got["steps"][6]) {
		t.Errorf("a count has the speed-up %v", got["steps"][6])
	}
}

func TestCompareRepetitions(t *testing.T) {
	t.Parallel()
	r := &report.Report{Runs: []report.Run{runOf(nil, 4), runOf(nil, 6)}}
	report.Compare(r)
	if len(r.Comparison.Groups) != 1 || len(r.Comparison.Varies) != 0 || r.Comparison.Measures[0].Cells[0].Mean != 5 {
		t.Errorf("%+v", r.Comparison)
	}
	one := &report.Report{Runs: []report.Run{runOf(nil, 4)}}
	if report.Compare(one); one.Comparison != nil {
		t.Error("one run is compared")
	}
}

// TestWriters writes what text of logs can do to a form: control characters, quotes and numbers that JSON does not have.
func TestWriters(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	field := report.Field{Name: "a b", Unit: "%", Doc: "say \"x\""}
	r := &report.Report{Runs: []report.Run{{Name: "r", Sources: []report.Source{{File: "f", Pod: "p\x1b[1m", Index: -1, Metric: "m", Results: []report.Result{{
		Kind: kind, Title: "t\"", Time: nan,
		Values: []report.Value{{Field: field, Value: nan, Time: nan}, {Field: field, Value: math.Inf(1), Time: 2e9}},
		Series: []report.Series{{Process: report.Process{ID: 3, Name: "x,y"}, Fields: []report.Field{{Name: "s"}}, Times: []float64{0, 1}, Values: [][]float64{{nan, 2}}}},
		Curves: []report.Curve{{X: report.Field{Name: "size"}, Y: field, Xs: []float64{8}, Ys: []float64{1.5}}},
		Tables: []report.Table{{Name: "t", Label: "row", Labels: []string{"A\n"}, Columns: []report.Field{field}, Cells: [][]float64{{7}}}},
	}}}}}}, Problems: []report.Problem{{File: "f", Line: 2, Last: 3, What: "lost"}}}

	var csv, text, metrics, table bytes.Buffer
	for out, write := range map[*bytes.Buffer]func() error{
		&csv:     func() error { return report.WriteCSV(&csv, r) },
		&text:    func() error { return report.WriteJSON(&text, r) },
		&metrics: func() error { return report.WriteOpenMetrics(&metrics, r) },
		&table:   func() error { return report.WriteTable(&table, r) },
	} {
		if err := write(); err != nil || out.Len() == 0 {
			t.Fatal(err)
		}
	}
	want := `set,pod,index,metric,process,time,name,value,unit
r,p[1m,,m,,2000000000,"app.t"".a b",+Inf,%
r,p[1m,,m,"x,y (3)",1,"app.t"".s",2,
r,p[1m,,m,,,"app.t"".a b{size=8}",1.5,%
r,p[1m,,m,,,"app.t"".a b{row=A
}",7,%
`
	if diff := cmp.Diff(want, strings.ReplaceAll(csv.String(), "\x1b", "")); diff != "" {
		t.Error(diff)
	}
	if !json.Valid(text.Bytes()) || !strings.Contains(text.String(), `"problems":[{"file":"f","line":2,"last":3,"what":"lost"}]`) {
		t.Error(text.String())
	}
	if !strings.Contains(metrics.String(), `latchkey_app_a_b_percent{set="r",pod="p`+"\x1b"+`[1m",metric="m",title="t\"",row="A\n"} 7`+"\n") {
		t.Error(metrics.String())
	}
	if strings.Contains(table.String(), "\x1b") {
		t.Errorf("the table has a control character: %q", table.String())
	}
}
