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
	From  int
	To    int
	Lines []struct {
		Name   string     `json:"n"`
		X      []float64  `json:"x"`
		Mean   []float64  `json:"y"`
		Style  int        `json:"s"`
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
	if first.From != 0 || first.To != 8 || second.From != 8 || second.To != 11 || len(first.Lines) != 11 || len(second.Lines) != 11 {
		t.Errorf("%+v\n%+v", first, second)
	}
	if !strings.Contains(page, `"xlabel":"size (nodes)"`) {
		t.Error("the axis does not say that a size is a number of nodes")
	}
	if _, words, _ := strings.Cut(page, "part 2 of 2"); !strings.Contains(words[:1000], "From 18 to 110, for size from 1 to 2") {
		t.Errorf("the range of the second picture is not said: %.1000s", words)
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
			Values []float64  `json:"v"`
			Mean   []*float64 `json:"mean"`
		}
	}
	figureOf(t, within, "x: f", &data)
	if values := data.Rows[0].Values; !slices.Equal(values, []float64{10, 11, 15, 20, 21, 25}) {
		t.Errorf("within the runs are %v", values)
	}
	if mean := data.Rows[0].Mean; mean[0] == nil || mean[2] == nil {
		t.Error("the mean over the nodes of two runs has no interval")
	}
}

// TestPicturesOfOneFact wants lines that are too many for one picture to stand with those that they are compared with, in one style in all
// pictures.
func TestPicturesOfOneFact(t *testing.T) {
	t.Parallel()
	values := map[string][]float64{}
	for fabric := range 4 {
		for input := range 3 {
			for _, size := range []int{1, 2} {
				values[fmt.Sprintf("size=%d fabric=f%d input=i%d", size, fabric, input)] = []float64{float64(1 + fabric + 10*input)}
			}
		}
	}
	page := write(t, measured(values))
	for i := range 3 {
		title := fmt.Sprintf("x: f, part %d of 3 on the same axes", i+1)
		var data scaled
		figureOf(t, page, title, &data)
		var got []string
		for _, line := range data.Lines[data.From:data.To] {
			got = append(got, fmt.Sprint(line.Name, " ", line.Style))
		}
		if want := []string{"fabric=f0 0", "fabric=f1 1", "fabric=f2 2", "fabric=f3 3"}; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", title, got, want)
		}
		if _, words, _ := strings.Cut(page, title); !strings.Contains(words[:1000], fmt.Sprintf("; in all: input=i%d", i)) {
			t.Errorf("%s does not say its input", title)
		}
	}
}

// TestCurveWithoutSize wants a curve that stands at no place on the axis beside those of places.
func TestCurveWithoutSize(t *testing.T) {
	t.Parallel()
	page := write(t, curves(5, map[string]string{"size": "2"}, map[string]string{"size": "4"}, map[string]string{}))
	for _, name := range []string{`"n":"size=2"`, `"n":"size=4"`, `"n":""`} {
		if !strings.Contains(page, name) {
			t.Errorf("%s is not there", name)
		}
	}
}

// TestNoIntervalOfSeveralExperiments wants no interval in the picture of cells either.
func TestNoIntervalOfSeveralExperiments(t *testing.T) {
	t.Parallel()
	r := measured(map[string][]float64{"size=1": {1, 2, 3, 4}})
	for i := range r.Runs {
		r.Runs[i].Path = fmt.Sprintf("logs/%c-%d.out", 'a'+i%2, i)
	}
	var data struct {
		Rows []struct {
			Mean []*float64 `json:"mean"`
		}
	}
	_, cells, _ := strings.Cut(write(t, r), `<section id="cells">`)
	figureOf(t, cells, "x: f", &data)
	if mean := data.Rows[0].Mean; mean[0] != nil || mean[1] == nil || mean[2] != nil {
		t.Errorf("the interval is %v", mean)
	}
}

// TestLinesWithoutPicture wants a word about the lines after the 128th.
func TestLinesWithoutPicture(t *testing.T) {
	t.Parallel()
	values := map[string][]float64{}
	for environment := range 130 {
		values[fmt.Sprintf("size=1 cloud=c%02d", environment)] = []float64{float64(10 + environment)}
		values[fmt.Sprintf("size=2 cloud=c%02d", environment)] = []float64{float64(100 + environment)}
	}
	page := write(t, measured(values))
	_, words, _ := strings.Cut(page, "part 16 of 16 on the same axes")
	if !strings.Contains(words[:2000], "; the pictures have the first 128 of 130 lines, in the order of the tables") || strings.Contains(page, "part 17") {
		t.Error("the lines without a picture are not said")
	}
}

// curves is a report with two runs of each of some cells. Each has a curve of two points, of which the second is in the first run last.
func curves(last float64, cells ...map[string]string) *report.Report {
	kind := &report.Kind{Name: "x", Title: "x", Merit: []string{"f"}}
	r := &report.Report{}
	for i, cell := range cells {
		for repetition := range 2 {
			run := one(report.Result{Kind: kind, Curves: []report.Curve{{
				X: report.Column{Field: &report.Field{Name: "x", Title: "x"}, Values: report.Numbers{1, 2}},
				Y: report.Column{Field: &report.Field{Name: "f", Title: "f"}, Values: report.Numbers{1, last + float64(10*i+repetition)}},
			}}}).Runs[0]
			run.Name, run.Facts = fmt.Sprint(i, "-", repetition), cell
			r.Runs = append(r.Runs, run)
		}
	}
	return r
}

