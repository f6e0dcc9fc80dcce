package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// TestWriters writes what text of logs can do to a form: control characters, quotes and numbers that JSON does not have.
func TestWriters(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	field := &report.Field{Name: "a b", Unit: "%", Doc: "say \"x\""}
	r := &report.Report{Runs: []report.Run{{Name: "r", Facts: facts("size", "2"), Sources: []report.Source{{File: "f", Pod: "p\x1b[1m", Index: -1, Metric: "::error::m", Results: []report.Result{{
		Kind: solver, Title: "t\"", Time: nan,
		Values: []report.Value{{Field: field, Value: nan, Time: nan}, {Field: field, Value: math.Inf(1), Time: 2e9}, {Field: field, Value: 9, Time: math.Inf(1)}},
		Series: []report.Series{{Process: report.Process{ID: 3, Name: "x,y"}, Times: []float64{0, 1, math.Inf(1)}, Columns: []report.Column{{Field: &report.Field{Name: "s"}, Values: []float64{nan, 2, 4}}}}},
		Curves: []report.Curve{{X: report.Column{Field: &report.Field{Name: "size"}, Values: []float64{8, nan}}, Y: report.Column{Field: field, Values: []float64{1.5, 3}}}},
		Tables: []report.Table{{Name: "t", Label: "row", Labels: []string{"::error::A\n"}, Columns: []report.Column{{Field: field, Values: []float64{7}}}}},
	}}}}}}, Problems: []report.Problem{{File: "f", Line: 2, Last: 3, What: "lost"}}}
	if err := report.Compare(r, report.Options{}); err != nil {
		t.Fatal(err)
	}
	var csv, samples, text, table bytes.Buffer
	for out, write := range map[*bytes.Buffer]func() error{
		&csv:     func() error { return report.WriteCSV(&csv, r) },
		&samples: func() error { return report.WriteSamples(&samples, r) },
		&text:    func() error { return report.WriteJSON(&text, r) },
		&table:   func() error { return report.WriteTable(&table, r, true) },
	} {
		if err := write(); err != nil || out.Len() == 0 {
			t.Fatal(err)
		}
		if out != &text && strings.Contains(out.String(), "\x1b") {
			t.Errorf("a control character: %q", out)
		}
		if strings.Contains(out.String(), "Inf") || strings.Contains(out.String(), "NaN") {
			t.Errorf("what is not a number: %s", out)
		}
		for line := range strings.Lines(out.String()) {
			if strings.HasPrefix(strings.TrimLeft(line, " "), "::") {
				t.Errorf("a CI system would obey the line %q", line)
			}
		}
	}
	want := `set,run,cell,pod,index,metric,process,time,name,value,unit
,r,,p\x1b[1m,,\x3a:error::m,"x,y (3)",,"app.t"".s",4,
,r,,p\x1b[1m,,\x3a:error::m,"x,y (3)",1,"app.t"".s",2,
,r,,p\x1b[1m,,\x3a:error::m,,,"app.t"".a b",9,%
,r,,p\x1b[1m,,\x3a:error::m,,,"app.t"".a b{row=::error::A\n}",7,%
,r,,p\x1b[1m,,\x3a:error::m,,,"app.t"".a b{size=8}",1.5,%
`
	if diff := cmp.Diff(want, sortedLines(samples.String())); diff != "" {
		t.Error(diff)
	}
	if !json.Valid(text.Bytes()) || !strings.Contains(text.String(), `"problems":[`+"\n"+`{"file":"f","line":2,"last":3,"what":"lost"}]`) {
		t.Error(text.String())
	}
}

// TestValuesThatCount wants the value of a run that counts in its table, and not the mean with the values before it.
func TestValuesThatCount(t *testing.T) {
	t.Parallel()
	var values []report.Value
	for _, take := range []report.Take{report.TakeMean, "mean", report.TakeFirst, report.TakeLast, report.TakeMin, report.TakeMax, report.TakeSum} {
		field := &report.Field{Name: "take_" + string(take), Take: take}
		for _, value := range []float64{4, 8, 2, 6} {
			values = append(values, report.Value{Field: field, Value: value})
		}
	}
	r := &report.Report{Runs: []report.Run{{Name: "r", Sources: []report.Source{{Metric: "m", Results: []report.Result{{Kind: solver, Values: values}}}}}}}
	if err := report.Compare(r, report.Options{}); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := report.WriteTable(&out, r, true); err != nil {
		t.Fatal(err)
	}
	for name, mean := range map[string]string{"take_": "4 5", "take_mean": "4 5", "take_first": "1 4", "take_last": "1 6", "take_min": "1 2", "take_max": "1 8", "take_sum": "1 20"} {
		if row := name + " " + mean + " "; !strings.Contains(strings.Join(strings.Fields(out.String()), " "), row) {
			t.Errorf("%q is not in %s", row, out.String())
		}
	}
}

// TestOverflow wants a mean that is too large for a number to be left out and told of, in a form that can be read.
func TestOverflow(t *testing.T) {
	t.Parallel()
	r := &report.Report{Runs: []report.Run{runOf(facts("size", "1"), 1.7e308, 1.7e308), runOf(facts("size", "1"), 5)}}
	if err := report.Compare(r, report.Options{}); err != nil {
		t.Fatal(err)
	}
	want := []report.Finding{
		{What: "r has no mean of app.time: the sum is too large for a number"},
		{What: "app.time is missing in r, and is in 1 other run of the cell", Figure: "app.time"},
	}
	if diff := cmp.Diff(want, r.Comparison.Findings); diff != "" {
		t.Error(diff)
	}
	if e := r.Comparison.Figures[0].Entries[0]; e.N != 1 || e.Mean != 5 {
		t.Errorf("%d values with the mean %v", e.N, e.Mean)
	}
	var out bytes.Buffer
	if err := report.WriteJSON(&out, r); err != nil || !json.Valid(out.Bytes()) {
		t.Errorf("%v: %s", err, out.String())
	}
}

