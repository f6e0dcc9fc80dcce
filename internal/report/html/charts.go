package html

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// A scaleData is a picture over the axis of the comparison: of a figure of merit, or of its speed-up or efficiency.
type scaleData struct {
	Type  string `json:"type"`
	XName string `json:"xlabel"`
	Label string `json:"label"`
	Ratio bool   `json:"ratio"` // a speed-up or an efficiency
	// A picture shows some of the lines. Those of all its parts have the same axes.
	From   int         `json:"from"`
	To     int         `json:"to"`
	Lines  []scaleLine `json:"lines"`
	Places nums        `json:"places"` // on the axis, of all runs: a line is faint over those that it lacks
}

type scaleLine struct {
	Name  string `json:"n"`
	Style int    `json:"s"`
	X     nums   `json:"x"`
	Mean  nums   `json:"y"`
	Low   nums   `json:"lo"` // the ends of the interval
	High  nums   `json:"hi"`
	Count nums   `json:"c"`     // runs
	Ideal nums   `json:"ideal"` // NaN where nothing is ideal
	// Each value of a run is a point at one of X.
	Points []nums `json:"points,omitempty"`
	// Each reference is the place and the limits, null where there is none.
	Expected []nums `json:"expected,omitempty"`
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
			return report.Ratio{Value: e.Mean, Low: e.Mean - e.Half, High: e.Mean + e.Half}, e.Ideal(f.Field.Better)
		}},
		{"Speed-up of " + words, "speed-up", "", "how many times faster than the smallest " + c.Over + " of the line", func(e *report.Entry) (report.Ratio, float64) {
			return e.Speedup, e.Speedup.Value / e.Efficiency.Value
		}},
		{"Efficiency of " + words, "efficiency", "%", "the speed-up as a share of the ideal one", func(e *report.Entry) (report.Ratio, float64) {
			return e.Efficiency.Times(100), 100
		}},
	}
}

// scaleFigures make the pictures of a view, of the lines that have two cells with it.
func (p *page) scaleFigures(f report.Figure, v scaleView) (all []figure) {
	c := p.report.Comparison
	data := scaleData{Type: "scaling", XName: axisName(c.Over), Label: report.WithUnit(v.label, v.unit), Ratio: v.label != f.Field.Title, Places: p.places}
	var lines []scaleLine
	var cells []named
	alone := ""
	for _, line := range c.Lines {
		switch drawn := newScaleLine(c, f, line, v); len(drawn.X) {
		case 0:
		case 1:
			alone = "; cells that are alone in their line are not drawn"
		default:
			lines, cells = append(lines, drawn), append(cells, named{Cell: c.Cells[line.Cells[0]]})
		}
	}
	shares, left := p.sharesOf(cells)
	for _, of := range shares {
		for at, line := range of.lines {
			lines[line].Name, lines[line].Style = of.names[at], of.styles[at]
			data.Lines = append(data.Lines, lines[line])
		}
	}
	for _, of := range shares {
		data.From, data.To = data.To, data.To+len(of.lines)
		var xs, ys nums
		for _, line := range data.Lines[data.From:data.To] {
			xs, ys = append(xs, line.X...), slices.Concat(ys, line.Mean, slices.Concat(line.Points...))
		}
		all = append(all, figure{Title: v.title + of.title, Unit: v.unit, Doc: v.doc, Summary: inRange(xs, ys, v.unit, c.Over, "") + left + alone + of.about, data: data})
	}
	return all
}

// axisName is what an axis is called: pictures of curves have sizes of messages.
func axisName(over string) string {
	if over == report.FactSize {
		return "size (nodes)"
	}
	return over
}

// inRange says between which values some points lie, and over which part of the axis.
func inRange(xs, ys nums, unit, xName, xUnit string) string {
	return fmt.Sprintf("From %s to %s, for %s from %s to %s", report.Short(slices.Min(ys)), report.Amount(slices.Max(ys), unit),
		xName, report.Short(slices.Min(xs)), report.Amount(slices.Max(xs), xUnit))
}

// A share is some lines that stand in one picture.
type share struct {
	lines  []int  // which
	title  string // ", part 1 of 2 on the same axes" if there are several
	names  []string
	styles []int
	about  string // of the lines, for the caption
}

// sharesOf puts lines into pictures: all into one, or else those that agree in a fact, of the fact that makes the fewest pictures, or else as
// many as fit. cells are a cell of each line. left is about the lines that no picture has.
func (p *page) sharesOf(cells []named) (all []share, left string) {
	lines := make([]int, len(cells))
	for i := range lines {
		lines[i] = i
	}
	groups := slices.Collect(slices.Chunk(lines, mostLines))
	if len(groups) > 1 {
		most := min(2*len(groups), mostParts) + 1
		var all []report.Cell
		for _, of := range cells {
			all = append(all, of.Cell)
		}
		for _, fact := range p.report.Comparison.Columns(all) {
			by := report.Grouped(lines, func(line int) string { return cells[line].Facts[fact] })
			if len(by) < most && !slices.ContainsFunc(by, func(of []int) bool { return len(of) > mostLines }) {
				groups, most = by, len(by)
			}
		}
	}
	if len(groups) > mostParts {
		groups = groups[:mostParts]
		left = fmt.Sprintf("; the pictures have the first %d of %d lines, in the order of the tables", len(slices.Concat(groups...)), len(lines))
	}
	for i, of := range groups {
		title := ""
		if len(groups) > 1 {
			title = fmt.Sprintf(", part %d of %d on the same axes", i+1, len(groups))
		}
		all = append(all, p.newShare(of, cells, title))
	}
	return all, left
}

