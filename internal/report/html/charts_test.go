package html_test

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/testing/reporttest"
)

// measured is a report of a figure of merit. It has a run for each value of each environment.
func measured(values map[string][]float64) *report.Report {
	kind := &report.Kind{Name: "x", Title: "x", Merit: []string{"f"}}
	r := &report.Report{}
	for _, environment := range slices.Sorted(maps.Keys(values)) {
		for _, value := range values[environment] {
			run := one(report.Result{Kind: kind, Values: []report.Value{{Field: &report.Field{Name: "f", Title: "f", Better: report.Lower}, Value: value}}}).Runs[0]
			run.Name, run.Facts = fmt.Sprint(environment, value), map[string]string{}
			for fact := range strings.FieldsSeq(environment) {
				name, value, _ := strings.Cut(fact, "=")
				run.Facts[name] = value
			}
			r.Runs = append(r.Runs, run)
		}
	}
	return r
}

type scaled struct {
	Part  int
	Lines []struct {
		Name   string    `json:"n"`
		X      []float64 `json:"x"`
		Mean   []float64 `json:"y"`
		Half   []*float64
		Count  []float64  `json:"c"`
		Ideal  []*float64 `json:"ideal"`
		Points [][]float64
	}
}

// figureOf returns the data of the figure with a name.
func figureOf(t *testing.T, page, name string, into any) {
	t.Helper()
	id := regexp.MustCompile(`<figure id="(f\d+)" data-name="` + regexp.QuoteMeta(name)).FindStringSubmatch(page)
	if id == nil {
		t.Fatalf("the page has no figure %q", name)
	}
	readData(t, page, id[1], into)
}

// TestSpeedupAndEfficiency wants pictures of both where the scaling is known: half the time on four times the size is a speed-up of
// 2 and an efficiency of 50 %.
func TestSpeedupAndEfficiency(t *testing.T) {
	t.Parallel()
	r := measured(map[string][]float64{"size=1": {79, 80, 81}, "size=4": {40, 40}})
	if page := write(t, r); strings.Contains(page, "Speed-up of") {
		t.Error("a speed-up is drawn where nobody knows how the problem grows")
	}
	r = measured(map[string][]float64{"size=1": {79, 80, 81}, "size=4": {40, 40}})
	if err := report.Compare(r, report.Options{Scaling: report.Strong}); err != nil {
		t.Fatal(err)
	}
	page := write(t, r)
	var whole, speedup, efficiency scaled
	figureOf(t, page, "x: f", &whole)
	figureOf(t, page, "Speed-up of x: f", &speedup)
	figureOf(t, page, "Efficiency of x: f (%)", &efficiency)
	if line := whole.Lines[0]; !slices.Equal(line.Count, []float64{3, 2}) || *line.Ideal[1] != 20 || len(line.Points[0]) != 3 {
		t.Errorf("the figure itself is %+v", line)
	}
	if line := speedup.Lines[0]; !slices.Equal(line.Mean, []float64{1, 2}) || *line.Ideal[1] != 4 || line.Points != nil {
		t.Errorf("the speed-up is %+v", line)
	}
	if line := efficiency.Lines[0]; !slices.Equal(line.Mean, []float64{100, 50}) || *line.Ideal[1] != 100 {
		t.Errorf("the efficiency is %+v", line)
	}
}

// TestManyLinesArePictured wants all lines of many environments in pictures that have the same data, and so the same axes.
func TestManyLinesArePictured(t *testing.T) {
	t.Parallel()
	values := map[string][]float64{}
	for environment := range 11 {
		values[fmt.Sprintf("size=1 cloud=c%02d", environment)] = []float64{float64(10 + environment)}
		values[fmt.Sprintf("size=2 cloud=c%02d", environment)] = []float64{float64(100 + environment)}
	}
	page := write(t, measured(values))
	var first, second scaled
	figureOf(t, page, "x: f, part 1 of 2 on the same axes", &first)
	figureOf(t, page, "x: f, part 2 of 2 on the same axes", &second)
	if first.Part != 0 || second.Part != 1 || len(first.Lines) != 11 || len(second.Lines) != 11 {
		t.Errorf("parts %d and %d have %d and %d lines", first.Part, second.Part, len(first.Lines), len(second.Lines))
	}
	_, words, _ := strings.Cut(page, "part 2 of 2")
	for _, name := range []string{"cloud=c08: 18 (size=1) to 108 (size=2)", "cloud=c10: "} {
		if !strings.Contains(words[:1000], name) {
			t.Errorf("%q is not said of the second picture", name)
		}
	}
}

// TestBoxesStandSideBySide wants the environments of one place below each other, and the places in the order of their numbers.
func TestBoxesStandSideBySide(t *testing.T) {
	t.Parallel()
	page := write(t, measured(map[string][]float64{
		"size=16 cloud=a": {1, 2, 3}, "size=4 cloud=a": {5, 6, 7}, "size=16 cloud=b": {2, 2, 4}, "size=4 cloud=b": {8},
	}))
	var data struct {
		Rows []struct {
			Place  string `json:"at"`
			Name   string `json:"n"`
			Values []float64
			Mean   []*float64
		}
	}
	_, cells, _ := strings.Cut(page, `<section id="cells">`)
	figureOf(t, cells, "x: f", &data)
	var rows []string
	for _, row := range data.Rows {
		rows = append(rows, row.Place+" "+row.Name)
	}
	if want := []string{"size=4 cloud=a", "size=4 cloud=b", "size=16 cloud=a", "size=16 cloud=b"}; !slices.Equal(rows, want) {
		t.Errorf("the rows are %q", rows)
	}
	// Student's t of two degrees of freedom is 4.303; the deviation of 5, 6, 7 is 1.
	if mean := data.Rows[0].Mean; math.Abs(*mean[0]-(6-4.3027/math.Sqrt(3))) > 0.001 || *mean[1] != 6 || data.Rows[1].Mean[0] != nil {
		t.Errorf("the means are %v", data.Rows)
	}
}