// TestColumnsDiffer wants a column of its own for each fact, also where their names differ only in what a column cannot say.
func TestColumnsDiffer(t *testing.T) {
	t.Parallel()
	r := &report.Report{Runs: []report.Run{runOf(facts("env A.B", "1", "env A_B", "1", "env Ä", "1", "value", "1"), 4), runOf(nil, 5)}}
	var out bytes.Buffer
	if err := errors.Join(report.Compare(r, report.Options{}), report.WriteCSV(&out, r)); err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(out.String(), "\n")
	if want := ",env_A_B,env_A_B_2,env,value_2,metric,"; !strings.Contains(head, want) {
		t.Errorf("%q is not in %s", want, head)
	}
}

// TestNoFormulas wants no string in CSV that a spreadsheet would compute, and numbers as they are.
func TestNoFormulas(t *testing.T) {
	t.Parallel()
	texts := []string{"=1+1", "+cmd", "-2+3", "@SUM(A1)", "\t=1", "\r=1", " =1"}
	numbers := []string{"-1.5", "+2", "-1e-3", "a=b"}
	for _, value := range append(texts, numbers...) {
		r := &report.Report{Runs: []report.Run{runOf(facts("f", value), -4), runOf(nil, 5)}}
		for _, write := range []func(io.Writer, *report.Report) error{report.WriteCSV, report.WriteSamples} {
			r.Runs[0].Name = value
			var out bytes.Buffer
			if err := errors.Join(report.Compare(r, report.Options{}), write(&out, r)); err != nil {
				t.Fatal(err)
			}
			isQuoted := strings.Contains(out.String(), "'")
			if want := slices.Contains(texts, value); isQuoted != want {
				t.Errorf("%q is quoted: %t, want %t\n%s", value, isQuoted, want, out.String())
			}
		}
	}
}

// TestUnitsAreKeptApart wants numbers of one name in two units not in one average, and numbers that are names in none.
func TestUnitsAreKeptApart(t *testing.T) {
	t.Parallel()
	run := runOf(nil, 4)
	run.Sources[0].Results[0].Values = []report.Value{
		{Field: &report.Field{Name: "active", Unit: "kB"}, Value: 1000, Time: report.Unknown},
		{Field: &report.Field{Name: "active", Unit: "pages"}, Value: 20, Time: report.Unknown},
		{Field: &report.Field{Name: "rank", Names: true}, Value: 3, Time: report.Unknown},
	}
	r := &report.Report{Runs: []report.Run{run}}
	var table, quantities bytes.Buffer
	if err := errors.Join(report.Compare(r, report.Options{}), report.WriteTable(&table, r, true), report.WriteCSV(&quantities, r)); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(table.String()+quantities.String(), "rank") {
		t.Errorf("a number that is a name has a mean:\n%s\n%s", table.String(), quantities.String())
	}
	for _, want := range []string{"active  kB      1000\n", "active  pages     20\n"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("%q is not there:\n%s", want, table.String())
		}
	}
}

// TestRowsOfNames wants a row for each of the commands with the largest sums, those of the application first, and one row for all processes of
// a command.
func TestRowsOfNames(t *testing.T) {
	t.Parallel()
	run := runOf(nil, 4)
	series := func(name string, id int, values ...float64) report.Series {
		column := report.Column{Field: &report.Field{Name: "opens"}, Values: values}
		return report.Series{Process: report.Process{Name: name, ID: id}, Times: []float64{1, 2}, Columns: []report.Column{column}}
	}
	of := func(all ...report.Series) string {
		run.Sources[0].Results[0].Series = all
		r := &report.Report{Runs: []report.Run{run}}
		var table bytes.Buffer
		if err := errors.Join(report.Compare(r, report.Options{}), report.WriteTable(&table, r, true)); err != nil {
			t.Fatal(err)
		}
		return table.String()
	}
	named := of(series("sh", 0, 1, 1), series("ls", 0, 50, 70), series("lmp", 0, 1, 1000), series("a", 0, 3, 3), series("b", 0, 4, 4), series("c", 0, 5, 5), series("idle", 0, 0, 0))
	for _, want := range []string{"\n  lmp opens  2  500.5", "\n  ls opens   2     60", "1 more name always 0", "1 more name with smaller sums"} {
		if !strings.Contains(named, want) {
			t.Errorf("%q is not there:\n%s", want, named)
		}
	}
	if strings.Index(named, "lmp opens") > strings.Index(named, "ls opens") || strings.Contains(named, "sh opens") {
		t.Errorf("not the largest:\n%s", named)
	}
	beside := series("bash", 6, 90, 90)
	beside.Process.Rank = 1
	if ranks := of(series("lmp", 7, 1, 2), series("lmp", 8, 3, 4), beside); !strings.Contains(ranks, "\n  lmp opens   4   2.5  1.291    1     2.5    4\n  bash opens  2") {
		t.Errorf("not all processes of a command, the application first:\n%s", ranks)
	}
}

// sortedLines returns the first line of a string, and the others in order.
func sortedLines(text string) string {
	head, rest, _ := strings.Cut(text, "\n")
	lines := strings.SplitAfter(rest, "\n")
	slices.Sort(lines)
	return head + "\n" + strings.Join(lines, "")
}
