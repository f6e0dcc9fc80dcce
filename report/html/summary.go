package html

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/latchkey-dev/latchkey/report"
)

// maxHeadlines is the largest number of rows of a summary for one metric.
const maxHeadlines = 8

// runsGrid lists the runs if there are several. It is nil for one.
func runsGrid(r *report.Report) *grid {
	if len(r.Runs) < 2 {
		return nil
	}
	g := &grid{Title: "Runs", Columns: []column{{"Run", false}}}
	var varies []string
	if r.Comparison != nil {
		varies = r.Comparison.Varies
	}
	for _, name := range varies {
		g.Columns = append(g.Columns, column{name, name == "size" || name == "tasks"})
	}
	g.Columns = append(g.Columns, column{"pods", true}, column{"logs", true}, column{"began", false}, column{"took", true})
	for _, run := range r.Runs {
		row := []string{run.Name}
		for _, name := range varies {
			row = append(row, run.Facts[name])
		}
		took := ""
		if !run.Start.IsZero() && run.End.After(run.Start) {
			took = short(run.End.Sub(run.Start).Seconds()) + " s"
		}
		pods := ""
		if run.Size > 0 {
			pods = grouped(run.Size)
		}
		g.Rows = append(g.Rows, append(row, pods, grouped(len(run.Sources)), clock(run.Start), took))
	}
	return g
}

// headlines returns the tables of the summary: a comparison of groups, or else a table of the most important values.
func headlines(r *report.Report) []grid {
	if r.Comparison != nil && len(r.Comparison.Groups) > 1 && len(r.Comparison.Measures) > 0 {
		return []grid{comparisonGrid(r.Comparison)}
	}
	return []grid{valueGrid(r)}
}

// comparisonGrid has a row for each measure and group.
func comparisonGrid(c *report.Comparison) grid {
	g := grid{
		Title: "Comparison",
		Note:  "Mean over the runs of a group, with the deviation of the sample. Speed-up is against the first group; efficiency is speed-up by ideal speed-up.",
		Columns: []column{
			{"Quantity", false},
			{"Group", false},
			{"runs", true},
			{"mean", true},
			{"deviation", true},
			{"speed-up", true},
			{"efficiency", true},
		},
	}
	measures := slices.Clone(c.Measures)
	sort.SliceStable(measures, func(i, j int) bool {
		return measures[i].Field.Better != report.Neither && measures[j].Field.Better == report.Neither
	})
	for i, m := range measures[:min(len(measures), maxHeadlines)] {
		if m.Field.Better == report.Neither && i > 0 {
			break
		}
		first := true
		for k, cell := range m.Cells {
			if cell.Count > 0 {
				g.Rows = append(g.Rows, comparisonRow(m, c.Groups[k], cell, first))
				first = false
			}
		}
	}
	if left := len(c.Measures) - maxHeadlines; left > 0 {
		g.Note += fmt.Sprintf(" The CSV form of the report has %s.", plural(left, "further measure"))
	}
	return g
}

// comparisonRow is one group of one measure. The first row of a measure names it.
func comparisonRow(m report.Measure, group report.Group, cell report.Cell, first bool) []string {
	deviation, speedup, efficiency := "", "", ""
	if cell.Count > 1 {
		deviation = "± " + short(significant(cell.Deviation, 2))
	}
	if report.Known(cell.Speedup) {
		speedup = fmt.Sprintf("%.2f×", cell.Speedup)
		if report.Known(cell.Ideal) && cell.Ideal > 0 {
			efficiency = fmt.Sprintf("%.0f %%", 100*cell.Speedup/cell.Ideal)
		}
	}
	quantity := ""
	if first {
		quantity = withUnit(joined(m.Title, fieldTitle(m.Field)), m.Field.Unit)
	}
	return []string{quantity, group.Name, grouped(cell.Count), short(cell.Mean), deviation, speedup, efficiency}
}

// A headline is one quantity of the summary.
type headline struct {
	metric, title string
	field         report.Field
	values        []float64
}

// valueGrid lists the most important single values of each metric.
func valueGrid(r *report.Report) grid {
	g := grid{
		Title: "Results",
		Columns: []column{
			{"Metric", false},
			{"Quantity", false},
			{"median", true},
			{"min", true},
			{"max", true},
			{"unit", false},
			{"values", true},
		},
	}
	left := 0
	shown := map[string]int{}
	for _, h := range allHeadlines(r) {
		if shown[h.metric] == maxHeadlines {
			left++
			continue
		}
		s := report.Summarize(h.values)
		if s.Count == 0 {
			continue
		}
		metric := h.metric
		if shown[h.metric] > 0 {
			metric = ""
		}
		shown[h.metric]++
		low, high := "", ""
		if s.Count > 1 {
			low, high = short(s.Min), short(s.Max)
		}
		g.Rows = append(g.Rows, []string{
			metric, joined(h.title, groupTitle(h.field)), short(s.P50), low, high,
			h.field.Unit, grouped(s.Count),
		})
	}
	if left > 0 {
		g.Note = plural(left, "further row") + " of this kind: see the table of all values."
	}
	return g
}

// groupTitle returns a field's title with that of its group.
func groupTitle(f report.Field) string {
	if f.Group == "" || strings.EqualFold(f.Group, fieldTitle(f)) {
		return fieldTitle(f)
	}
	return f.Group + ": " + fieldTitle(f)
}

// allHeadlines gathers quantities by metric. Those with a better direction come first; of a series only the first quantity of
// each group is taken.
func allHeadlines(r *report.Report) []*headline {
	type key struct{ metric, title, field string }
	var all []*headline
	of := map[key]*headline{}
	add := func(metric, title string, field report.Field, values ...float64) {
		k := key{metric, title, field.Name}
		if of[k] == nil {
			of[k] = &headline{metric: metric, title: title, field: field}
			all = append(all, of[k])
		}
		of[k].values = append(of[k].values, values...)
	}
	for i := range r.Runs {
		for source, result := range results(&r.Runs[i]) {
			for _, v := range result.Values {
				add(source.Metric, result.Title, v.Field, v.Value)
			}
			for _, c := range result.Curves {
				if c.Y.Better != report.Neither {
					add(source.Metric, result.Title, c.Y, c.Ys...)
				}
			}
			for _, s := range result.Series {
				group := "\x00"
				for j, field := range s.Fields {
					if field.Group != group {
						add(source.Metric, result.Title, field, s.Values[j]...)
					}
					group = field.Group
				}
			}
		}
	}
	metrics := map[string]int{}
	for _, h := range all {
		if _, known := metrics[h.metric]; !known {
			metrics[h.metric] = len(metrics)
		}
	}
	sort.SliceStable(all, func(i, j int) bool {
		a, b := all[i], all[j]
		if a.metric != b.metric {
			return metrics[a.metric] < metrics[b.metric]
		}
		return a.field.Better != report.Neither && b.field.Better == report.Neither
	})
	return all
}
