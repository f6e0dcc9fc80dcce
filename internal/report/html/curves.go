package html

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// A curveData is a picture of a quantity over another one.
type curveData struct {
	Type  string      `json:"type"`
	XName string      `json:"xlabel"`
	XUnit string      `json:"xunit"`
	Label string      `json:"label"`
	LogX  bool        `json:"logx"`
	LogY  bool        `json:"logy"`
	Lines []curveLine `json:"lines"`
	// The limits of the axes, which all pictures of the quantity have.
	Xs nums `json:"xs,omitempty"`
	Ys nums `json:"ys,omitempty"`
}

// A curveLine is a line of a picture: a curve, or the median of several.
type curveLine struct {
	Name  string `json:"n"`
	Style int    `json:"s"`
	Count int    `json:"c"` // curves
	X     nums   `json:"x"`
	Y     nums   `json:"y"`
	Low   nums   `json:"lo,omitempty"` // the lowest and the highest of several
	High  nums   `json:"hi,omitempty"`

	of named
}

// A curve is a curve of a figure of merit, and where it comes from.
type curve struct {
	report.Record
	report.Curve
}

// section and title name what stands together: the section of the curve, and its pictures.
func (c curve) section() string { return sectionTitle(c.Record) }
func (c curve) title() string   { return joined(c.Result.Title, c.Name) }

type curveSet struct {
	title  string
	y      *report.Field
	data   curveData
	curves []curve
	left   int // points that a logarithmic axis cannot show
}

// newCurveSet takes curves of one quantity. A logarithmic axis has no place for values of zero and below: these points are counted.
func newCurveSet(curves []curve) *curveSet {
	x, y := curves[0].X.Field, curves[0].Y.Field
	set := &curveSet{title: cmp.Or(curves[0].title(), y.Title), y: y, data: curveData{
		Type: "curve", XName: x.Title, XUnit: x.Unit, Label: report.WithUnit(y.Title, y.Unit), LogX: x.Log, LogY: y.Log,
	}}
	for _, one := range curves {
		var kept []int
		for i, place := range one.X.Values {
			isLost := x.Log && place <= 0 || y.Log && one.Y.Values[i] <= 0
			if report.Known(place) && !isLost {
				kept = append(kept, i)
			}
		}
		set.left += len(one.X.Values) - len(kept)
		one.X.Values, one.Y.Values = one.X.Values.At(kept), one.Y.Values.At(kept)
		set.curves = append(set.curves, one)
	}
	return set
}

// joined joins two words of which one may be missing. A word that is given twice stands once.
func joined(a, b string) string {
	switch {
	case a == b:
		return a
	case a == "" || b == "":
		return a + b
	default:
		return a + ", " + b
	}
}

// curves writes the curves of figures of merit of the runs that are compared. Other curves, such as a temperature over steps, say nothing
// about how well a program ran.
func (p *page) curves() {
	var all []curve
	for of := range p.report.Records() {
		for _, c := range of.Result.Curves {
			if slices.Contains(of.Result.Kind.Merit, c.Y.Name) && p.cells.of[of.Run] != noGroup {
				all = append(all, curve{of, c})
			}
		}
	}
	if len(all) == 0 {
		return
	}
	type key struct{ title, x, y string }
	p.section("curves", "Curves", func() {
		for i, section := range report.Grouped(all, curve.section) {
			p.write("<section id=\"curves-%s\">\n<h3>%s</h3>\n<div class=\"tools\" data-tools=\"curves\"></div>\n<div class=\"pairs\">", fmt.Sprint(i+1), section[0].section())
			for _, same := range report.Grouped(section, func(c curve) key { return key{c.title(), c.X.Name, c.Y.Name} }) {
				p.curveFigures(newCurveSet(same))
			}
			p.raw("</div>\n</section>\n")
		}
	})
}

// curveFigures make the pictures of a curve set. Lines of the comparison have a picture for each place on the axis.
func (p *page) curveFigures(set *curveSet) {
	lines := p.curveLines(set.curves)
	if xs, ys := points(lines); len(xs) > 0 {
		set.data.Xs, set.data.Ys = nums{slices.Min(xs), slices.Max(xs)}, nums{slices.Min(ys), slices.Max(ys)}
	}
	for _, of := range report.Grouped(lines, func(l curveLine) string { return l.of.place }) {
		var cells []named
		for _, line := range of {
			cells = append(cells, line.of)
		}
		shares, left := p.sharesOf(cells)
		for _, share := range shares {
			data := set.data
			for at, i := range share.lines {
				line := of[i]
				line.Name, line.Style = share.names[at], share.styles[at]
				data.Lines = append(data.Lines, line)
			}
			p.figure(figure{Title: joined(set.title, of[0].of.place) + share.title, Doc: set.y.Doc, Summary: set.inWords(data.Lines) + left + share.about, data: data})
		}
	}
}

// curveLines are the lines of some curves, one for each cell.
func (p *page) curveLines(curves []curve) (lines []curveLine) {
	cellOf := func(c curve) int { return p.cells.of[c.Run] }
	all := p.report.Comparison.Cells
	slices.SortStableFunc(curves, func(a, b curve) int {
		return cmp.Or(cmp.Compare(all[cellOf(a)].At, all[cellOf(b)].At), cellOf(a)-cellOf(b))
	})
	var cells []report.Cell
	for _, ofCell := range report.Grouped(curves, cellOf) {
		cells, lines = append(cells, all[cellOf(ofCell[0])]), append(lines, newCurveLine(ofCell))
	}
	about, _ := p.naming(cells)
	for i := range lines {
		lines[i].of = about[i]
	}
	return lines
}

// newCurveLine draws one curve as it is, and several as their median.
func newCurveLine(curves []curve) curveLine {
	var xs, middles, lows, highs report.Numbers
	if len(curves) == 1 {
		xs, middles = curves[0].X.Values, curves[0].Y.Values
	} else {
		at := map[float64][]float64{}
		for _, c := range curves {
			for i, x := range c.X.Values {
				at[x] = append(at[x], c.Y.Values[i])
			}
		}
		for _, x := range slices.Sorted(maps.Keys(at)) {
			s := report.Summarize(at[x])
			xs, middles, lows, highs = append(xs, x), append(middles, s.Median), append(lows, s.Min), append(highs, s.Max)
		}
	}
	kept := thin(middles, mostPoints)
	return curveLine{Count: len(curves), X: nums(xs.At(kept)), Y: nums(middles.At(kept)), Low: nums(lows.At(kept)), High: nums(highs.At(kept))}
}

// points returns the places and the values that are drawn of some lines.
func points(lines []curveLine) (xs, ys nums) {
	for _, l := range lines {
		for _, values := range []nums{l.Y, l.Low, l.High} {
			for i, y := range values {
				if report.Known(y) {
					xs, ys = append(xs, l.X[i]), append(ys, y)
				}
			}
		}
	}
	return xs, ys
}

// inWords says between which values some lines lie, what they are, and what the pictures leave out.
func (c *curveSet) inWords(lines []curveLine) string {
	words := "No values"
	if xs, ys := points(lines); len(xs) > 0 {
		words = inRange(xs, ys, c.y.Unit, c.data.XName, c.data.XUnit)
	}
	if c.left > 0 {
		words += fmt.Sprintf("; left out: %s with a zero on a logarithmic axis", text.Count(c.left, "point"))
	}
	if slices.ContainsFunc(lines, func(l curveLine) bool { return l.Count > 1 }) {
		words += "; the line is the median of n, and its area holds all of them"
	}
	return words
}
