package report

import (
	"fmt"
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
func pool(all []*Column, name string, field Field, values ...float64) []*Column {
	if field.Names {
		return all
	}
	at := slices.IndexFunc(all, func(c *Column) bool { return c.Name == name && c.Unit == field.Unit })
	if at < 0 {
		at = len(all)
		field.Name = name
		all = append(all, &Column{Field: field})
	}
	all[at].Values = append(all[at].Values, values...)
	return all
}

// quantities prints the single values of a part and then its samples, a row for each name. A name is left out if its
// samples were always zero.
func (p *printer) quantities(part *section) {
	var values, samples []*Column
	for _, r := range part.results {
		for _, v := range r.Values {
			values = pool(values, Join(Join(r.Title, v.Process), v.Name), *v.Field, v.Value)
		}
		for _, s := range r.Series {
			for _, c := range s.Columns {
				samples = pool(samples, c.Name, c.Field, c.Values...)
			}
		}
	}
	p.stats(values)
	all := len(samples)
	samples = slices.DeleteFunc(samples, func(c *Column) bool {
		return !slices.ContainsFunc(c.Values, func(v float64) bool { return Known(v) && v != 0 })
	})
	p.stats(samples)
	if zeros := all - len(samples); zeros > 0 {
		p.print("  (%s always 0)", text.Count(zeros, "more name"))
	}
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
		c.Y.Name = Join(c.Name, c.Y.Name)
		all[len(all)-1].Columns = append(all[len(all)-1].Columns, c.Y)
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
