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
	one := Report{Runs: []Run{*run}}
	metricAndKind := func(r Record) [2]string { return [2]string{r.Source.Metric, r.Result.Kind.Name} }
	for _, part := range Grouped(slices.Collect(one.Records()), metricAndKind) {
		p.part(part)
	}
}

func (p *printer) part(part []Record) {
	kind, summary := part[0].Result.Kind, part[0].Source.Metric
	if kind.isOf(summary) || kind.Name != summary {
		summary += ": " + kind.Title
	}
	summary += ", " + text.Count(len(Grouped(part, func(r Record) *Source { return r.Source })), "log")
	samples, series := 0, 0
	for _, r := range part {
		for _, s := range r.Result.Series {
			samples += len(s.Times)
			series++
		}
	}
	if samples > 0 {
		summary += fmt.Sprintf(", %s of %d series", text.Count(samples, "sample"), series)
	}
	p.title("%s", summary)
	p.quantities(part)
	p.tables(part)
}

// most is the number of curves and tables of a part that are printed. A run of a thousand pods has more.
const most = 12

// A quantity has a column of one log, or the columns of all logs of a part together.
type quantity struct {
	label string // in the table
	Column
	lengths Numbers // of samples, or nil
	rank    int
}

// pooled puts the values of quantities with one label and unit together.
func pooled(all []quantity) (rows []quantity) {
	for _, same := range Grouped(all, func(q quantity) [2]string { return [2]string{q.label, q.Unit} }) {
		row := same[0]
		row.Values, row.lengths = nil, nil
		for _, q := range same {
			row.Values, row.lengths = append(row.Values, q.Values...), append(row.lengths, q.lengths...)
		}
		rows = append(rows, row)
	}
	return slices.DeleteFunc(rows, func(q quantity) bool { return q.Names })
}

// mostNames is the number of names that are printed of a quantity with samples of each name: a command, a file, a device.
const mostNames = 5

// quantities prints the single values of a part, and then its samples: a row for each name with a large sum, the application first.
func (p *printer) quantities(part []Record) {
	var values, samples, printed []quantity
	for _, r := range part {
		taken := map[string]Numbers{} // where not all values of a result count
		for _, v := range r.Result.Values {
			label := Join(Join(r.Result.Title, v.Process), v.Name)
			if one := taken[label]; one != nil {
				one[0] = v.Take.of(one[0], v.Value)
				continue
			}
			q := quantity{label: label, Column: Column{v.Field, Numbers{v.Value}}}
			if values = append(values, q); !v.Take.isMean() {
				taken[label] = q.Values
			}
		}
		for _, s := range r.Result.Series {
			for _, c := range s.Columns {
				samples = append(samples, quantity{Join(s.Process.Name, c.Name), c, s.Lengths, s.Process.Rank})
			}
		}
	}
	p.stats(pooled(values))
	zeros, more := 0, 0
	for _, of := range Grouped(samples, func(q quantity) string { return q.Name }) {
		all := pooled(of)
		rows := slices.DeleteFunc(slices.Clone(all), func(q quantity) bool { return q.sum() == 0 })
		slices.SortStableFunc(rows, func(a, b quantity) int { return cmp.Or(a.rank-b.rank, cmp.Compare(b.sum(), a.sum())) })
		most := min(len(rows), mostNames)
		zeros, more = zeros+len(all)-len(rows), more+len(rows)-most
		printed = append(printed, rows[:most]...)
	}
	p.stats(printed)
	if zeros > 0 {
		p.print("  (%s always 0)", text.Count(zeros, "more name"))
	}
	if more > 0 {
		p.print("  (%s with smaller sums; -o csv has all)", text.Count(more, "more name"))
	}
}

// sum returns the sum of the sizes of all values that are known.
func (q quantity) sum() (sum float64) {
	for _, v := range q.Values {
		if Known(v) {
			sum += math.Abs(v)
		}
	}
	return sum
}

// stats prints a row for each quantity. Where each has one value, this is all.
func (p *printer) stats(all []quantity) {
	single := !slices.ContainsFunc(all, func(q quantity) bool { return len(q.Values) > 1 })
	g := &Grid{Columns: append(words("NAME", "UNIT"), amounts("N", "MEAN", "DEV", "MIN", "MEDIAN", "MAX")...)}
	if single {
		g.Columns = append(words("NAME", "UNIT"), amounts("VALUE")...)
	}
	for _, q := range all {
		s := SummarizeSamples(q.Values, q.lengths)
		if single {
			g.add(q.label, q.Unit, Short(s.Mean))
		} else {
			g.add(q.label, q.Unit, fmt.Sprint(s.N), Short(s.Mean), Short(s.Deviation), Short(s.Min), Short(s.Median), Short(s.Max))
		}
	}
	p.grid(g.Trimmed(), asIs)
}

// longest is the number of rows of a table that are printed, from the start and the end. widest is the number of its columns.
const longest, widest = 40, 12

// tables prints the tables of a part, and its curves as tables.
func (p *printer) tables(part []Record) {
	printed := 0
	for _, r := range part {
		for _, t := range slices.Concat(asTables(r.Result.Curves), r.Result.Tables) {
			if printed++; printed > most {
				p.print("  (further curves and tables are left out; -o csv has all)")
				return
			}
			p.table(Join(Join(r.Result.Title, t.Process), t.Title), t)
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
