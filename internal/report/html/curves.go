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
	Keys  []string   `json:"keys"` // names of the groups of the lines
	// The limits of the axes, if the lines are in several pictures.
	Xs nums `json:"xs,omitempty"`
	Ys nums `json:"ys,omitempty"`
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
				for _, f := range set.figures(p.report.Runs, p.cells) {
					p.figure(f)
				}
			}
			p.raw("</div>\n</section>\n")
		}
	})
}

// figures make the pictures of a curve set. Lines of a cell are drawn alike, if a cell has several.
func (c *curveSet) figures(runs []report.Run, cells groups) (all []figure) {
	lines, words := c.data.Lines, c.inWords()
	places := report.Grouped(c.about, func(w who) int { return cells.of[w.run] })
	grouped := len(places) > 1 && len(lines) > len(places)
	for i, name := range shortNames(c.about, runs) {
		if lines[i].Name, lines[i].Group = name, i; grouped {
			lines[i].Group = cells.of[c.about[i].run]
		}
	}
	byKey := report.Grouped(lines, func(l lineData) int { return l.Group })
	slices.SortFunc(byKey, func(a, b []lineData) int { return a[0].Group - b[0].Group })
	inParts(len(byKey), cmp.Or(c.title, c.y.Title), func(_, from, to int, title, left string) {
		data := c.data
		if data.Lines = nil; to-from == len(byKey) {
			data.Xs, data.Ys = nil, nil
		}
		for key, same := range byKey[from:to] {
			name := same[0].Name
			if grouped {
				name = cells.names[same[0].Group]
			}
			data.Keys = append(data.Keys, name)
			for _, line := range same {
				line.Group = key
				data.Lines = append(data.Lines, line)
			}
		}
		all = append(all, figure{Title: title, Doc: c.y.Doc, Summary: words + left, data: data})
	})
	return all
}

// inWords says between which values the curves lie, and what the pictures leave out. It keeps the limits.
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
		c.data.Xs, c.data.Ys = nums{slices.Min(xs), slices.Max(xs)}, nums{slices.Min(ys), slices.Max(ys)}
		words = fmt.Sprintf("From %s to %s, for %s from %s to %s", report.Short(c.data.Ys[0]), report.Amount(c.data.Ys[1], c.y.Unit),
			c.data.XName, report.Short(c.data.Xs[0]), report.Amount(c.data.Xs[1], c.x.Unit))
	}
	if c.left > 0 {
		words += fmt.Sprintf("; left out: %s at zero, which a logarithmic axis does not have", text.Count(c.left, "point"))
	}
	return words
}
