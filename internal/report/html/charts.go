package html

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// A scaleData is a picture over the axis of the comparison: of a figure of merit, or of its speed-up or efficiency.
type scaleData struct {
	Type  string `json:"type"`
	XName string `json:"xlabel"`
	Label string `json:"label"`
	Ratio bool   `json:"ratio"` // a speed-up or an efficiency
	// A picture shows mostLines of the lines. Those of all its parts have the same axes.
	Part  int         `json:"part"`
	Lines []scaleLine `json:"lines"`
}

// A scaleLine is the cells of a line.
type scaleLine struct {
	Name  string `json:"n"`
	X     nums   `json:"x"`
	Mean  nums   `json:"y"`
	Half  nums   `json:"half"`
	Count nums   `json:"c"`     // runs
	Ideal nums   `json:"ideal"` // NaN where nothing is ideal
	// Each value of a run is a point at one of X.
	Points []nums `json:"points,omitempty"`
	// Each reference is the place and the limits, null where there is none.
	Expected []nums `json:"expected,omitempty"`

	said string // the line in words
}

// A scaleView is what is drawn of a figure of merit: a value with its interval, and the ideal.
type scaleView struct {
	title, label, unit, doc string
	of                      func(*report.Entry) (value report.Ratio, ideal float64)
}

// scaleViews are the figure itself, and its speed-up and efficiency, which are known where the scaling is.
func scaleViews(c *report.Comparison, f report.Figure) []scaleView {
	words := f.Words()
	return []scaleView{
		{words, f.Field.Title, f.Field.Unit, f.Doc(), func(e *report.Entry) (report.Ratio, float64) {
			return report.Ratio{Value: e.Mean, Half: e.Half}, e.Ideal(f.Field.Better)
		}},
		{"Speed-up of " + words, "speed-up", "", "how many times faster than the smallest " + c.Over + " of the line", func(e *report.Entry) (report.Ratio, float64) {
			return e.Speedup, e.Speedup.Value / e.Efficiency.Value
		}},
		{"Efficiency of " + words, "efficiency", "%", "the speed-up as a share of the ideal one", func(e *report.Entry) (report.Ratio, float64) {
			return report.Ratio{Value: 100 * e.Efficiency.Value, Half: 100 * e.Efficiency.Half}, 100
		}},
	}
}

const (
	mostLines = 8 // of a picture: there are as many colours and marks
	mostParts = 6 // pictures of one view
)

// scaleFigures make the pictures of a view, of the lines that have two cells with it.
func scaleFigures(c *report.Comparison, f report.Figure, v scaleView) (all []*figure) {
	data := scaleData{Type: "scaling", XName: c.Over, Label: report.WithUnit(v.label, v.unit), Ratio: v.label != f.Field.Title}
	for _, line := range c.Lines {
		if drawn := newScaleLine(c, f, line, v); len(drawn.X) > 1 {
			data.Lines = append(data.Lines, drawn)
		}
	}
	inParts(len(data.Lines), v.title, func(part, from, to int, title, left string) {
		var words []string
		for _, line := range data.Lines[from:to] {
			words = append(words, line.said)
		}
		data.Part = part
		all = append(all, &figure{Title: title, Unit: v.unit, Doc: v.doc, Summary: strings.Join(words, "; ") + left, data: data})
	})
	return all
}

// inParts calls draw for each picture of some lines, with the lines that it has, its title, and words about lines that no picture has.
func inParts(lines int, title string, draw func(part, from, to int, title, left string)) {
	left, parts := "", (lines+mostLines-1)/mostLines
	if more := lines - mostLines*mostParts; more > 0 {
		left = fmt.Sprintf("; %s more without a picture, see all values", text.Count(more, "line"))
		parts = mostParts
	}
	for part := range parts {
		name := title
		if parts > 1 {
			name += fmt.Sprintf(", part %d of %d on the same axes", part+1, parts)
		}
		draw(part, part*mostLines, min((part+1)*mostLines, lines), name, left)
	}
}

