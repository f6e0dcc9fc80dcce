package html

import (
	"fmt"
	"math"
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
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
	title string
	field report.Field
	data  curveData
	about []who
	left  int // points that a logarithmic axis cannot show
}

// A curveGroup is the curve sets of one kind of record in one metric.
type curveGroup struct {
	metric string
	kind   *report.Kind
	sets   []*curveSet
}

// curveKey tells curve sets apart.
type curveKey struct{ metric, kind, title, name, x, y string }

// curveGroups collects the curves of figures of merit. Each keeps at most about most points. Other curves, such as a temperature
// over steps, say nothing about how well a program ran.
func curveGroups(r *report.Report, most int) []*curveGroup {
	var groups []*curveGroup
	groupOf := map[[2]string]*curveGroup{}
	setOf := map[curveKey]*curveSet{}
	for run := range r.Runs {
		for source, result := range results(&r.Runs[run]) {
			for _, curve := range result.Curves {
				if !slices.Contains(result.Kind.Merit, curve.Y.Name) {
					continue
				}
				at := [2]string{source.Metric, result.Kind.Name}
				if groupOf[at] == nil {
					groupOf[at] = &curveGroup{metric: source.Metric, kind: result.Kind}
					groups = append(groups, groupOf[at])
				}
				key := curveKey{source.Metric, result.Kind.Name, result.Title, curve.Name, curve.X.Name, curve.Y.Name}
				if setOf[key] == nil {
					setOf[key] = newCurveSet(result.Title, curve)
					groupOf[at].sets = append(groupOf[at].sets, setOf[key])
				}
				setOf[key].add(who{run, podName(source), source.Index, curve.Process}, curve, most)
			}
		}
	}
	return groups
}

// newCurveSet begins a set with the axes of its first curve.
func newCurveSet(title string, curve report.Curve) *curveSet {
	return &curveSet{
		title: joined(title, curve.Name), field: curve.Y,
		data: curveData{
			Type: "curve", XName: fieldTitle(curve.X), XUnit: curve.X.Unit,
			Label: withUnit(fieldTitle(curve.Y), curve.Y.Unit), LogX: curve.LogX, LogY: curve.LogY,
		},
	}
}

// joined joins two words of which one may be missing.
func joined(a, b string) string {
	if a == "" || b == "" || a == b {
		return a + b
	}
	return a + ", " + b
}

// add takes one curve. A logarithmic axis has no place for values of zero and below: these points are counted.
func (c *curveSet) add(about who, curve report.Curve, most int) {
	line := lineData{Line: len(c.about)}
	for _, i := range thin(curve.Ys, most) {
		x, y := curve.Xs[i], curve.Ys[i]
		if !finite(x) || c.data.LogX && x <= 0 || c.data.LogY && y <= 0 {
			c.left++
			continue
		}
		line.X, line.Y = append(line.X, x), append(line.Y, y)
	}
	c.about = append(c.about, about)
	c.data.Lines = append(c.data.Lines, line)
}

// figure makes the picture of a curve set.
func (c *curveSet) figure(id string, runs []report.Run, g groups) figure {
	for i, name := range shortNames(c.about, runs) {
		c.data.Lines[i].Name = name
		c.data.Lines[i].Group = g.of[c.about[i].run]
	}
	title := c.title
	if title == "" {
		title = fieldTitle(c.field)
	}
	return figure{ID: id, Title: title, Doc: c.field.Doc, Summary: c.inWords(), data: c.data}
}

// inWords says between which values the curves lie, and what the picture leaves out.
func (c *curveSet) inWords() string {
	low, high, from, to := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, line := range c.data.Lines {
		for i := range line.X {
			if finite(line.Y[i]) {
				low, high = min(low, line.Y[i]), max(high, line.Y[i])
				from, to = min(from, line.X[i]), max(to, line.X[i])
			}
		}
	}
	text := "No values"
	if low <= high {
		text = fmt.Sprintf("From %s to %s, for %s from %s to %s", short(low), amount(high, c.field.Unit),
			c.data.XName, short(from), amount(to, c.data.XUnit))
	}
	if c.left > 0 {
		text += fmt.Sprintf("; left out: %s at zero, which a logarithmic axis does not have", counted(c.left, "point"))
	}
	return text
}
