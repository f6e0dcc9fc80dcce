package report

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// fewFacts is the number of facts that a title names all.
const fewFacts = 4

// fewRuns is the number of runs that are printed one by one without being asked for.
const fewRuns = 3

// WriteTable writes a summary for people: the comparison, and then each run if there are few or all are wanted.
func WriteTable(w io.Writer, r *Report, all bool) error {
	p := &printer{Writer: bufio.NewWriter(w)}
	p.comparison(r)
	if all || len(r.Runs) <= fewRuns {
		for i := range r.Runs {
			p.run(&r.Runs[i])
		}
	} else {
		p.title("--runs prints each of the %s; -o csv has their values", text.Count(len(r.Runs), "run"))
	}
	return p.Flush()
}

// WriteJudgements writes a line for each judgement and each cell with missing runs, and a line that counts them.
func WriteJudgements(w io.Writer, r *Report) error {
	p := &printer{Writer: bufio.NewWriter(w)}
	for _, j := range r.Comparison.Judgements {
		p.print("%-8s %s", j.Verdict, j.Text())
	}
	for _, m := range r.Comparison.Missing {
		p.print("%-8s %s: %s", Lacking, m.Planned, m)
	}
	for _, f := range r.Comparison.uneven() {
		p.print("%-8s %s", Lacking, f.What)
	}
	p.print("%s", r.Comparison.Summary())
	return p.Flush()
}

// printer writes text. Its writer keeps the first error.
type printer struct {
	*bufio.Writer
	begun bool
}

// print writes a line. Whatever a log says, a terminal or a CI system shows it and obeys nothing.
func (p *printer) print(format string, args ...any) {
	fmt.Fprintln(p, text.Printable(fmt.Sprintf(format, args...)))
}

// title prints a line before a part, with a blank line before it.
func (p *printer) title(format string, args ...any) {
	if p.begun {
		p.print("")
	}
	p.begun = true
	p.print(format, args...)
}

// titled prints a grid below its title, with the names of the columns in capitals. Without a row nothing is printed.
func (p *printer) titled(g *Grid) {
	if len(g.Rows) > 0 {
		p.title("%s", g.Title)
		p.grid(g, strings.ToUpper)
		for _, sentence := range g.Notes {
			p.print("  %s", sentence)
		}
	}
}

// grid prints a grid, unless it has no row.
func (p *printer) grid(g *Grid, name func(string) string) {
	if len(g.Rows) == 0 {
		return
	}
	head := make([]string, len(g.Columns))
	rows := append([][]string{head}, g.Rows...)
	for i, c := range g.Columns {
		if head[i] = name(c.Name); c.Number {
			text.AlignRight(rows, i)
		}
	}
	for line := range strings.Lines(text.Table("  ", rows)) {
		p.print("%s", strings.TrimRight(line, " \n"))
	}
}

func asIs(name string) string { return name }

// WithUnit appends a unit in brackets.
func WithUnit(title, unit string) string {
	if unit == "" {
		return title
	}
	return title + " (" + unit + ")"
}

// Short returns a number with at most four significant digits, or a whole one below 1e9. What is not known is "-".
func Short(value float64) string {
	switch size := math.Abs(value); {
	case !Known(value):
		return none
	case value == math.Trunc(value) && size < 1e9:
		return strconv.FormatFloat(value, 'f', -1, 64)
	case size >= 1e3 && size < 1e9:
		return strconv.FormatFloat(value, 'f', 0, 64)
	}
	return strconv.FormatFloat(value, 'g', 4, 64)
}

// Amount returns a number with its unit.
func Amount(value float64, unit string) string { return strings.TrimSpace(Short(value) + " " + unit) }

// comparison prints each figure of merit in all cells, the phases, and what should be known about both.
func (p *printer) comparison(r *Report) {
	c := r.Comparison
	p.title("%s", c.Title())
	for _, g := range c.Answers() {
		p.titled(g)
	}
	p.titled(r.Phases())
	if len(c.Findings) > 0 {
		p.title("Findings")
		for _, f := range c.Findings {
			p.print("  %s", f.What)
		}
	}
	p.titled(c.Expectations())
	p.titled(r.Uncounted())
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
		switch all, _ := c.apart(); {
		case len(all) > fewFacts:
			words += fmt.Sprintf(" by %d facts: %s, ...", len(all), strings.Join(all[:fewFacts-1], ", "))
		case len(all) > 0:
			words += " by " + strings.Join(all, ", ")
		}
		return words
	case runs > 1:
		return "Comparison of " + text.Count(runs, "repetition") + ", between which nothing that is known differs"
	}
	return "Result of one run"
}

// Heading words a figure: "LAMMPS: loop time in s, less is better".
func (f Figure) Heading() string {
	words := f.Words()
	if f.Field.Unit != "" {
		words += " in " + f.Field.Unit
	}
	if f.Summed {
		words += ", sum of the processes of a pod"
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

// notesOf says how the lines of a figure scale, once for all that do so alike.
func (c *Comparison) notesOf(f Figure) (sentences []string) {
	if f.Field.Better == Neither || f.Sampled {
		return nil
	}
	for _, line := range c.Lines {
		if line.Scaling != "" && f.mayScale(line) && slices.ContainsFunc(line.Cells, func(cell int) bool { return f.In(cell).N > 0 }) {
			sentences = AddNew(sentences, string(line.Scaling)+" scaling: "+line.Why)
		}
	}
	return sentences
}

// Text returns a ratio times a factor, with its interval: "1.9 (1.62 to 2.2)".
func (r Ratio) Text(factor float64, unit string) string {
	if !Known(r.Value) {
		return none
	}
	words := hundredths(r.Value * factor)
	if r.Low < r.High {
		words += fmt.Sprintf(" (%s to %s)", hundredths(r.Low*factor), hundredths(r.High*factor))
	}
	return words + unit
}

// hundredths rounds a number to two digits after the point, or to its first digit if that would be 0.
func hundredths(value float64) string {
	if rounded := math.Round(value*100) / 100; rounded != 0 || value == 0 {
		return Short(rounded)
	}
	return strconv.FormatFloat(value, 'g', 1, 64)
}

// shortened returns each of some values as it stands in a table. Values that would look the same stay whole.
func shortened(values []string) map[string]string {
	all := map[string]string{}
	for _, alike := range Grouped(slices.Compact(slices.Sorted(slices.Values(values))), brief) {
		for _, value := range alike {
			if all[value] = value; len(alike) == 1 {
				all[value] = brief(value)
			}
		}
	}
	return all
}

// brief shortens a fact that is too long for a table, in its middle. A digest keeps twelve characters, as in docker.
func brief(value string) string {
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