// newScaleLine returns the places of a line at which a view is known and positive, which a logarithmic axis needs. What a study
// expects is about the figure itself.
func newScaleLine(c *report.Comparison, f report.Figure, line report.Line, v scaleView) scaleLine {
	out := scaleLine{Name: line.Name}
	var allowed, said []string
	for _, i := range line.Cells {
		e, at := f.In(i), c.Cells[i].At
		value, ideal := v.of(e)
		if e.N == 0 || !(at > 0) || !(value.Value > 0) {
			continue
		}
		place := " (" + c.Over + "=" + report.Short(at) + ")"
		said = append(said, report.Amount(value.Value, v.unit)+place)
		out.X, out.Mean, out.Half = append(out.X, at), append(out.Mean, value.Value), append(out.Half, value.Half)
		out.Count, out.Ideal = append(out.Count, float64(e.N)), append(out.Ideal, ideal)
		if v.label != f.Field.Title {
			continue
		}
		out.Points = append(out.Points, nums(e.Values))
		for _, reference := range c.ReferencesOf(f, i) {
			out.Expected = append(out.Expected, nums{at, reference.Least, reference.Greatest})
			allowed = append(allowed, reference.Allowed()+place)
		}
	}
	if len(said) > 0 {
		out.said = strings.TrimPrefix(line.Name+": "+said[0]+" to "+said[len(said)-1], ": ")
	}
	if len(allowed) > 0 {
		out.said += ", expected " + strings.Join(allowed, ", ")
	}
	return out
}

// A boxData is a picture with a row for each cell: quartiles, and a point for each run, or for each node.
type boxData struct {
	Type  string   `json:"type"`
	Label string   `json:"label"`
	Rows  []boxRow `json:"rows"`
}

// A boxRow is one cell.
type boxRow struct {
	Place  string `json:"at"` // on the axis: cells of one place stand below each other
	Name   string `json:"n"`
	Line   int    `json:"l"`
	Values nums   `json:"v"`
	Box    nums   `json:"box"`  // quartiles
	Mean   nums   `json:"mean"` // lower end of the interval, mean, upper end, of which the ends may be unknown

	at float64 // on the axis
}

// mostRows is the largest number of rows of a picture.
const mostRows = 40

// boxFigure makes a picture of values of a figure of merit in each cell, of which point says what one is. It is nil if no cell has two
// values, or if all values are equal.
func boxFigure(c *report.Comparison, f report.Figure, point string, valuesOf func(*report.Entry) []float64) *figure {
	data := boxData{Type: "boxes", Label: report.WithUnit(f.Field.Title, f.Field.Unit)}
	most, low, high := 0, math.Inf(1), math.Inf(-1)
	for _, e := range f.Entries {
		cell, values := c.Cells[e.Cell], valuesOf(e)
		stats := report.Summarize(values)
		if stats.N == 0 {
			continue
		}
		row := boxRow{
			Name: cell.Name, Line: cell.Line, Values: nums(values), Box: nums{stats.Q1, stats.Median, stats.Q3},
			Mean: nums{stats.Mean - stats.Half, stats.Mean, stats.Mean + stats.Half},
		}
		if len(c.Lines) > 1 && c.Over != "" {
			row.Place, row.Name, row.at = c.Over+"="+cell.Facts[c.Over], c.Lines[cell.Line].Name, cell.At
		}
		most, low, high = max(most, stats.N), min(low, stats.Min), max(high, stats.Max)
		data.Rows = append(data.Rows, row)
	}
	if most < 2 || low == high {
		return nil
	}
	slices.SortStableFunc(data.Rows, func(a, b boxRow) int { return cmp.Compare(a.at, b.at) })
	shown := min(len(data.Rows), mostRows)
	summary := fmt.Sprintf("%d of %s. Each point is a %s", shown, text.Count(len(data.Rows), "cell"), point)
	if most >= 3 {
		summary += ". From three points on, the filled mark below is their mean with its 95 % interval"
	}
	if low >= 0 && slices.ContainsFunc(data.Rows, func(r boxRow) bool { return r.Mean[0] < 0 }) {
		summary += ", which is cut with an arrow where it goes below 0"
	}
	if most >= 5 {
		summary += ". From five on, a box holds their inner half with the median"
	}
	data.Rows = data.Rows[:shown]
	return &figure{Title: f.Words(), Unit: f.Field.Unit, Doc: f.Doc(), Summary: summary, data: data}
}
