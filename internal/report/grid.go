package report

import (
	"fmt"
	"slices"
)

// A Grid is a table of strings, which the terminal and the page show alike.
type Grid struct {
	Title   string
	Columns []GridColumn
	Rows    [][]string
	Notes   []string // sentences below it
}

// A GridColumn is the title of a column.
type GridColumn struct {
	Name   string
	Number bool
}

// none stands in a grid for what is not known.
const none = "-"

func words(names ...string) []GridColumn { return columns(false, names) }

func amounts(names ...string) []GridColumn { return columns(true, names) }

func columns(number bool, names []string) []GridColumn {
	var all []GridColumn
	for _, name := range names {
		all = append(all, GridColumn{name, number})
	}
	return all
}

func (g *Grid) add(cells ...string) { g.Rows = append(g.Rows, cells) }

// Trimmed returns the grid without the columns in which nothing is known.
func (g *Grid) Trimmed() *Grid {
	for c := len(g.Columns) - 1; c >= 0; c-- {
		if slices.ContainsFunc(g.Rows, func(row []string) bool { return row[c] != "" && row[c] != none }) {
			continue
		}
		for i, row := range g.Rows {
			g.Rows[i] = slices.Delete(row, c, c+1)
		}
		g.Columns = slices.Delete(g.Columns, c, c+1)
	}
	return g
}

// Answers returns the tables that answer the comparison: of each figure of merit, or of all figures that are rows of one table.
func (c *Comparison) Answers() (all []*Grid) {
	ofTable := func(f Figure) Quantity {
		f.At = ""
		return f.Quantity
	}
	for _, rows := range Grouped(c.Figures, ofTable) {
		g := c.answerOf(rows)
		g.Notes = c.notesOf(rows[0])
		all = append(all, g)
	}
	return all
}

// answerOf returns the part of the answer that is about one figure, or about the rows of one table.
func (c *Comparison) answerOf(rows []Figure) *Grid {
	var cells []Cell
	for i, cell := range c.Cells {
		if slices.ContainsFunc(rows, func(f Figure) bool { return f.In(i).N > 0 }) {
			cells = append(cells, cell)
		}
	}
	whole, facts := rows[0], c.Columns(cells)
	label := whole.Label
	if len(rows) > 1 {
		whole.Label = ""
	}
	what := "value"
	if slices.ContainsFunc(rows, func(f Figure) bool { return slices.ContainsFunc(f.Entries, func(e *Entry) bool { return e.N > 1 }) }) {
		what = "mean"
	}
	g := &Grid{Title: whole.Heading(), Columns: slices.Concat(words(label), words(facts...), amounts("n", what, "± 95 %", "median", "dev", "min", "max", "speed-up", "efficiency"))}
	for _, f := range rows {
		if len(rows) == 1 {
			f.At = "" // the title has it
		}
		c.answerRows(g, f, facts)
	}
	return g.Trimmed()
}

// answerRows adds the cells that have a figure. One value has no statistics.
func (c *Comparison) answerRows(g *Grid, f Figure, facts []string) {
	for _, e := range f.Entries {
		n, spread := c.Of(e.N), []string{none, none, none, none}
		if experiments := len(c.Cells[e.Cell].experiments); experiments > 1 {
			n += fmt.Sprintf(" (%d experiments?)", experiments)
		}
		if e.N > 1 {
			spread = []string{Short(e.Median), Short(e.Deviation), Short(e.Min), Short(e.Max)}
		}
		g.add(slices.Concat([]string{f.At}, valuesOf(facts, c.brief(c.Cells[e.Cell])), []string{n, Short(e.Mean), Short(e.Half)}, spread,
			[]string{e.Speedup.Text(1, ""), e.Efficiency.Text(100, " %")})...)
	}
}

// Phases returns the mean phases of the runs of each cell. It has no row if none is known.
func (r *Report) Phases() *Grid {
	facts := r.Comparison.Columns(r.Comparison.Cells)
	g := &Grid{Title: "Phases in s, mean of the runs", Columns: append(words(facts...), amounts(phaseOrder...)...)}
	for _, cell := range r.Comparison.Cells {
		row := valuesOf(facts, r.Comparison.brief(cell))
		for _, name := range phaseOrder {
			var seconds []float64
			for _, run := range cell.Runs {
				seconds = append(seconds, r.Runs[run].Phase(name))
			}
			row = append(row, Short(Summarize(seconds).Mean))
		}
		g.add(row...)
	}
	if g.Trimmed(); !slices.ContainsFunc(g.Columns, func(c GridColumn) bool { return c.Number }) {
		g.Rows = nil
	}
	return g
}

// Expectations say whether figures are as a study expects.
func (c *Comparison) Expectations() *Grid {
	g := &Grid{Columns: append(words("verdict", "figure", "cell"), amounts("n", "mean", "reference", "allowed")...)}
	for _, j := range c.Judgements {
		g.Title = "What " + c.Study.Name + " expects"
		g.add(string(j.Verdict), j.Figure, j.Cell, fmt.Sprint(j.N), Short(j.Value), Short(j.Reference.Value), j.Allowed())
	}
	return g
}

// Uncounted returns the runs that are not completed, that a study sets aside, or that it lacks.
func (r *Report) Uncounted() *Grid {
	g := &Grid{Title: "Runs that do not count; --all compares those that are not completed", Columns: words("run", "state", "reason")}
	switch c := r.Comparison; {
	case c.All && len(c.Aside)+len(c.Missing) > 0:
		g.Title = "Runs that are not completed, which --all compares nevertheless, and others that do not count"
	case c.All:
		g.Title = "Runs that are not completed; --all compares them nevertheless"
	}
	for _, run := range r.Runs {
		if !run.Counts() {
			g.add(run.Name, string(run.State), run.Reason)
		}
	}
	for _, a := range r.Comparison.Aside {
		g.add(r.Runs[a.Run].Name, string(r.Runs[a.Run].State), a.Reason)
	}
	for _, m := range r.Comparison.Missing {
		g.add(m.Planned.String(), string(Lacking), m.String())
	}
	return g
}
