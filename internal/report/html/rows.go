package html

import "github.com/latchkey-dev/latchkey/internal/report"

// maxRows is the largest number of rows in the page's table of all values.
const maxRows = 50_000

// rowData are the rows of the table of all values. Texts are indexes in Strings.
type rowData struct {
	Strings []string `json:"strings"`
	Rows    []nums   `json:"rows"` // run, pod, metric, subject, quantity, unit, samples, mean, median, min, max
	Left    int      `json:"left"` // rows that found no place
	index   map[string]int
}

// text returns the index of a text.
func (d *rowData) text(s string) float64 {
	if d.index == nil {
		d.index = map[string]int{}
	}
	i, known := d.index[s]
	if !known {
		i = len(d.Strings)
		d.index[s] = i
		d.Strings = append(d.Strings, s)
	}
	return float64(i)
}

// add appends a row.
func (d *rowData) add(run, pod, metric, subject string, field report.Field, stats report.Stats) {
	if stats.N == 0 || field.Names {
		return
	}
	if len(d.Rows) == maxRows {
		d.Left++
		return
	}
	title := fieldTitle(field)
	if field.Group != "" {
		title = field.Group + ": " + title
	}
	d.Rows = append(d.Rows, nums{
		d.text(run), d.text(pod), d.text(metric), d.text(subject), d.text(title), d.text(field.Unit),
		float64(stats.N), stats.Mean, stats.Median, stats.Min, stats.Max,
	})
}

// one describes a single value.
func one(value float64) report.Stats {
	if !report.Known(value) {
		return report.Stats{}
	}
	return report.Stats{N: 1, Mean: value, Median: value, Min: value, Max: value}
}

// rows lists all single values, then a row for each line of a series, then the cells of tables.
func rows(r *report.Report) *rowData {
	d := &rowData{Rows: []nums{}, Strings: []string{}}
	each := func(take func(run string, source *report.Source, result *report.Result)) {
		for i := range r.Runs {
			for source, result := range results(&r.Runs[i]) {
				take(r.Runs[i].Name, source, result)
			}
		}
	}
	each(func(run string, source *report.Source, result *report.Result) {
		for _, v := range result.Values {
			d.add(run, podName(source), source.Metric, joined(result.Title, v.Process), v.Field, one(v.Value))
		}
	})
	each(func(run string, source *report.Source, result *report.Result) {
		for _, s := range result.Series {
			for i, field := range s.Fields {
				d.add(run, podName(source), source.Metric, joined(result.Title, s.Process.String()), field, report.Summarize(s.Values[i]))
			}
		}
	})
	each(func(run string, source *report.Source, result *report.Result) {
		for _, t := range result.Tables {
			for c, field := range t.Columns {
				for i, value := range t.Cells[c] {
					d.add(run, podName(source), source.Metric, joined(result.Title, t.Labels[i]), field, one(value))
				}
			}
		}
	})
	return d
}
