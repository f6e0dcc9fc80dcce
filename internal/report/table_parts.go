package report

import (
	"fmt"
	"slices"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// most is the number of curves, or of tables, of a part that are printed. A run of a thousand pods has more.
const most = 12

// statsKey is what makes values of a part one row.
type statsKey struct{ title, process, field string }

// values prints the single values of a part: one row for each field, of all logs together.
func (p *printer) values(part *section) {
	var order []statsKey
	fields, all := map[statsKey]Field{}, map[statsKey][]float64{}
	largest := 0
	for _, r := range part.results {
		for _, v := range r.Values {
			if v.Names {
				continue
			}
			key := statsKey{r.Title, v.Process, v.Name}
			if _, known := all[key]; !known {
				order = append(order, key)
				fields[key] = v.Field
			}
			all[key] = append(all[key], v.Value)
			largest = max(largest, len(all[key]))
		}
	}
	g := &grid{words: 2}
	g.add(statsTitles(largest)...)
	for _, key := range order {
		name := join(join(key.title, key.process), "")
		g.add(statsRow(join(name, fields[key].Name), fields[key].Unit, all[key], largest)...)
	}
	p.write(g)
}

func statsTitles(largest int) []string {
	if largest < 2 {
		return []string{"NAME", "UNIT", "VALUE"}
	}
	return []string{"NAME", "UNIT", "N", "MEAN", "DEV", "MIN", "MEDIAN", "MAX"}
}

func statsRow(name, unit string, values []float64, largest int) []string {
	s := Summarize(values)
	if largest < 2 {
		return []string{name, unit, Short(s.Mean)}
	}
	return []string{name, unit, fmt.Sprint(s.N), Short(s.Mean), Short(s.Deviation), Short(s.Min), Short(s.Median), Short(s.Max)}
}

// series prints the samples of a part: one row for each field, of all logs and processes together. A field that was always
// zero is left out.
func (p *printer) series(part *section) {
	var order []string
	fields, all := map[string]Field{}, map[string][]float64{}
	for _, r := range part.results {
		for _, s := range r.Series {
			for i, field := range s.Fields {
				if field.Names {
					continue
				}
				if _, known := fields[field.Name]; !known {
					order = append(order, field.Name)
					fields[field.Name] = field
				}
				all[field.Name] = append(all[field.Name], s.Values[i]...)
			}
		}
	}
	g, zeros := &grid{words: 2}, 0
	g.add(statsTitles(2)...)
	for _, name := range order {
		if !slices.ContainsFunc(all[name], func(v float64) bool { return Known(v) && v != 0 }) {
			zeros++
			continue
		}
		g.add(statsRow(name, fields[name].Unit, all[name], 2)...)
	}
	p.write(g)
	if zeros > 0 {
		p.print("  (%s always 0)", text.Count(zeros, "more name"))
	}
}

// curves prints the curves of a part. Curves of a result with the same points are columns of one grid.
func (p *printer) curves(part *section) {
	printed := 0
	for _, r := range part.results {
		for at := 0; at < len(r.Curves); {
			end := at + 1
			for end < len(r.Curves) && slices.Equal(r.Curves[end].Xs, r.Curves[at].Xs) && r.Curves[end].Process == r.Curves[at].Process {
				end++
			}
			if printed == most {
				p.print("  (further curves are left out; -o csv has all)")
				return
			}
			p.curveGrid(r.Title, r.Curves[at:end])
			printed++
			at = end
		}
	}
}

// longest is the number of points of a curve that are printed: from the start and the end.
const longest = 40

func (p *printer) curveGrid(title string, curves []Curve) {
	g := &grid{}
	head := []string{heading(curves[0].X)}
	for _, c := range curves {
		head = append(head, join(c.Name, heading(c.Y)))
	}
	g.add(head...)
	points := len(curves[0].Xs)
	for i := range points {
		if points > longest && i >= longest/2 && i < points-longest/2 {
			if i == longest/2 {
				g.add(slices.Repeat([]string{"..."}, len(head))...)
			}
			continue
		}
		row := []string{Short(curves[0].Xs[i])}
		for _, c := range curves {
			row = append(row, Short(c.Ys[i]))
		}
		g.add(row...)
	}
	if title = join(title, curves[0].Process); title != "" {
		p.print("  %s", title)
	}
	p.write(g)
}

func heading(f Field) string {
	if f.Unit == "" {
		return f.Name
	}
	return f.Name + " (" + f.Unit + ")"
}

// widest is the largest number of columns of a table that are printed.
const widest = 12

// tables prints the tables of a part.
func (p *printer) tables(part *section) {
	printed := 0
	for _, r := range part.results {
		for _, t := range r.Tables {
			if printed == most {
				p.print("  (further tables are left out; -o csv has all)")
				return
			}
			printed++
			p.table(join(r.Title, t.Process), t)
		}
	}
}

func (p *printer) table(title string, t Table) {
	g := &grid{words: 1}
	columns := t.Columns[:min(len(t.Columns), widest)]
	head := []string{t.Label}
	for _, c := range columns {
		head = append(head, heading(c))
	}
	g.add(head...)
	for i, label := range t.Labels[:min(len(t.Labels), longest)] {
		row := []string{label}
		for j := range columns {
			row = append(row, Short(t.Cells[j][i]))
		}
		g.add(row...)
	}
	p.print("  %s", join(title, t.Title))
	p.write(g)
	if len(t.Labels) > longest || len(t.Columns) > widest {
		p.print("  (%d rows and %d columns in all; -o csv has all)", len(t.Labels), len(t.Columns))
	}
}
