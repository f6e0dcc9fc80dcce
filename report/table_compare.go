package report

import (
	"fmt"
	"strings"
)

// comparison prints the groups, and a row for each quantity and group.
func (p *printer) comparison(c *Comparison) {
	if len(c.Varies) == 0 {
		p.title("COMPARISON: nothing that is known differs, so the runs are repetitions")
	} else {
		p.title("COMPARISON by %s", printable(strings.Join(c.Varies, ", ")))
	}
	g := &grid{words: 3}
	g.add("NAME", "UNIT", "GROUP", "RUNS", "MEAN", "DEV", "SPEED-UP", "IDEAL")
	for _, m := range c.Measures {
		if !m.shown() {
			continue
		}
		for i, cell := range m.Cells {
			name, unit := m.name(), m.Field.Unit
			if i > 0 {
				name, unit = "", ""
			}
			g.add(name, unit, c.Groups[i].Name, fmt.Sprint(cell.Count), short(cell.Mean), short(cell.Deviation), short(cell.Speedup), short(cell.Ideal))
		}
	}
	p.write(g)
}

// shown tells whether a quantity is worth a row for people: its better direction is known, and it is no point of a curve.
func (m Measure) shown() bool { return m.Field.Better != Neither && (m.Label == "" || !m.curve) }

// name returns the name of a quantity with what it is about.
func (m Measure) name() string {
	name := join(m.Title, m.Field.Name)
	if m.Label != "" {
		name += "{" + m.Label + "=" + m.At + "}"
	}
	return name
}
