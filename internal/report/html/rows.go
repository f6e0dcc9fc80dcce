package html

import (
	"github.com/latchkey-dev/latchkey/internal/report"
)

// rowData are the rows of the table of all values. Strings are indexes in Strings.
type rowData struct {
	Strings []string `json:"strings"`
	Rows    []nums   `json:"rows"` // run, pod, metric, subject, quantity, unit, samples, mean, median, min, max
	Left    int      `json:"left"` // rows that found no place

	index map[string]int // of Strings
}

// newRowData makes the rows of a report: of the values, points of curves and cells of tables, and then of the series.
func newRowData(r *report.Report) *rowData {
	d := &rowData{Rows: []nums{}, Strings: []string{}, index: map[string]int{}}
	for o := range r.Observations() {
		if !o.Sampled && !o.Field.Names {
			about := report.Join(o.Process, report.Join(o.Label, o.At))
			d.add(report.Stats{N: 1, Mean: o.Value, Median: o.Value, Min: o.Value, Max: o.Value}, o.Field, o.Run.Name, podOf(o.Source), o.Source.Metric, joined(o.Result.Title, about))
		}
	}
	for of := range r.Records() {
		for _, s := range of.Result.Series {
			for _, c := range s.Columns {
				if stats := report.SummarizeSamples(c.Values, s.Lengths); stats.N > 0 && !c.Names {
					d.add(stats, c.Field, r.Runs[of.Run].Name, podOf(of.Source), of.Source.Metric, joined(of.Result.Title, s.Process.String()))
				}
			}
		}
	}
	return d
}

// add adds a row: one value, or all samples of one quantity of one line. Where it comes from stands first.
func (d *rowData) add(stats report.Stats, field *report.Field, from ...string) {
	if len(d.Rows) == maxRows {
		d.Left++
		return
	}
	title := field.Title
	if field.Group != "" {
		title = field.Group + ": " + title
	}
	var row nums
	for _, text := range append(from, title, field.Unit) {
		if _, known := d.index[text]; !known {
			d.index[text] = len(d.Strings)
			d.Strings = append(d.Strings, text)
		}
		row = append(row, float64(d.index[text]))
	}
	d.Rows = append(d.Rows, append(row, float64(stats.N), stats.Mean, stats.Median, stats.Min, stats.Max))
}
