package html

import (
	"fmt"
	"math"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// A figure is a picture of the page: what the page says about it without a script, and the data that the script draws.
type figure struct {
	ID      string // unique in the page
	Title   string
	Unit    string
	Doc     string // a sentence for people, or ""
	Summary string // the figure in words
	data    any    // is written as JSON
}

func (f figure) Name() string { return report.WithUnit(f.Title, f.Unit) }

type lineData struct {
	Line int  `json:"l"` // index in the section's lines
	X    nums `json:"x"`
	Y    nums `json:"y"`
}

type timeData struct {
	Type  string     `json:"type"`
	Lines []lineData `json:"lines"`
	Bands []band     `json:"bands,omitempty"`
}

// timeFigure makes the picture of a quantity, without its ID. Each line keeps about most points.
func (s *section) timeFigure(q *quantity, of report.Stats, most int, g groups) figure {
	data := timeData{Type: "time", Lines: q.lineData(most)}
	if len(s.lines) > manyLines {
		data.Bands = q.bands(s.lines, g)
	}
	return figure{
		Title: joined(s.command, q.field.Title), Unit: q.field.Unit, Doc: q.field.Doc,
		Summary: fmt.Sprintf("Median %s, from %s to %s; %d samples", report.Amount(of.Median, q.field.Unit), report.Short(of.Min), report.Amount(of.Max, q.field.Unit), of.N),
		data:    data,
	}
}

// lineData thins the tracks. Tracks of one line follow each other, with a gap between them.
func (q *quantity) lineData(most int) (lines []lineData) {
	for _, tracks := range report.Grouped(q.tracks, func(t track) int { return t.line }) {
		l := lineData{Line: tracks[0].line}
		for _, t := range tracks {
			x, y := t.points(most)
			if len(l.X) > 0 && len(x) > 0 {
				l.X, l.Y = append(l.X, (l.X[len(l.X)-1]+x[0])/2), append(l.Y, math.NaN())
			}
			l.X, l.Y = append(l.X, x...), append(l.Y, y...)
		}
		for i, time := range l.X {
			l.X[i] = math.Round(time*1000) / 1000
		}
		lines = append(lines, l)
	}
	return lines
}

// name returns the whole name of a line.
func (w who) name(runs []report.Run) string {
	name := w.pod
	if len(runs) > 1 && !strings.HasPrefix(w.pod, runs[w.run].Name) {
		name = runs[w.run].Name + " " + name
	}
	if w.process != "" {
		name += " " + w.process
	}
	return name
}

// nums are numbers of the page's data, written with six significant digits. NaN becomes null.
type nums []float64

func (n nums) MarshalJSON() ([]byte, error) { return report.Numbers(n).JSON(6), nil }