// TestWithinRuns wants a point for each value that a run has the mean of, of nodes or of processes of one log, and none where a run has
// one value.
func TestWithinRuns(t *testing.T) {
	t.Parallel()
	r := measured(map[string][]float64{"": {10, 20}})
	if page := write(t, r); strings.Contains(page, `<section id="within">`) {
		t.Error("runs of one value have a picture of what is within them")
	}
	for i := range r.Runs {
		other := r.Runs[i].Sources[0]
		value := other.Results[0].Values[0]
		value.Value++
		third := value
		third.Value += 4
		other.Pod, other.Results = "b", []report.Result{{Kind: other.Results[0].Kind, Values: []report.Value{value, third}}}
		r.Runs[i].Sources = append(r.Runs[i].Sources, other)
	}
	r.Comparison = nil
	_, within, _ := strings.Cut(write(t, r), `<section id="within">`)
	var data struct {
		Rows []struct {
			Values []float64 `json:"v"`
		}
	}
	figureOf(t, within, "x: f", &data)
	if values := data.Rows[0].Values; !slices.Equal(values, []float64{10, 11, 15, 20, 21, 25}) {
		t.Errorf("within the runs are %v", values)
	}
}

// TestLinesWithoutPicture wants a word about the lines after the 48th.
func TestLinesWithoutPicture(t *testing.T) {
	t.Parallel()
	values := map[string][]float64{}
	for environment := range 50 {
		values[fmt.Sprintf("size=1 cloud=c%02d", environment)] = []float64{float64(10 + environment)}
		values[fmt.Sprintf("size=2 cloud=c%02d", environment)] = []float64{float64(100 + environment)}
	}
	page := write(t, measured(values))
	_, words, _ := strings.Cut(page, "part 6 of 6 on the same axes")
	if !strings.Contains(words[:2000], "; 2 lines more without a picture, see all values") || strings.Contains(page, "part 7") {
		t.Error("the lines without a picture are not said")
	}
}

// TestManyCurvesAreColoured wants curves of more than eight cells in pictures of eight on the same axes, with all curves of a cell drawn alike.
func TestManyCurvesAreColoured(t *testing.T) {
	t.Parallel()
	kind := &report.Kind{Name: "x", Title: "x", Merit: []string{"f"}}
	curve := func(last float64) report.Curve {
		return report.Curve{
			X: report.Column{Field: &report.Field{Name: "x", Title: "x"}, Values: report.Numbers{1, 2}},
			Y: report.Column{Field: &report.Field{Name: "f", Title: "f"}, Values: report.Numbers{1, last}},
		}
	}
	r := &report.Report{}
	for cell := range 9 {
		for repetition := range 2 {
			run := one(report.Result{Kind: kind, Curves: []report.Curve{curve(float64(10*cell + repetition + 2))}}).Runs[0]
			run.Name, run.Facts = fmt.Sprint(cell, "-", repetition), map[string]string{"size": fmt.Sprint(cell + 1)}
			r.Runs = append(r.Runs, run)
		}
	}
	_, curves, _ := strings.Cut(write(t, r), `<section id="curves">`)
	var first, second struct {
		Keys  []string
		Ys    []float64
		Lines []struct{ G int }
	}
	figureOf(t, curves, "f, part 1 of 2 on the same axes", &first)
	figureOf(t, curves, "f, part 2 of 2 on the same axes", &second)
	if len(first.Lines) != 16 || len(second.Lines) != 2 || first.Lines[15].G != 7 || second.Lines[1].G != 0 || second.Keys[0] != "size=9" {
		t.Errorf("the pictures have %d and %d curves: %+v", len(first.Lines), len(second.Lines), second)
	}
	if want := []float64{1, 83}; !slices.Equal(first.Ys, want) || !slices.Equal(second.Ys, want) {
		t.Errorf("the axes go to %v and %v", first.Ys, second.Ys)
	}
}

// TestPicturesComeFirst wants one table above the pictures, and the others below.
func TestPicturesComeFirst(t *testing.T) {
	t.Parallel()
	top, below, _ := strings.Cut(write(t, reporttest.Study()), "<figure ")

	if n := strings.Count(top, `>mean</th>`); n != 1 || !strings.Contains(below, `<section id="figures">`) {
		t.Errorf("%d tables of figures stand above the pictures", n)
	}
}

// TestCaptionsSayWhatIsDrawn wants no word of means and boxes that a picture has not.
func TestCaptionsSayWhatIsDrawn(t *testing.T) {
	t.Parallel()
	for want, values := range map[string][]float64{
		"Each point is a run.": {1, 2},
		"Each point is a run. From three points on, the filled mark below is their mean with its 95 % interval.":        {5, 6, 7},
		"the filled mark below is their mean with its 95 % interval, which is cut with an arrow where it goes below 0.": {1, 2, 9},
		"is their mean with its 95 % interval. From five on, a box holds their inner half with the median.":             {5, 6, 7, 6, 5},
	} {
		_, cells, _ := strings.Cut(write(t, measured(map[string][]float64{"size=1": values})), `<section id="cells">`)
		if !strings.Contains(cells, want+"</span>") {
			t.Errorf("%v: the caption is not %q", values, want)
		}
	}
}
