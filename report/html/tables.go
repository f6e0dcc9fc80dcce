package html

import (
	"fmt"

	"github.com/latchkey-dev/latchkey/report"
)

// Tables of at most these sizes are shown as tables. The cells of all are in the table of all values.
const (
	maxTables       = 12
	maxTableRows    = 40
	maxTableColumns = 12
)

// tables shows the small tables of the report.
func (p *page) tables(r *report.Report) {
	left := 0
	for i := range r.Runs {
		for source, result := range results(&r.Runs[i]) {
			for _, t := range result.Tables {
				if len(t.Labels) > maxTableRows || len(t.Columns) > maxTableColumns || len(p.Tables) == maxTables {
					left++
					continue
				}
				title := t.Title
				if title == "" {
					title = t.Name
				}
				about := who{run: i, pod: podName(source)}
				g := tableGrid(joined(result.Title, title), about.name(r.Runs), t)
				g.Label = fmt.Sprintf("Table %d: %s", len(p.Tables)+1, g.Title)
				p.Tables = append(p.Tables, g)
			}
		}
	}
	if left > 0 {
		p.TablesLeft = plural(left, "further table") + ": see the table of all values."
	}
}

// tableGrid writes a table as texts.
func tableGrid(title, note string, t report.Table) grid {
	g := grid{Title: title, Note: note, Columns: []column{{t.Label, false}}}
	for _, field := range t.Columns {
		g.Columns = append(g.Columns, column{withUnit(fieldTitle(field), field.Unit), true})
	}
	for i, label := range t.Labels {
		row := []string{label}
		for c := range t.Columns {
			row = append(row, short(t.Cells[c][i]))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}
