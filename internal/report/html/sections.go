package html

import (
	"fmt"
	"runtime"
	"strings"
	"sync"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// The page keeps about maxPoints points of lines over time. A line keeps no fewer than leastPoints and no more than
// mostPoints.
const (
	maxPoints   = 250_000
	leastPoints = 16
	mostPoints  = 1000
)

// overTime makes the sections of measurements over time.
func (p *page) overTime(r *report.Report) {
	all := sections(r)
	tracks := 0
	for _, s := range all {
		for _, q := range s.quantities {
			tracks += len(q.tracks)
		}
	}
	most := min(max(maxPoints/max(tracks, 1), leastPoints), mostPoints)
	p.Thinning = fmt.Sprintf("%d", most)
	for i, s := range all {
		p.Overs = append(p.Overs, p.overSection(s, i, most, r.Runs, newGroups(r)))
	}
}

// A drawn is a quantity and its figure. The figure has no ID if the quantity is constant.
type drawn struct {
	figure   figure
	spread   spread
	constant string
}

// overSection makes the figures of one section. Quantities that never change are listed without a picture.
func (p *page) overSection(s *section, index, most int, runs []report.Run, g groups) overSection {
	out := overSection{
		ID: fmt.Sprintf("time-%d", index+1), Title: sectionTitle(s.metric, s.kind), Form: s.kind.Form, Index: index,
		Lede: s.lede(g),
	}
	group := -1
	for i, d := range s.draw(most, runs, g) {
		field := s.quantities[i].field
		switch {
		case d.spread.count == 0:
		case d.constant != "":
			out.Constant = append(out.Constant, pair{joined(field.Group, fieldTitle(field)), d.constant})
		default:
			if group < 0 || out.Groups[group].Title != field.Group {
				out.Groups = append(out.Groups, figureGroup{Title: field.Group})
				group = len(out.Groups) - 1
			}
			d.figure.ID = p.nextID()
			p.figures = append(p.figures, d.figure)
			out.Groups[group].Figures = append(out.Groups[group].Figures, d.figure)
		}
	}
	p.data.Sections = append(p.data.Sections, s.names(runs))
	return out
}

// nextID returns the ID of the next figure.
func (p *page) nextID() string { return fmt.Sprintf("f%d", len(p.figures)+1) }

// draw makes the figures of all quantities, several at a time.
func (s *section) draw(most int, runs []report.Run, g groups) []drawn {
	out := make([]drawn, len(s.quantities))
	var wait sync.WaitGroup
	places := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, q := range s.quantities {
		places <- struct{}{}
		wait.Go(func() {
			defer func() { <-places }()
			out[i] = s.drawOne(q, most, runs, g)
		})
	}
	wait.Wait()
	return out
}

// drawOne makes the figure of a quantity.
func (s *section) drawOne(q *quantity, most int, runs []report.Run, g groups) drawn {
	sp := q.spread()
	if sp.count > 0 && sp.min == sp.max {
		return drawn{spread: sp, constant: amount(sp.min, q.field.Unit)}
	}
	if sp.count == 0 {
		return drawn{spread: sp}
	}
	return drawn{figure: s.timeFigure(q, sp, most, runs, g), spread: sp}
}

// sectionTitle names a section: "perf-sysstat: processes (pidstat)".
func sectionTitle(metric string, kind *report.Kind) string {
	title := kind.Title
	if title == "" {
		title = kind.Name
	}
	if metric == "" || metric == kind.Name {
		return title
	}
	return metric + ": " + title
}

// lede says how many lines a section has and how they are shown.
func (s *section) lede(g groups) string {
	pods := map[[2]any]bool{}
	for _, w := range s.lines {
		pods[[2]any{w.run, w.pod}] = true
	}
	text := counted(len(pods), "pod")
	if len(s.lines) != len(pods) {
		text += ", " + counted(len(s.lines), "line")
	}
	switch {
	case len(s.lines) <= manyLines:
	case len(g.names) > 1:
		text += ". Each colour is a group of equal runs: the line is the median, and the shaded area holds all. Choose lines to see them alone"
	default:
		text += ". The shaded area holds all of them, the darker one their inner half, the line is the median. Choose lines to see them alone"
	}
	return text + "."
}

// names lists the lines of a section, and which of them are shown at first: all if they are few, else those with the highest
// and the lowest mean of the first quantity.
func (s *section) names(runs []report.Run) sectionData {
	var data sectionData
	short := shortNames(s.lines, runs)
	for i, w := range s.lines {
		name := short[i]
		if name == "" {
			name = strings.TrimSpace(w.name(runs))
		}
		data.Lines = append(data.Lines, lineName{Name: name, Whole: w.name(runs)})
	}
	if len(s.lines) <= manyLines {
		for i := range s.lines {
			data.First = append(data.First, i)
		}
		return data
	}
	data.First = []int{}
	if len(runs) == 1 {
		data.First = s.extremeLines()
	}
	return data
}

// extremeLines returns the lines with the highest and the lowest mean of the first quantity that changes.
func (s *section) extremeLines() []int {
	for _, q := range s.quantities {
		highest, lowest := -1, -1
		var high, low float64
		for _, t := range q.tracks {
			mean := meanOf(t.values)
			if !report.Known(mean) {
				continue
			}
			if highest < 0 || mean > high {
				highest, high = t.line, mean
			}
			if lowest < 0 || mean < low {
				lowest, low = t.line, mean
			}
		}
		if highest >= 0 && high > low {
			return []int{highest, lowest}
		}
	}
	return []int{}
}

// meanOf returns the mean of the values that are known.
func meanOf(values []float64) float64 {
	sum, count := 0.0, 0
	for _, value := range values {
		if report.Known(value) {
			sum, count = sum+value, count+1
		}
	}
	if count == 0 {
		return report.Unknown
	}
	return sum / float64(count)
}

// curves makes the sections of curves.
func (p *page) curves(r *report.Report) {
	for i, group := range curveGroups(r, mostPoints) {
		section := curveSection{
			ID: fmt.Sprintf("curves-%d", i+1), Title: sectionTitle(group.metric, group.kind), Form: group.kind.Form,
		}
		for _, set := range group.sets {
			f := set.figure(p.nextID(), r.Runs, newGroups(r))
			p.figures = append(p.figures, f)
			section.Figures = append(section.Figures, f)
		}
		p.Curves = append(p.Curves, section)
	}
}
