package report_test

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// ratios returns the speed-up and the efficiency of the first figure in each cell, by name.
func ratios(c *report.Comparison) map[string][2]float64 {
	all := map[string][2]float64{}
	for _, e := range c.Figures[0].Entries {
		all[c.Cells[e.Cell].Name] = [2]float64{e.Speedup.Value, e.Efficiency.Value}
	}
	return all
}

// TestBase wants the speed-up over the smallest size of the same other facts. The means are of LAMMPS on 32 and 256 nodes
// in two clouds, from converged-computing/performance-study.
func TestBase(t *testing.T) {
	t.Parallel()
	in := func(cloud, size, tasks string) map[string]string {
		return facts("label cloud", cloud, "size", size, "tasks", tasks, "problem", "atoms=39845888 steps=100", "total problem", "atoms=39845888 steps=100")
	}
	c := compare(t, report.Options{}, runOf(in("gke", "32", "1792"), 201.3), runOf(in("eks", "256", "24576"), 54.85), runOf(in("eks", "32", "3072"), 138.2))
	want := map[string][2]float64{
		"size=32, label cloud=gke":  {math.NaN(), math.NaN()},
		"size=32, label cloud=eks":  {1, 1},
		"size=256, label cloud=eks": {138.2 / 54.85, 138.2 / 54.85 / 8},
	}
	if diff := cmp.Diff(want, ratios(c), near); diff != "" {
		t.Error(diff)
	}
	if !strings.HasPrefix(c.Findings[0].What, "1 of 3 cells have no speed-up") {
		t.Errorf("%+v", c.Findings)
	}
	c = compare(t, report.Options{}, runOf(in("gke", "32", "1792"), 201.3), runOf(in("eks", "256", "24576"), 54.85))
	if slices.ContainsFunc(c.Findings, func(f report.Finding) bool { return strings.Contains(f.What, "no speed-up") }) {
		t.Errorf("no cell has one, which needs no word: %+v", c.Findings)
	}
}

