package html

import (
	"cmp"
	"fmt"
	"math"
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
	g.dropEmpty()
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
	measures := ranked(c)
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
	if left := len(measures) - maxHeadlines; left > 0 {
		g.Note += fmt.Sprintf(" The CSV form of the report has %s.", plural(left, "further measure"))
	}
	g.dropEmpty()
	return g
}

// ofCurve tells whether a measure is a point of a curve, or a cell of a table. Curves have pictures of their own.
func ofCurve(m report.Measure) bool { return m.Label != "" }

// ranked returns the measures without those of curves. Those that have a better direction and differ between the groups come
// first, and those without a better direction last. The measures of one kind are in the order of its fields, which begins with
// what matters most.
func ranked(c *report.Comparison) []report.Measure {
	measures := slices.DeleteFunc(slices.Clone(c.Measures), ofCurve)
	rank := func(m report.Measure) int {
		switch {
		case m.Field.Better == report.Neither:
			return 2
		case !differs(m):
			return 1
		}
		return 0
	}
	var kinds []*report.Kind
	for _, m := range measures {
		if !slices.Contains(kinds, m.Kind) {
			kinds = append(kinds, m.Kind)
		}
	}
	field := func(m report.Measure) int {
		return slices.IndexFunc(m.Kind.Fields, func(f report.Field) bool { return f.Name == m.Field.Name })
	}
	slices.SortStableFunc(measures, func(a, b report.Measure) int {
		return cmp.Or(rank(a)-rank(b), slices.Index(kinds, a.Kind)-slices.Index(kinds, b.Kind), field(a)-field(b))
	})
	return measures
}

// differs tells whether the means of a measure differ by more than two percent.
func differs(m report.Measure) bool {
	const much = 0.02
	low, high := math.Inf(1), math.Inf(-1)
	for _, cell := range m.Cells {
		if cell.Count > 0 {
			low, high = min(low, cell.Mean), max(high, cell.Mean)
		}
	}
	return high-low > much*max(math.Abs(low), math.Abs(high))
}

// measureTitle returns the title of a measure with what it is about.
func measureTitle(m report.Measure) string { return joined(m.Title, fieldTitle(m.Field)) }

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
		quantity = withUnit(measureTitle(m), m.Field.Unit)
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
				add(source.Metric, joined(result.Title, v.Process), v.Field, v.Value)
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