type curved struct {
	Ys    []float64
	Lines []struct {
		Name  string `json:"n"`
		Style int    `json:"s"`
		Count int    `json:"c"`
		Y     []float64
		Low   []float64 `json:"lo"`
		High  []float64 `json:"hi"`
	}
}

// TestCurvesOfACellAreOneLine wants curves of more than eight cells in pictures of eight on the same axes. The curves of a cell are drawn as their
// median in an area that holds them.
func TestCurvesOfACellAreOneLine(t *testing.T) {
	t.Parallel()
	var cells []map[string]string
	for cell := range 9 {
		cells = append(cells, map[string]string{"size": fmt.Sprint(cell + 1)})
	}
	_, page, _ := strings.Cut(write(t, curves(2, cells...)), `<section id="curves">`)
	var first, second curved
	figureOf(t, page, "f, part 1 of 2 on the same axes", &first)
	figureOf(t, page, "f, part 2 of 2 on the same axes", &second)
	if len(first.Lines) != 8 || len(second.Lines) != 1 || first.Lines[6].Style != 7 || first.Lines[7].Style != 0 {
		t.Errorf("the pictures have %+v and %+v", first, second)
	}
	if line := second.Lines[0]; line.Name != "size=9" || line.Count != 2 || line.Y[1] != 82.5 || line.Low[1] != 82 || line.High[1] != 83 {
		t.Errorf("the last line is %+v", line)
	}
	if !strings.Contains(page, "From 1 to 73, for x from 1 to 2; ") || !strings.Contains(page, "From 1 to 83, for x from 1 to 2; ") {
		t.Error("a caption has not the range of what its picture shows")
	}
	if want := []float64{1, 83}; !slices.Equal(first.Ys, want) || !slices.Equal(second.Ys, want) {
		t.Errorf("the axes go to %v and %v", first.Ys, second.Ys)
	}
	if !strings.Contains(page, "the line is the median of n, and its area holds all of them") {
		t.Error("the caption does not say what is drawn")
	}
}

// TestManyCurvesOfOneCell wants one line of more curves than a picture has lines.
func TestManyCurvesOfOneCell(t *testing.T) {
	t.Parallel()
	_, page, _ := strings.Cut(write(t, curves(2, slices.Repeat([]map[string]string{{}}, 5)...)), `<section id="curves">`)
	var only curved
	figureOf(t, page, "f", &only)
	if len(only.Lines) != 1 || only.Lines[0].Count != 10 || only.Lines[0].Y[1] != 22.5 {
		t.Errorf("the picture has %+v", only)
	}
}

// TestAnEnvironmentHasOneStyle wants the style of a line in pictures that lack other lines, in those of another program in the same environment,
// and in the picture of each place.
func TestAnEnvironmentHasOneStyle(t *testing.T) {
	t.Parallel()
	values := map[string][]float64{}
	var cells []map[string]string
	for i, environment := range []string{"aks", "eks", "gke"} {
		for _, size := range []string{"1", "2"} {
			cells = append(cells, map[string]string{"environment": environment, "size": size})
			values["program=a environment="+environment+" size="+size] = []float64{1, float64(2 + i)}
			if i > 0 {
				values["program=b environment="+environment+" size="+size] = []float64{10, float64(20 + i)}
			}
		}
	}
	r, other := measured(values), &report.Kind{Name: "y", Title: "y", Merit: []string{"g"}}
	for i := range r.Runs {
		if run := &r.Runs[i]; run.Facts["program"] == "b" {
			value := &run.Sources[0].Results[0].Values[0]
			value.Field = &report.Field{Name: "g", Title: "g", Better: report.Lower}
			run.Sources[0].Results[0].Kind = other
		}
	}
	page := write(t, r)
	_, boxes, _ := strings.Cut(page, `<section id="cells">`)
	var first, second scaled
	var rows struct {
		Rows []struct {
			Name  string `json:"n"`
			Style int    `json:"s"`
		}
	}
	figureOf(t, page, "x: f", &first)
	figureOf(t, page, "y: g", &second)
	figureOf(t, boxes, "y: g", &rows)
	if first.Lines[1].Name != "environment=eks" || first.Lines[1].Style != 1 || second.Lines[0].Name != "environment=eks" || second.Lines[0].Style != 1 {
		t.Errorf("the lines are %+v and %+v", first.Lines, second.Lines)
	}
	if row := rows.Rows[1]; row.Name != "environment=gke" || row.Style != 2 {
		t.Errorf("the rows are %+v", rows.Rows)
	}
	if _, words, _ := strings.Cut(page, `data-name="y: g"`); !strings.Contains(words[:300], "; in all: program=b.") {
		t.Errorf("the caption does not say what all lines have in common: %.300s", words)
	}
	_, pictures, _ := strings.Cut(write(t, curves(2, cells...)), `<section id="curves">`)
	var second2 curved
	figureOf(t, pictures, "f, size=2", &second2)
	if len(second2.Lines) != 3 || second2.Lines[2].Name != "environment=gke" || second2.Lines[2].Style != 2 || second2.Lines[2].Y[1] != 52.5 {
		t.Errorf("the curves are %+v", second2.Lines)
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
