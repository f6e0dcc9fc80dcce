package report_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// TestSummarize has numbers that Python computed: statistics.stdev, quantiles(method="inclusive"), and Student's t of a table.
func TestSummarize(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	for name, c := range map[string]struct {
		values []float64
		want   report.Stats
	}{
		"nothing": {nil, report.Stats{0, nan, nan, nan, nan, nan, nan, nan, nan}},
		"unknown": {[]float64{nan, nan}, report.Stats{0, nan, nan, nan, nan, nan, nan, nan, nan}},
		"one":     {[]float64{3, nan}, report.Stats{1, 3, nan, nan, 3, 3, 3, 3, 3}},
		"two":     {[]float64{4, 2}, report.Stats{2, 3, nan, math.Sqrt2, 2, 4, 2.5, 3, 3.5}},
		"three":   {[]float64{1, 2, 6}, report.Stats{3, 3, 6.572410607728428, 2.6457513111, 1, 6, 1.5, 2, 4}},
		"five":    {[]float64{141.192, 136.124, 137.069, 140.436, 136.143}, report.Stats{5, 138.1928, 3.0269419565926177, 2.4378108417184524, 136.124, 141.192, 136.143, 137.069, 140.436}},
		"large":   {[]float64{1e9, 1e9 + 1, 1e9 + 2}, report.Stats{3, 1e9 + 1, 2.4841377118, 1, 1e9, 1e9 + 2, 1e9 + 0.5, 1e9 + 1, 1e9 + 1.5}},
	} {
		if diff := cmp.Diff(c.want, report.Summarize(c.values), near); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

func TestShort(t *testing.T) {
	t.Parallel()
	for value, want := range map[float64]string{
		0: "0", 0.5: "0.5", 93.123456: "93.12", 1234.5: "1234", 262480: "262480", -1500: "-1500", 1234567.8: "1234568", 0.00012: "0.00012", 3e12: "3e+12", math.Inf(1): "-",
	} {
		if got := report.Short(value); got != want {
			t.Errorf("Short(%g) = %s, want %s", value, got, want)
		}
	}
}

// TestRatio wants no end of 0 where there is none, and no interval where there is none.
func TestRatio(t *testing.T) {
	t.Parallel()
	for want, r := range map[string]report.Ratio{
		"1.78 (1.64 to 1.92)": {Value: 1.7789, Low: 1.6388, High: 1.92}, "0.05 (0.002 to 0.1)": {Value: 0.05, Low: 0.0021, High: 0.1},
		"0.002": {Value: 0.00214, Low: 0.00214, High: 0.00214}, "1": {Value: 1, Low: report.Unknown, High: report.Unknown}, "0": {},
	} {
		if got := r.Text(1, ""); got != want {
			t.Errorf("%+v is %s, not %s", r, got, want)
		}
	}
}

// TestThreads wants the processes of a pod summed, and no thread counted beside its process.
func TestThreads(t *testing.T) {
	t.Parallel()
	watcher := &report.Kind{Name: "watch", Merit: []string{"use"}}
	series := func(process, thread int, use ...float64) report.Series {
		return report.Series{
			Process: report.Process{Name: "a", ID: process, Thread: thread}, Absolute: true, Times: report.Numbers{1, 2},
			Columns: []report.Column{{Field: &report.Field{Name: "use"}, Values: use}},
		}
	}
	all := []report.Series{series(7, 0, 50, 70), series(7, 7, 20, 30), series(7, 8, 30, 40), series(9, 0, 1, 3)}
	run := report.Run{Name: "r", State: report.Completed, Sources: []report.Source{{Metric: "watch", Results: []report.Result{{Kind: watcher, Series: all}}}}}
	c := compare(t, report.Options{}, run)
	if got := c.Figures[0].Entries[0].Mean; got != 62 {
		t.Errorf("the mean over the time is %v, not (51 + 73) / 2", got)
	}
	if got := c.Answers()[0].Title; got != ": a, sum of the processes of a pod, mean over the time" {
		t.Errorf("the table is called %q", got)
	}
	if len(c.Findings) != 0 {
		t.Errorf("%+v", c.Findings)
	}
	all[3].Times, all[3].Columns[0].Values = report.Numbers{2}, report.Numbers{3} // the second process is sampled once
	const want = " had moments at which a command had fewer processes than at others, or than in other runs of the cell, so the sum over them is lower, first r"
	if c := compare(t, report.Options{}, run); len(c.Findings) != 1 || c.Findings[0].What != "1 run"+want {
		t.Errorf("%+v", c.Findings)
	}
	alone := run
	alone.Name, alone.Sources = "alone", []report.Source{{Metric: "watch", Results: []report.Result{{Kind: watcher, Series: all[:3]}}}} // its second process is never sampled
	if c := compare(t, report.Options{}, run, alone); !slices.ContainsFunc(c.Findings, func(f report.Finding) bool { return f.What == "2 runs"+want }) {
		t.Errorf("%+v", c.Findings)
	}
}

// TestHalfOfDifference wants Welch's interval. Python computed the first one by integrating Student's t with 2.88 degrees of freedom.
func TestHalfOfDifference(t *testing.T) {
	t.Parallel()
	of := func(values ...float64) report.Stats { return report.Summarize(values) }
	for _, c := range []struct {
		a, b report.Stats
		want float64
	}{
		{of(12, 13), of(10, 11, 12), 2.48773},
		{of(5, 5), of(6, 6), 0},
		{of(5), of(6, 6), math.NaN()},
	} {
		if got := report.HalfOfDifference(c.a, c.b); math.Abs(got-c.want) > 1e-4 || math.IsNaN(got) != math.IsNaN(c.want) {
			t.Errorf("%v and %v: %g, want %g", c.a, c.b, got, c.want)
		}
	}
}