// newShare names some lines and gives them styles. Lines of one name have one style in all parts.
func (p *page) newShare(lines []int, cells []named, title string) share {
	of := share{lines: lines, title: title}
	var numbers []int
	for _, line := range lines {
		numbers = append(numbers, cells[line].Line)
	}
	of.names, of.about = p.report.Comparison.NamesOf(numbers)
	for i, line := range lines {
		if cells[line].isPlace {
			of.names[i] = cells[line].name
		}
		if cells[line].isPlace || title != "" {
			numbers[i] = noLine
		}
	}
	of.styles = p.styles.of(numbers, of.names)
	return of
}

// newScaleLine returns the places of a line at which a view is known and positive, which a logarithmic axis needs.
func newScaleLine(c *report.Comparison, f report.Figure, line report.Line, v scaleView) (out scaleLine) {
	for _, i := range line.Cells {
		e, at := f.In(i), c.Cells[i].At
		value, ideal := v.of(e)
		if e.N == 0 || !(at > 0) || !(value.Value > 0) {
			continue
		}
		out.X, out.Mean = append(out.X, at), append(out.Mean, value.Value)
		out.Low, out.High = append(out.Low, value.Low), append(out.High, value.High)
		out.Count, out.Ideal = append(out.Count, float64(e.N)), append(out.Ideal, ideal)
		if v.label != f.Field.Title { // runs, and what a study expects, are of the figure itself
			continue
		}
		out.Points = append(out.Points, nums(e.Values))
		for _, reference := range c.ReferencesOf(f, i) {
			out.Expected = append(out.Expected, nums{at, reference.Least, reference.Greatest})
		}
	}
	return out
}

// A boxData is a picture with a row for each cell: quartiles, and a point for each run, or for each node.
type boxData struct {
	Type  string   `json:"type"`
	Label string   `json:"label"`
	Rows  []boxRow `json:"rows"`
}

type boxRow struct {
	Place  string `json:"at"` // on the axis: cells of one place stand below each other
	Name   string `json:"n"`
	Style  int    `json:"s"`
	Values nums   `json:"v"`
	Box    nums   `json:"box"`  // quartiles
	Mean   nums   `json:"mean"` // lower end of the interval, mean, upper end, of which the ends may be unknown
}

// boxFigure makes a picture of values of a figure of merit in each cell, of which point says what one is, unless
// no cell has two values or all values are equal.
func (p *page) boxFigure(f report.Figure, point string, valuesOf func(*report.Entry) []float64) []figure {
	data := boxData{Type: "boxes", Label: report.WithUnit(f.Field.Title, f.Field.Unit)}
	var cells []report.Cell
	most, low, high := 0, math.Inf(1), math.Inf(-1)
	at := func(e *report.Entry) float64 { return p.report.Comparison.Cells[e.Cell].At }
	for _, e := range slices.SortedStableFunc(slices.Values(f.Entries), func(a, b *report.Entry) int { return cmp.Compare(at(a), at(b)) }) {
		values := valuesOf(e)
		stats := report.Summarize(values)
		if stats.N == 0 {
			continue
		}
		half := stats.Half
		if p.report.Comparison.Cells[e.Cell].MayMix() {
			half = report.Unknown
		}
		most, low, high = max(most, stats.N), min(low, stats.Min), max(high, stats.Max)
		cells = append(cells, p.report.Comparison.Cells[e.Cell])
		data.Rows = append(data.Rows, boxRow{
			Values: nums(values), Box: nums{stats.Q1, stats.Median, stats.Q3},
			Mean: nums{stats.Mean - half, stats.Mean, stats.Mean + half},
		})
	}
	if most < 2 || low == high {
		return nil
	}
	summary := fmt.Sprintf("%d of %s", min(len(data.Rows), mostRows), text.Count(len(data.Rows), "cell"))
	data.Rows = data.Rows[:min(len(data.Rows), mostRows)]
	names, about := p.naming(cells[:len(data.Rows)])
	for i, of := range names {
		row := &data.Rows[i]
		row.Place, row.Name, row.Style = of.place, of.name, p.styles[cells[i].Line]
	}
	summary += about + ". Each point is a " + point
	if most >= 3 {
		summary += ". From three points on, the filled mark below is their mean with its 95 % interval"
	}
	if low >= 0 && slices.ContainsFunc(data.Rows, func(r boxRow) bool { return r.Mean[0] < 0 }) {
		summary += ", which is cut with an arrow where it goes below 0"
	}
	if most >= 5 {
		summary += ". From five on, a box holds their inner half with the median"
	}
	return []figure{{Title: f.Words(), Unit: f.Field.Unit, Doc: f.Doc(), Summary: summary, data: data}}
}
