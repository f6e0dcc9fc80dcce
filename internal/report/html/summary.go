package html

import (
	"fmt"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// mostAnswers is the largest number of figures of merit in the answer. All are in the table of all values.
const mostAnswers = 12

// answers returns the table that answers the comparison: under each figure of merit, a row for each cell that has it.
func answers(c *report.Comparison) *grid {
	g := &grid{Title: "Result"}
	if len(c.Cells) > 1 {
		g.Title = "Comparison"
	}
	facts := c.Columns(c.Cells)
	for _, name := range facts {
		g.Columns = append(g.Columns, column{name, name == c.Over})
	}
	for _, name := range []string{"n", "mean", "± 95 %", "median", "deviation", "least", "greatest", "speed-up", "efficiency"} {
		g.Columns = append(g.Columns, column{name, true})
	}
	for _, f := range c.Figures[:min(len(c.Figures), mostAnswers)] {
		g.Rows = append(g.Rows, []string{f.Heading()})
		for i, e := range f.Entries {
			if e.N > 0 {
				g.Rows = append(g.Rows, append(cellFacts(c.Cells[i], facts), entryTexts(c, e)...))
			}
		}
	}
	g.dropEmpty()
	return g
}

func cellFacts(cell report.Cell, facts []string) []string {
	var row []string
	for _, name := range facts {
		row = append(row, report.Brief(cell.Facts[name]))
	}
	return row
}

// entryTexts returns the numbers of an entry. One value has no statistics.
func entryTexts(c *report.Comparison, e report.Entry) []string {
	row := []string{c.Of(e.N), short(e.Mean), known(e.Half), "", "", "", "", ratio(e.Speedup, 1, "×"), ratio(e.Efficiency, 100, " %")}
	if e.N > 1 {
		row[3], row[4], row[5], row[6] = short(e.Median), known(e.Deviation), short(e.Min), short(e.Max)
	}
	return row
}

// ratio writes a ratio, or nothing if it is not known.
func ratio(r report.Ratio, factor float64, unit string) string {
	if !report.Known(r.Value) {
		return ""
	}
	return r.Text(factor, unit)
}

// known writes a number, or nothing if it is not known.
func known(value float64) string {
	if !report.Known(value) {
		return ""
	}
	return short(significant(value, 3))
}

// reading says how the numbers of the answer are to be read.
func reading(c *report.Comparison) string {
	words := []string{
		"Each run gives one value: the mean of its pods. ± 95 % is half of the 95 % interval of the mean, by Student's t; fewer than three runs have none.",
	}
	rated := func(f report.Figure) bool {
		return slices.ContainsFunc(f.Entries, func(e report.Entry) bool { return e.Base >= 0 })
	}
	if slices.ContainsFunc(c.Figures, rated) {
		words = append(words, fmt.Sprintf("Speed-up is over the smallest %s of the same other facts. Its interval comes from those of both means: as shares, their squares add up.", c.Over))
	}
	for _, line := range c.Lines {
		if line.Scaling != "" {
			sentence := fmt.Sprintf("%s%s scaling: %s.", strings.ToUpper(string(line.Scaling[:1])), line.Scaling[1:], line.Why)
			if !slices.Contains(words, sentence) {
				words = append(words, sentence)
			}
		}
	}
	return strings.Join(words, " ")
}

// leftGrid lists the runs that are not completed, that a study sets aside, or that it lacks. It is nil if there are none.
func leftGrid(r *report.Report) *grid {
	g := &grid{Title: "Runs that do not count", Columns: []column{{"Run", false}, {"State", false}, {"Reason", false}}}
	if r.Comparison.All {
		g.Title = "Runs that are not completed, and count nevertheless (--all)"
	}
	for _, run := range r.Runs {
		if !run.Counts() {
			g.Rows = append(g.Rows, []string{run.Name, string(run.State), run.Reason})
		}
	}
	for _, a := range r.Comparison.Aside {
		g.Rows = append(g.Rows, []string{r.Runs[a.Run].Name, string(r.Runs[a.Run].State), a.Reason})
	}
	for _, m := range r.Comparison.Missing {
		g.Rows = append(g.Rows, []string{m.Planned.String(), "", m.String()})
	}
	if len(g.Rows) == 0 {
		return nil
	}
	return g
}

// expectedGrid says whether figures are as a study expects. It is nil if it expects nothing.
func expectedGrid(c *report.Comparison) *grid {
	if len(c.Judgements) == 0 {
		return nil
	}
	g := &grid{Title: "What " + c.Study.Name + " expects", Label: "Expectations", Columns: []column{
		{"verdict", false}, {"figure", false}, {"cell", false}, {"n", true}, {"mean", true}, {"reference", true}, {"allowed", true},
	}}
	for _, j := range c.Judgements {
		g.Rows = append(g.Rows, []string{
			string(j.Verdict), j.Figure, j.Cell, grouped(j.N), short(j.Value), short(j.Reference.Value), j.Allowed(),
		})
	}
	return g
}

// provenance says of each run where its numbers come from. What is the same for all runs is said once.
func provenance(r *report.Report) (same []pair, g *grid) {
	g = &grid{Title: "Provenance of each run", Label: "Provenance", Columns: []column{{"run", false}, {"cell", false}, {"began", false}}}
	var differ []string
	for _, name := range r.FactNames() {
		if value, all := sameFact(r, name); all {
			same = append(same, pair{name, value})
		} else {
			differ = append(differ, name)
			g.Columns = append(g.Columns, column{name, false})
		}
	}
	for i, run := range r.Runs {
		row := []string{run.Name, cellOf(r.Comparison, i), clock(run.Start)}
		for _, name := range differ {
			row = append(row, run.Facts[name])
		}
		g.Rows = append(g.Rows, row)
	}
	g.dropEmpty()
	return same, g
}

// sameFact returns the value of a fact that all runs have.
func sameFact(r *report.Report, name string) (string, bool) {
	value := r.Runs[0].Facts[name]
	return value, !slices.ContainsFunc(r.Runs, func(run report.Run) bool { return run.Facts[name] != value })
}

func cellOf(c *report.Comparison, run int) string {
	for _, cell := range c.Cells {
		if slices.Contains(cell.Runs, run) {
			return cell.Name
		}
	}
	return ""
}
