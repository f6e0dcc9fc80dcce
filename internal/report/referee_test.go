package report_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// at gives a run a set of its own, and the time in which it was on its node.
func at(run report.Run, start, end time.Duration) report.Run {
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	run.Set, run.Start, run.End = run.Name, began.Add(start), began.Add(end)
	return run
}

// TestReferee wants a finding for each kind of what a referee asks of the numbers of a study, and none of logs alone.
func TestReferee(t *testing.T) {
	t.Parallel()
	short := at(placed("scaling", "tcp", 1, 2, 100, "node", "a, b"), 0, 400*time.Millisecond)
	short.Sources[0].Results = append(short.Sources[0].Results, report.Result{Kind: probe, Series: []report.Series{{Times: make([]float64, 1)}, {Times: make([]float64, 9)}}})
	wait := &report.Field{Name: "cpu_task.percent_wait"}
	short.Sources[0].Options = facts("rate", "1")
	short.Sources[0].Results[1].Series[1].Times = report.Numbers{0, 4, 8, 9, 17, 25, 33, 34, 38}
	short.Sources[0].Results[1].Series[1].Process = report.Process{Name: "solve", ID: 7}
	short.Sources[0].Results[1].Series[1].Columns = []report.Column{{Field: wait, Values: report.Numbers{20, 40, 60, 40, 40, 40, 40, 40, 40}}}
	short.Sources[0].Results[1].Series[0].Process = report.Process{Name: "pidstat", ID: 8, Rank: 1}
	short.Sources[0].Results[1].Series[0].Columns = []report.Column{{Field: wait, Values: report.Numbers{1000}}}
	runs := []report.Run{
		short, at(placed("scaling", "tcp", 2, 1, 60, "node", "b"), 0, time.Minute), at(placed("scaling", "tcp", 2, 2, 60, "node", "b, c"), 30*time.Second, time.Minute),
		at(placed("scaling", "tcp", 2, 3, 60, "node", "c"), time.Minute, 2*time.Minute),
	}
	study := planned()
	study.Discard = 0
	var got []string
	for _, finding := range compare(t, report.Options{Study: study}, runs...).Findings {
		got = append(got, finding.What)
	}
	want := []string{
		"1 cell had fewer than three runs that count, so no interval, first nodes=1 with 1 run",
		"1 run took less than a second, first tcp1-2 with 400ms",
		"1 run had fewer than ten samples of a metric, first tcp1-2 with 9 samples of app-app",
		"1 run had samples more than twice as far apart as asked for, as on a busy node, first tcp1-2: app-app was asked for a sample every 1 s, and got one every 4 s (median)",
		"1 run waited for a processor more than a tenth of the time, because the node was busy or the pod has too few CPUs, first tcp1-2: solve waited 40 % of the time",
		"2 runs began on a node where a run of another set was, first tcp2-1 with tcp1-2",
		"the first run of each cell counts, with cold caches if it is the first on its nodes: repeat.discard is 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for i := range runs {
		runs[i].Place = nil
	}
	if got := compare(t, report.Options{Ignore: []string{"parameter tasks", "nodes"}}, runs...).Findings; len(got) != 0 {
		t.Errorf("of logs alone: %+v", got)
	}
}

// TestBetweenCells wants a finding where what surrounded the cells of a study differs, unless another image explains it.
func TestBetweenCells(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		first, second []string
		want          []report.Finding
	}{
		"equal":         {[]string{"kernel", "6.1"}, []string{"kernel", "6.1"}, nil},
		"not known":     {[]string{"kernel", "6.1"}, nil, nil},
		"another image": {[]string{"image", "a", "image digest", "1"}, []string{"image", "b", "image digest", "2"}, nil},
		"the same image": {
			[]string{"image", "a", "image digest", "1"},
			[]string{"image", "a", "image digest", "2"},
			[]report.Finding{{Fact: "image digest", What: "image digest differs between the cells: 1 (3 runs), 2 (3 runs). A difference of their figures may come from it"}},
		},
		"another CPU": {
			[]string{"cpu", "8 x Intel"},
			[]string{"cpu", "8 x AMD"},
			[]report.Finding{{Fact: "cpu", What: "cpu differs between the cells: 8 x AMD (3 runs), 8 x Intel (3 runs). A difference of their figures may come from it"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var runs []report.Run
			for number := range 3 {
				runs = append(runs, placed("scaling", "tcp", 1, number+1, 100, c.first...), placed("scaling", "efa", 1, number+1, 90, c.second...))
			}
			if diff := cmp.Diff(c.want, compare(t, report.Options{}, runs...).Findings); diff != "" {
				t.Error(diff)
			}
		})
	}
}
