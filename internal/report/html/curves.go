package html

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// A curveData is a picture of a quantity over another one.
type curveData struct {
	Type  string     `json:"type"`
	XName string     `json:"xlabel"`
	XUnit string     `json:"xunit"`
	Label string     `json:"label"`
	LogX  bool       `json:"logx"`
	LogY  bool       `json:"logy"`
	Lines []lineData `json:"lines"`
}

// A curve is a curve of a figure of merit, and where it comes from.
type curve struct {
	report.Record
	report.Curve
}

// A curveSet is the curves of one quantity.
type curveSet struct {
	section, title string
	x, y           *report.Field
	data           curveData
	about          []who
	left           int // points that a logarithmic axis cannot show
}

// curveSets collects the curves of figures of merit. Other curves, such as a temperature over steps, say nothing about how well
// a program ran.
func curveSets(r *report.Report) (all []*curveSet) {
	var curves []curve
	for of := range r.Records() {
		for _, c := range of.Result.Curves {
			if slices.Contains(of.Result.Kind.Merit, c.Y.Name) {
				curves = append(curves, curve{of, c})
			}
		}
	}
	type key struct{ section, title, x, y string }
	keyOf := func(c curve) key {
		return key{sectionTitle(c.Record), joined(c.Result.Title, c.Name), c.X.Name, c.Y.Name}
	}
	for _, same := range report.Grouped(curves, keyOf) {
		of, x, y := keyOf(same[0]), same[0].X.Field, same[0].Y.Field
		set := &curveSet{section: of.section, title: of.title, x: x, y: y, data: curveData{
			Type: "curve", XName: x.Title, XUnit: x.Unit, Label: report.WithUnit(y.Title, y.Unit), LogX: x.Log, LogY: y.Log,
		}}
		for _, c := range same {
			set.add(who{c.Run, podOf(c.Source), c.Process}, c.Curve)
		}
		all = append(all, set)
	}
	return all
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

// add takes one curve. A logarithmic axis has no place for values of zero and below: these points are counted.
func (c *curveSet) add(about who, curve report.Curve) {
	line := lineData{Line: len(c.about)}
	for _, i := range thin(curve.Y.Values, mostPoints) {
		x, y := curve.X.Values[i], curve.Y.Values[i]
		if !report.Known(x) || c.data.LogX && x <= 0 || c.data.LogY && y <= 0 {
			c.left++
			continue
		}
		line.X, line.Y = append(line.X, x), append(line.Y, y)
	}
	c.about = append(c.about, about)
	c.data.Lines = append(c.data.Lines, line)
}

// curves writes the sections of curves.
func (p *page) curves() {
	all := curveSets(p.report)
	if len(all) == 0 {
		return
	}
	p.section("curves", "Curves", func() {
		for i, sets := range report.Grouped(all, func(s *curveSet) string { return s.section }) {
			p.write("<section id=\"curves-%s\">\n<h3>%s</h3>\n<div class=\"tools\" data-tools=\"curves\"></div>\n<div class=\"pairs\">", fmt.Sprint(i+1), sets[0].section)
			for _, set := range sets {
				p.figure(set.figure(p.report.Runs, p.groups))
			}
			p.raw("</div>\n</section>\n")
		}
	})
}

// figure makes the picture of a curve set.
func (c *curveSet) figure(runs []report.Run, g groups) figure {
	for i, name := range shortNames(c.about, runs) {
		c.data.Lines[i].Name = name
		c.data.Lines[i].Group = g.of[c.about[i].run]
	}
	return figure{Title: cmp.Or(c.title, c.y.Title), Doc: c.y.Doc, Summary: c.inWords(), data: c.data}
}

// inWords says between which values the curves lie, and what the picture leaves out.
func (c *curveSet) inWords() string {
	var xs, ys []float64
	for _, line := range c.data.Lines {
		for i := range line.X {
			if report.Known(line.Y[i]) {
				xs, ys = append(xs, line.X[i]), append(ys, line.Y[i])
			}
		}
	}
	words := "No values"
	if len(xs) > 0 {
		words = fmt.Sprintf("From %s to %s, for %s from %s to %s", report.Short(slices.Min(ys)), report.Amount(slices.Max(ys), c.y.Unit),
			c.data.XName, report.Short(slices.Min(xs)), report.Amount(slices.Max(xs), c.x.Unit))
	}
	if c.left > 0 {
		words += fmt.Sprintf("; left out: %s at zero, which a logarithmic axis does not have", text.Count(c.left, "point"))
	}
	return words
}