// number reads a number of a test.
func number(t *testing.T, text string) float64 {
	t.Helper()
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// TestScaling wants a problem that grows to be weak scaling, and no speed-up where nobody knows.
func TestScaling(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	at := func(tasks, total, command string) map[string]string {
		all := facts("tasks", tasks, "command", command)
		if total != "" {
			size, processes := number(t, total), number(t, tasks)
			all["problem"], all["total problem"], all["problem per process"] = "atoms="+total, "atoms="+total+" steps=5", "atoms="+report.Number(size/processes)+" steps=5"
		}
		return all
	}
	for name, c := range map[string]struct {
		options report.Options
		facts   [3]map[string]string
		scaling report.Scaling
		time    [3][2]float64 // of times 10, 10, 10: speed-up and efficiency
		rate    [3][2]float64 // of equal rates
	}{
		"one problem": {
			report.Options{},
			[3]map[string]string{at("1", "100", "a"), at("2", "100", "a"), at("4", "100", "a")},
			report.Strong,
			[3][2]float64{{1, 1}, {1, 0.5}, {1, 0.25}},
			[3][2]float64{{1, 1}, {1, 0.5}, {1, 0.25}},
		},
		"a growing problem": {
			report.Options{},
			[3]map[string]string{at("1", "100", "lmp -v x 1"), at("2", "201", "lmp -v x 2"), at("4", "400", "lmp -v x 4")},
			report.Weak,
			[3][2]float64{{1, 1}, {2, 1}, {4, 1}},
			[3][2]float64{{1, 1}, {1, 0.5}, {1, 0.25}},
		},
		"another problem": {
			report.Options{},
			[3]map[string]string{at("1", "100", "a"), at("2", "900", "a"), at("4", "50", "a")},
			report.NotKnown,
			[3][2]float64{{nan, nan}, {nan, nan}, {nan, nan}},
			[3][2]float64{{nan, nan}, {nan, nan}, {nan, nan}},
		},
		"as asked for": {
			report.Options{Scaling: report.Weak},
			[3]map[string]string{at("1", "", ""), at("2", "", ""), at("4", "", "")},
			report.Weak,
			[3][2]float64{{1, 1}, {2, 1}, {4, 1}},
			[3][2]float64{{1, 1}, {1, 0.5}, {1, 0.25}},
		},
		"one command": {
			report.Options{},
			[3]map[string]string{at("1", "", "a"), at("2", "", "a"), at("4", "", "a")},
			report.Strong,
			[3][2]float64{{1, 1}, {1, 0.5}, {1, 0.25}},
			[3][2]float64{{1, 1}, {1, 0.5}, {1, 0.25}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := compare(t, c.options, runOf(c.facts[0], 10), runOf(c.facts[1], 10), runOf(c.facts[2], 10))
			if len(got.Lines) != 1 || got.Lines[0].Scaling != c.scaling {
				t.Fatalf("%+v", got.Lines)
			}
			for i := range got.Cells {
				time, rate := got.Figures[0].Entries[i], got.Figures[1].Entries[i]
				if diff := cmp.Diff([2][2]float64{c.time[i], c.rate[i]}, [2][2]float64{{time.Speedup.Value, time.Efficiency.Value}, {rate.Speedup.Value, rate.Efficiency.Value}}, near); diff != "" {
					t.Errorf("cell %d:\n%s", i, diff)
				}
			}
		})
	}
}

// TestDurationOfMeasurements wants no speed-up of the duration of a program that says no problem: it may measure a latency.
func TestDurationOfMeasurements(t *testing.T) {
	t.Parallel()
	for program, want := range map[string]bool{"": true, "osu": false} {
		var runs []report.Run
		for _, size := range []string{"1", "2"} {
			known := facts("size", size, "command", "a")
			if program != "" {
				known["program"] = program
			}
			runs = append(runs, at(runOf(known, 8), 0, time.Minute))
		}
		c := compare(t, report.Options{}, runs...)
		f := c.Figures[len(c.Figures)-1]
		notes := c.Answers()[len(c.Answers())-1].Notes
		if f.Kind != report.Duration || report.Known(f.Entries[1].Speedup.Value) != want || (len(notes) > 0) != want {
			t.Errorf("%q: %s has %+v and %q", program, f.Name(), f.Entries[1], notes)
		}
	}
}

// TestPlaces wants a speed-up only between positive places on the axis: nothing is a multiple of 0.
func TestPlaces(t *testing.T) {
	t.Parallel()
	var runs []report.Run
	for _, place := range []string{"-2", "0", "2", "4", "inf"} {
		runs = append(runs, runOf(facts("env T", place), 8))
	}
	c := compare(t, report.Options{Over: "env T", Scaling: report.Strong}, runs...)
	none := [2]float64{report.Unknown, report.Unknown}
	want := map[string][2]float64{"env T=-2": none, "env T=0": none, "env T=2": {1, 1}, "env T=4": {1, 0.5}, "env T=inf": none}
	if diff := cmp.Diff(want, ratios(c), near); diff != "" {
		t.Error(diff)
	}
}

// TestOnePlace wants two forms of one number to be two cells, of which no line has both, and no fact that could be left out.
func TestOnePlace(t *testing.T) {
	t.Parallel()
	var runs []report.Run
	for _, place := range []string{"1000", "1e3", "2000"} {
		runs = append(runs, runOf(facts("env T", place), 8))
	}
	c := compare(t, report.Options{Over: "env T", Scaling: report.Strong}, runs...)
	if len(c.Cells) != 3 || len(c.Lines) != 3 || c.Lines[0].Name != "env T=1000" || c.Lines[1].Name != "env T=1e3" || !slices.Equal(c.Findings, []report.Finding{unrepeated}) {
		t.Errorf("%+v, %+v", c.Lines, c.Findings)
	}
}

// TestNoPlace wants cells of which nobody knows the place to be lines of their own, each by its name.
func TestNoPlace(t *testing.T) {
	t.Parallel()
	c := compare(t, report.Options{Over: report.FactSize},
		runOf(facts(report.FactSize, "2", report.FactFile, "a"), 8), runOf(facts(report.FactFile, "b"), 8), runOf(facts(report.FactFile, "c"), 8))
	for i, want := range []string{"file=a", "file=b", "file=c"} {
		if len(c.Lines) != 3 || c.Lines[i].Name != want {
			t.Errorf("the lines are %+v, want %q", c.Lines, want)
		}
	}
}
