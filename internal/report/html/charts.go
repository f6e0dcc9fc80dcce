package html

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// A scaleData is a picture of a figure of merit over the axis of the comparison.
type scaleData struct {
	Type  string      `json:"type"`
	XName string      `json:"xlabel"`
	Label string      `json:"label"`
	Lines []scaleLine `json:"lines"`
}

// A scaleLine is the cells of a line.
type scaleLine struct {
	Name  string `json:"n"`
	X     nums   `json:"x"`
	Mean  nums   `json:"y"`
	Half  nums   `json:"half"`
	Ideal nums   `json:"ideal"` // empty if nothing is ideal
	// Each value of a run is a point at one of X.
	Points []nums `json:"points"`
	// Each reference is the place and the limits, null where there is none.
	Expected []nums `json:"expected,omitempty"`

	allowed []string // the references in words
}

// mostLines is the largest number of lines of a picture: there are as many colours.
const mostLines = 8

// scaleFigure makes the picture of a figure of merit. It is nil if no line has two cells with it.
func scaleFigure(c *report.Comparison, f report.Figure) *figure {
	data := scaleData{Type: "scaling", XName: c.Over, Label: report.WithUnit(f.Field.Title, f.Field.Unit)}
	left := 0
	var words []string
	for _, line := range c.Lines {
		drawn := newScaleLine(c, f, line)
		same := slices.IndexFunc(data.Lines, func(l scaleLine) bool { return slices.Equal(l.X, drawn.X) && slices.Equal(l.Mean, drawn.Mean) })
		switch {
		case len(drawn.X) < 2:
			continue
		case same >= 0: // one would hide the other
			data.Lines[same].Name += "; " + drawn.Name
			continue
		case len(data.Lines) == mostLines:
			left++
			continue
		}
		data.Lines = append(data.Lines, drawn)
		last := len(drawn.X) - 1
		said := strings.TrimPrefix(fmt.Sprintf("%s: %s at %s to %s at %s", line.Name, report.Amount(drawn.Mean[0], f.Field.Unit), report.Short(drawn.X[0]),
			report.Amount(drawn.Mean[last], f.Field.Unit), report.Short(drawn.X[last])), ": ")
		if len(drawn.allowed) > 0 {
			said += ", expected " + strings.Join(drawn.allowed, ", ")
		}
		words = append(words, said)
	}
	if len(data.Lines) == 0 {
		return nil
	}
	summary := strings.Join(words, "; ")
	if left > 0 {
		summary += fmt.Sprintf(". %s more in the table above", text.Count(left, "line"))
	}
	return &figure{Title: f.Words(), Unit: f.Field.Unit, Doc: f.Field.Doc, Summary: summary, data: data}
}

// newScaleLine returns the places of a line at which a figure is known and positive, which a logarithmic axis needs.
func newScaleLine(c *report.Comparison, f report.Figure, line report.Line) scaleLine {
	out := scaleLine{Name: line.Name}
	for _, i := range line.Cells {
		e, at := f.In(i), c.Cells[i].At
		if e.N == 0 || !(at > 0) || !(e.Mean > 0) {
			continue
		}
		out.X, out.Mean, out.Half = append(out.X, at), append(out.Mean, e.Mean), append(out.Half, e.Half)
		out.Points = append(out.Points, nums(e.Values))
		for _, reference := range c.ReferencesOf(f, i) {
			out.Expected = append(out.Expected, nums{at, reference.Least, reference.Greatest})
			out.allowed = append(out.allowed, reference.Allowed()+" at "+report.Short(at))
		}
		if e.Base >= 0 {
			out.Ideal = append(out.Ideal, e.Ideal(f.Field.Better))
		}
	}
	if len(out.Ideal) != len(out.X) {
		out.Ideal = nil
	}
	return out
}

// A boxData is a picture of a figure of merit with a row for each cell: quartiles, and a point for each run.
type boxData struct {
	Type  string   `json:"type"`
	Label string   `json:"label"`
	Rows  []boxRow `json:"rows"`
}

// A boxRow is one cell.
type boxRow struct {
	Name   string `json:"n"`
	Values nums   `json:"v"`
	Box    nums   `json:"box"`  // quartiles; empty for fewer than three values
	Mean   nums   `json:"mean"` // lower end of the interval, mean, upper end; or the mean alone
}

// mostRows is the largest number of rows of a picture.
const mostRows = 40

// boxFigure makes the picture of the values of a figure of merit. It is nil if no cell has two values, or if all
// values are equal.
func boxFigure(c *report.Comparison, f report.Figure) *figure {
	data := boxData{Type: "boxes", Label: report.WithUnit(f.Field.Title, f.Field.Unit)}
	most, all, low, high := 0, 0, math.Inf(1), math.Inf(-1)
	for _, e := range f.Entries {
		all++
		most, low, high = max(most, e.N), min(low, e.Min), max(high, e.Max)
		if len(data.Rows) == mostRows {
			continue
		}
		row := boxRow{Name: c.Cells[e.Cell].Name, Values: nums(e.Values), Mean: nums{e.Mean}}
		if report.Known(e.Half) {
			row.Box, row.Mean = nums{e.Q1, e.Median, e.Q3}, nums{e.Mean - e.Half, e.Mean, e.Mean + e.Half}
		}
		data.Rows = append(data.Rows, row)
	}
	if most < 2 || low == high {
		return nil
	}
	summary := fmt.Sprintf("%s of %s. The box holds the inner half of the runs with their median, the diamond is the mean with its 95 %% interval, and each point is a run",
		text.Count(all, "row"), text.Count(all, "cell"))
	if all > mostRows {
		summary += fmt.Sprintf("; the first %d cells", mostRows)
	}
	return &figure{Title: f.Words(), Unit: f.Field.Unit, Doc: f.Field.Doc, Summary: summary, data: data}
}
