package html

import (
	"fmt"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/report"
)

// A scaleData is two pictures of a quantity over the size of runs: the quantity itself, and the speed-up.
type scaleData struct {
	Type  string      `json:"type"`
	XName string      `json:"xlabel"`
	Label string      `json:"label"`
	Lines []scaleLine `json:"lines"`
}

// A scaleLine is the groups of runs that differ in size only.
type scaleLine struct {
	Name    string `json:"n"`
	X       nums   `json:"x"`
	Mean    nums   `json:"y"`
	Spread  nums   `json:"dev"`
	Ideal   nums   `json:"ideal"` // of the quantity
	Speedup nums   `json:"speedup"`
	Perfect nums   `json:"perfect"` // ideal speed-up
}

// scales tells whether groups differ in size, so that a scaling curve can be drawn.
func scales(c *report.Comparison) bool {
	if c == nil {
		return false
	}
	seen := map[float64]bool{}
	for _, group := range c.Groups {
		if report.Known(group.Scale) && group.Scale > 0 {
			seen[group.Scale] = true
		}
	}
	return len(seen) > 1
}

// scaleName says what the runs are scaled by.
func scaleName(c *report.Comparison) string {
	for _, name := range []string{"tasks", "size"} {
		if slices.Contains(c.Varies, name) {
			return map[string]string{"tasks": "tasks", "size": "pods"}[name]
		}
	}
	return "scale"
}

// families sorts the groups into lines: groups of a family differ in size only. The result has the family of each group.
func families(c *report.Comparison) []string {
	names := make([]string, len(c.Groups))
	members := map[string]int{}
	for i, group := range c.Groups {
		var parts []string
		for _, fact := range c.Varies {
			if value, known := group.Facts[fact]; known && fact != "size" && fact != "tasks" {
				parts = append(parts, fact+"="+value)
			}
		}
		names[i] = strings.Join(parts, ", ")
		members[names[i]]++
	}
	if len(members) == len(c.Groups) { // a fact that follows the size, such as a command with a number of tasks
		clear(names)
	}
	return names
}

// scaleFigure makes the picture of a measure. It is nil if fewer than two groups have a value.
func scaleFigure(id string, c *report.Comparison, m report.Measure) *figure {
	data := scaleData{Type: "scaling", XName: scaleName(c), Label: withUnit(fieldTitle(m.Field), m.Field.Unit)}
	at := map[string]int{}
	points := 0
	var words []string
	for i, family := range families(c) {
		cell, scale := m.Cells[i], c.Groups[i].Scale
		if cell.Count == 0 || !report.Known(scale) || scale <= 0 || cell.Mean <= 0 {
			continue
		}
		if _, known := at[family]; !known {
			at[family] = len(data.Lines)
			data.Lines = append(data.Lines, scaleLine{Name: family})
		}
		data.Lines[at[family]].add(scale, cell, m.Field.Better)
		words = append(words, fmt.Sprintf("%s at %s", amount(cell.Mean, m.Field.Unit), short(scale)))
		points++
	}
	if points < 2 {
		return nil
	}
	summary := fmt.Sprintf("%s %s", strings.Join(words, ", "), data.XName)
	return &figure{ID: id, Title: measureTitle(m), Unit: m.Field.Unit, Doc: m.Field.Doc, Summary: summary, data: data}
}

// add takes the mean of a group. The ideal line begins at the first group of the line.
func (l *scaleLine) add(scale float64, cell report.Cell, better report.Better) {
	l.X = append(l.X, scale)
	l.Mean = append(l.Mean, cell.Mean)
	l.Spread = append(l.Spread, cell.Deviation)
	grown := scale / l.X[0]
	ideal := l.Mean[0] / grown
	speedup := l.Mean[0] / cell.Mean
	if better == report.Higher {
		ideal = l.Mean[0] * grown
		speedup = 1 / speedup
	}
	l.Ideal = append(l.Ideal, ideal)
	l.Speedup = append(l.Speedup, speedup)
	l.Perfect = append(l.Perfect, grown)
}
