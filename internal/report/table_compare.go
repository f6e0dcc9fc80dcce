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
		p.titled(c.answerOf(f))
		for _, sentence := range c.ScalingOf(f) {
			p.print("  %s", sentence)
		}
	}
	p.titled(r.phases())
	if len(c.Findings) > 0 {
		p.title("Findings")
		for _, f := range c.Findings {
			p.print("  %s", f.Text())
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

// ScalingOf says how the lines of a figure scale, once for all that do so alike.
func (c *Comparison) ScalingOf(f Figure) (sentences []string) {
	if f.Field.Better == Neither || f.Sampled || len(f.Kind.Problem) == 0 {
		return nil
	}
	for _, line := range c.Lines {
		words := string(line.Scaling) + " scaling: " + line.Why
		if line.Scaling != "" && !slices.Contains(sentences, words) {
			sentences = append(sentences, words)
		}
	}
	return sentences
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
