package html

import (
	"cmp"
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// maxRows is the largest number of rows in the page's table of all values.
const maxRows = 50_000

// rowData are the rows of the table of all values. Texts are indexes in Strings.
type rowData struct {
	Strings []string `json:"strings"`
	Rows    []nums   `json:"rows"` // run, pod, metric, subject, quantity, unit, samples, mean, median, min, max
	Left    int      `json:"left"` // rows that found no place
}

// A row is one value, or all samples of one quantity of one line.
type row struct {
	texts [6]string
	report.Stats
}

// newRowData makes the rows of a report. Rows of single values come first.
func newRowData(r *report.Report) *rowData {
	all := rows(r)
	slices.SortStableFunc(all, func(a, b row) int { return cmp.Compare(min(a.N, 2), min(b.N, 2)) })
	d := &rowData{Rows: []nums{}, Strings: []string{}, Left: max(0, len(all)-maxRows)}
	index := map[string]int{}
	for _, row := range all[:len(all)-d.Left] {
		var out nums
		for _, text := range row.texts {
			if _, known := index[text]; !known {
				index[text] = len(d.Strings)
				d.Strings = append(d.Strings, text)
			}
			out = append(out, float64(index[text]))
		}
		d.Rows = append(d.Rows, append(out, float64(row.N), row.Mean, row.Median, row.Min, row.Max))
	}
	return d
}

// rows lists the values, series, points of curves and cells of tables of a report.
func rows(r *report.Report) (all []row) {
	for from, result := range r.Results() {
		add := func(subject string, field report.Field, values ...float64) {
			title := fieldTitle(field)
			if field.Group != "" {
				title = field.Group + ": " + title
			}
			if stats := report.Summarize(values); stats.N > 0 && !field.Names {
				all = append(all, row{[6]string{r.Runs[from.Run].Name, podOf(from), from.Metric, joined(result.Title, subject), title, field.Unit}, stats})
			}
		}
		for _, v := range result.Values {
			add(v.Process, *v.Field, v.Value)
		}
		for _, s := range result.Series {
			for _, c := range s.Columns {
				add(s.Process.String(), c.Field, c.Values...)
			}
		}
		for _, c := range result.Curves {
			for i, value := range c.Y.Values {
				add(report.Join(report.Join(c.Process, c.Name), c.X.Name+" "+report.Number(c.X.Values[i])), c.Y.Field, value)
			}
		}
		for _, t := range result.Tables {
			for _, c := range t.Columns {
				for i, value := range c.Values {
					add(t.Labels[i], c.Field, value)
				}
			}
		}
	}
	return all
}
