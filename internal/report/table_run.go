package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// run prints all that is known of a run.
func (p *printer) run(run *Run) {
	words := []string{"RUN: " + run.Name, string(run.State), text.Count(len(run.Sources), "log")}
	if !run.Start.IsZero() && !run.End.IsZero() {
		words = append(words, run.End.Sub(run.Start).String())
	}
	p.title("%s", strings.Join(words, ", "))
	for _, part := range partsOf(run) {
		p.part(part)
	}
}

// A section is the results of one metric and kind in a run.
type section struct {
	metric  string
	kind    *Kind
	sources map[*Source]bool
	results []*Result
}

// partsOf puts results together that have the same metric and kind.
func partsOf(run *Run) []*section {
	var all []*section
	one := Report{Runs: []Run{*run}}
	for from, result := range one.Results() {
		at := slices.IndexFunc(all, func(part *section) bool { return part.metric == from.Metric && part.kind.Name == result.Kind.Name })
		if at < 0 {
			at = len(all)
			all = append(all, &section{metric: from.Metric, kind: result.Kind, sources: map[*Source]bool{}})
		}
		all[at].sources[from.Source] = true
		all[at].results = append(all[at].results, result)
	}
	return all
}

func (p *printer) part(part *section) {
	summary := part.metric
	if part.kind.isOf(part.metric) || part.kind.Name != part.metric {
		summary += ": " + part.kind.Title
	}
	summary += ", " + text.Count(len(part.sources), "log")
	if samples, processes := part.samples(); samples > 0 {
		summary += fmt.Sprintf(", %s of %d series", text.Count(samples, "sample"), processes)
	}
	p.title("%s", summary)
	p.quantities(part)
	p.tables(part)
}

// samples returns the number of samples and of processes.
func (part *section) samples() (samples, processes int) {
	for _, r := range part.results {
		for _, s := range r.Series {
			samples += len(s.Times)
			processes++
		}
	}
	return samples, processes
}

// most is the number of curves and tables of a part that are printed. A run of a thousand pods has more.
const most = 12

// pool adds values to the column of this name and unit, which has the values of all logs of a part together.
func pool(all []*Column, name string, field *Field, values ...float64) []*Column {
	if field.Names {
		return all
	}
	at := slices.IndexFunc(all, func(c *Column) bool { return c.Name == name && c.Unit == field.Unit })
	if at < 0 {
		at = len(all)
		named := *field
		named.Name = name
		all = append(all, &Column{Field: &named})
	}
	all[at].Values = append(all[at].Values, values...)
	return all
}

// mostNames is the number of names that are printed of a quantity with samples of each name: a command, a file, a device.
const mostNames = 5

// quantities prints the single values of a part and then its samples. A quantity of processes has one row, a quantity of names a row
// for each of the names with the largest sums. A row is left out if its samples were always zero.
func (p *printer) quantities(part *section) {
	var values, samples []*Column
	var order []string
	named := map[string][]*Column{}
	for _, r := range part.results {
		for _, v := range r.Values {
			values = pool(values, Join(Join(r.Title, v.Process), v.Name), v.Field, v.Value)
		}
		for _, s := range r.Series {
			name := s.Process.Name
			if s.Process.ID != 0 {
				name = ""
			}
			for _, c := range s.Columns {
				if named[c.Name] == nil {
					order = append(order, c.Name)
				}
				named[c.Name] = pool(named[c.Name], Join(name, c.Name), c.Field, c.Values...)
			}
		}
	}
	p.stats(values)
	zeros, more := 0, 0
	for _, name := range order {
		rows := slices.DeleteFunc(named[name], func(c *Column) bool { return c.sum() == 0 })
		zeros += len(named[name]) - len(rows)
		slices.SortStableFunc(rows, func(a, b *Column) int { return cmp.Compare(b.sum(), a.sum()) })
		printed := min(len(rows), mostNames)
		more += len(rows) - printed
		samples = append(samples, rows[:printed]...)
	}
	p.stats(samples)
	if zeros > 0 {
		p.print("  (%s always 0)", text.Count(zeros, "more name"))
	}
	if more > 0 {
		p.print("  (%s with smaller sums; -o csv has all)", text.Count(more, "more name"))
	}
}

// sum returns the sum of the sizes of all values that are known.
func (c *Column) sum() (sum float64) {
	for _, v := range c.Values {
		if Known(v) {
			sum += math.Abs(v)
		}
	}
	return sum
}

// stats prints a row for each quantity. Where each has one value, this is all.
func (p *printer) stats(all []*Column) {
	single := !slices.ContainsFunc(all, func(c *Column) bool { return len(c.Values) > 1 })
	g := &Grid{Columns: append(words("NAME", "UNIT"), amounts("N", "MEAN", "DEV", "MIN", "MEDIAN", "MAX")...)}
	if single {
		g.Columns = append(words("NAME", "UNIT"), amounts("VALUE")...)
	}
	for _, c := range all {
		s := Summarize(c.Values)
		if single {
			g.add(c.Name, c.Unit, Short(s.Mean))
		} else {
			g.add(c.Name, c.Unit, fmt.Sprint(s.N), Short(s.Mean), Short(s.Deviation), Short(s.Min), Short(s.Median), Short(s.Max))
		}
	}
	p.grid(g.Trimmed(), asIs)
}

// longest is the number of rows of a table that are printed, from the start and the end. widest is the number of its columns.
const longest, widest = 40, 12

// tables prints the tables of a part, and its curves as tables.
func (p *printer) tables(part *section) {
	printed := 0
	for _, r := range part.results {
		for _, t := range slices.Concat(asTables(r.Curves), r.Tables) {
			if printed++; printed > most {
				p.print("  (further curves and tables are left out; -o csv has all)")
				return
			}
			p.table(Join(Join(r.Title, t.Process), t.Title), t)
		}
	}
}

// asTables returns curves as tables. Curves that follow each other with the same points are columns of one.
func asTables(curves []Curve) (all []Table) {
	for i, c := range curves {
		if i == 0 || c.Process != curves[i-1].Process || !slices.Equal(c.X.Values, curves[i-1].X.Values) {
			t := Table{Process: c.Process, Label: WithUnit(c.X.Name, c.X.Unit)}
			for _, x := range c.X.Values {
				t.Labels = append(t.Labels, Short(x))
			}
			all = append(all, t)
		}
		named := *c.Y.Field
		named.Name = Join(c.Name, named.Name)
		all[len(all)-1].Columns = append(all[len(all)-1].Columns, Column{&named, c.Y.Values})
	}
	return all
}

func (p *printer) table(title string, t Table) {
	g := &Grid{Columns: columns(t.Title == "", []string{t.Label})} // the labels of curves are numbers
	shown := t.Columns[:min(len(t.Columns), widest)]
	for _, c := range shown {
		g.Columns = append(g.Columns, amounts(WithUnit(c.Name, c.Unit))...)
	}
	for i, label := range t.Labels {
		row := []string{label}
		for _, c := range shown {
			row = append(row, Short(c.Values[i]))
		}
		g.add(row...)
	}
	if len(g.Rows) > longest {
		g.Rows = slices.Replace(g.Rows, longest/2, len(g.Rows)-longest/2, slices.Repeat([]string{"..."}, len(g.Columns)))
	}
	if title != "" {
		p.print("  %s", title)
	}
	p.grid(g.Trimmed(), asIs)
	if len(t.Labels) > longest || len(t.Columns) > widest {
		p.print("  (%d rows and %d columns in all; -o csv has all)", len(t.Labels), len(t.Columns))
	}
}
