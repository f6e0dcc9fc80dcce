package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// comparison prints each figure of merit in all cells, the phases, and what should be known about both.
func (p *printer) comparison(r *Report) {
	c := r.Comparison
	p.title("%s", c.Title())
	for _, f := range c.Figures {
		p.figure(c, f)
	}
	p.phases(r)
	if len(c.Findings) > 0 {
		p.title("Findings")
		for _, f := range c.Findings {
			p.print("  %s", f.Text())
		}
	}
	p.judgements(c)
	p.left(r)
}

// Title says in a line what is compared.
func (c *Comparison) Title() string {
	runs := 0
	for _, cell := range c.Cells {
		runs += len(cell.Runs)
	}
	switch {
	case len(c.Cells) == 0:
		return "Nothing to compare: no run is completed"
	case len(c.Cells) > 1:
		words := fmt.Sprintf("Comparison of %s in %d cells", text.Count(runs, "run"), len(c.Cells))
		if c.Over != "" {
			words += " over " + c.Over
		}
		if by := slices.DeleteFunc(c.Columns(c.Cells), func(name string) bool { return name == c.Over }); len(by) > 0 {
			words += " by " + strings.Join(by, ", ")
		}
		return words
	case runs > 1:
		return "Comparison of " + text.Count(runs, "repetition") + ", between which nothing that is known differs"
	}
	return "Result of one run"
}

// Text words a finding with its remedy.
func (f Finding) Text() string {
	if f.Fact == "" {
		return f.What
	}
	return f.What + fmt.Sprintf("; --ignore %q puts them together", f.Fact)
}

// Heading words a figure: "LAMMPS: loop time in s, less is better".
func (f Figure) Heading() string {
	words := f.Words()
	if f.Field.Unit != "" {
		words += " in " + f.Field.Unit
	}
	if f.Sampled {
		words += ", mean over the time"
	}
	switch f.Field.Better {
	case Lower:
		words += ", less is better"
	case Higher:
		words += ", more is better"
	}
	return words
}

// with returns the cells that have a figure.
func (f Figure) with(c *Comparison) []int {
	var all []int
	for i := range c.Cells {
		if f.Entries[i].N > 0 {
			all = append(all, i)
		}
	}
	return all
}

func (p *printer) figure(c *Comparison, f Figure) {
	p.title("%s", f.Heading())
	var cells []Cell
	for _, i := range f.with(c) {
		cells = append(cells, c.Cells[i])
	}
	names := c.Columns(cells)
	g := &grid{words: len(names)}
	var head []string
	for _, name := range names {
		head = append(head, strings.ToUpper(name))
	}
	g.add(append(head, "N", "MEAN", "± 95 %", "MEDIAN", "DEV", "MIN", "MAX", "SPEED-UP", "EFFICIENCY")...)
	for _, i := range f.with(c) {
		e := f.Entries[i]
		spread := []string{none, none, none, none}
		if e.N > 1 {
			spread = []string{Short(e.Median), Short(e.Deviation), Short(e.Min), Short(e.Max)}
		}
		g.add(slices.Concat(briefly(names, c.Cells[i]), []string{c.Of(e.N), Short(e.Mean), Short(e.Half)}, spread,
			[]string{e.Speedup.Text(1, ""), e.Efficiency.Text(100, " %")})...)
	}
	p.write(g)
	p.scaling(c, f)
}

// scaling says how the lines of a figure scale, once for all that do so alike.
func (p *printer) scaling(c *Comparison, f Figure) {
	var sentences []string
	for _, line := range c.Lines {
		words := string(line.Scaling) + " scaling: " + line.Why
		if line.Scaling == "" || f.Field.Better == Neither || f.Sampled || len(f.Kind.Problem) == 0 || slices.Contains(sentences, words) {
			continue
		}
		sentences = append(sentences, words)
		p.print("  %s", words)
	}
}

// Text returns a ratio times a factor, with two digits after the point at most.
func (r Ratio) Text(factor float64, unit string) string {
	if !Known(r.Value) {
		return none
	}
	words := Short(math.Round(r.Value*factor*100) / 100)
	if r.Half > 0 {
		words += " ± " + Short(math.Round(r.Half*factor*100)/100)
	}
	return words + unit
}

// Brief shortens a fact that is too long for a table, in its middle. A digest keeps twelve characters, as in docker.
func Brief(value string) string {
	const most = 44
	if _, digest, found := strings.Cut(value, "sha256:"); found && len(digest) >= 12 {
		return digest[:12]
	}
	runes := []rune(value)
	if len(runes) <= most {
		return value
	}
	return string(runes[:most/2]) + "..." + string(runes[len(runes)-most/2:])
}

// phases prints the mean phases of the runs of each cell.
func (p *printer) phases(r *Report) {
	names, facts := r.PhaseNames(), r.Comparison.Columns(r.Comparison.Cells)
	if len(names) == 0 {
		return
	}
	g := &grid{words: len(facts)}
	g.add(strings.Split(strings.ToUpper(strings.Join(slices.Concat(facts, names), "\n")), "\n")...)
	for _, cell := range r.Comparison.Cells {
		row := briefly(facts, cell)
		for _, name := range names {
			row = append(row, Short(Summarize(r.PhaseOf(cell.Runs, name)).Mean))
		}
		g.add(row...)
	}
	p.title("Phases in s, mean of the runs")
	p.write(g)
}

// briefly returns some facts of a cell, short enough for a table.
func briefly(facts []string, cell Cell) []string {
	var row []string
	for _, name := range facts {
		row = append(row, Brief(cell.Facts[name]))
	}
	return row
}

// left lists the runs that do not count.
func (p *printer) left(r *Report) {
	g := &grid{words: 3}
	g.add("RUN", "STATE", "REASON")
	for i := range r.Runs {
		if run := &r.Runs[i]; !run.Counts() {
			g.add(run.Name, string(run.State), run.Reason)
		}
	}
	switch {
	case len(g.rows) == 1:
	case r.Comparison.All:
		p.title("Runs that are not completed, compared nevertheless (--all)")
	default:
		p.title("Runs that are not completed, and not compared; --all compares them")
	}
	p.write(g)
	p.aside(r)
}
