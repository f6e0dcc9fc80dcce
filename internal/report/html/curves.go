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
	for from, result := range r.Results() {
		for _, curve := range result.Curves {
			if slices.Contains(result.Kind.Merit, curve.Y.Name) {
				set := &curveSet{section: sectionTitle(from.Metric, result.Kind), title: joined(result.Title, curve.Name), x: curve.X.Field, y: curve.Y.Field}
				i := slices.IndexFunc(all, func(s *curveSet) bool {
					return s.section == set.section && s.title == set.title && s.x.Name == set.x.Name && s.y.Name == set.y.Name
				})
				if i < 0 {
					i = len(all)
					set.data = curveData{
						Type: "curve", XName: set.x.Title, XUnit: set.x.Unit,
						Label: report.WithUnit(set.y.Title, set.y.Unit), LogX: set.x.Log, LogY: set.y.Log,
					}
					all = append(all, set)
				}
				all[i].add(who{from.Run, podOf(from.Source), curve.Process}, curve)
			}
		}
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
	var titles []string
	for _, set := range all {
		titles = report.AddNew(titles, set.section)
	}
	p.section("curves", "Curves", func() {
		for i, title := range titles {
			p.write("<section id=\"curves-%s\">\n<h3>%s</h3>\n<div class=\"tools\" data-tools=\"curves\"></div>\n<div class=\"pairs\">", fmt.Sprint(i+1), title)
			for _, set := range all {
				if set.section == title {
					p.figure(set.figure(p.report.Runs, p.groups))
				}
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
		words = fmt.Sprintf("From %s to %s, for %s from %s to %s", report.Short(slices.Min(ys)), amount(slices.Max(ys), c.y.Unit),
			c.data.XName, report.Short(slices.Min(xs)), amount(slices.Max(xs), c.x.Unit))
	}
	if c.left > 0 {
		words += fmt.Sprintf("; left out: %s at zero, which a logarithmic axis does not have", text.Count(c.left, "point"))
	}
	return words
}
