package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// WriteTable writes a summary for people: each run, its metrics, and the comparison of several runs.
func WriteTable(w io.Writer, r *Report) error {
	p := &printer{w: w}
	for i := range r.Runs {
		p.run(&r.Runs[i])
	}
	if r.Comparison != nil {
		p.comparison(r.Comparison)
	}
	return p.err
}

// printer writes text and keeps the first error.
type printer struct {
	w     io.Writer
	err   error
	begun bool
}

func (p *printer) print(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

// title prints a line before a part, with a blank line before it.
func (p *printer) title(format string, args ...any) {
	if p.begun {
		p.print("\n")
	}
	p.begun = true
	p.print(format+"\n", args...)
}

func (p *printer) run(run *Run) {
	words := []string{"RUN: " + run.Name}
	if run.Kind != "" {
		words = append(words, run.Kind)
	}
	words = append(words, count(len(run.Sources), "log"))
	if pods := podsOf(run); pods > 0 {
		words = append(words, count(pods, "pod"))
	}
	if !run.Start.IsZero() && !run.End.IsZero() {
		words = append(words, run.End.Sub(run.Start).String())
	}
	p.title("%s", printable(strings.Join(words, ", ")))
	for _, part := range partsOf(run) {
		p.part(part)
	}
}

func podsOf(run *Run) int {
	seen := map[string]bool{}
	for _, s := range run.Sources {
		if s.Pod != "" {
			seen[s.Pod] = true
		}
	}
	return len(seen)
}

func count(n int, what string) string {
	if n != 1 && what != "series" {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// A section is the results of one metric and kind in a run.
type section struct {
	metric  string
	kind    *Kind
	sources []*Source
	results []*Result
}

// partsOf puts results together that have the same metric and kind.
func partsOf(run *Run) []*section {
	var all []*section
	for i := range run.Sources {
		s := &run.Sources[i]
		for j := range s.Results {
			result := &s.Results[j]
			at := slices.IndexFunc(all, func(part *section) bool { return part.metric == s.Metric && part.kind == result.Kind })
			if at < 0 {
				at = len(all)
				all = append(all, &section{metric: s.Metric, kind: result.Kind})
			}
			part := all[at]
			if len(part.sources) == 0 || part.sources[len(part.sources)-1] != s {
				part.sources = append(part.sources, s)
			}
			part.results = append(part.results, result)
		}
	}
	return all
}

func (p *printer) part(part *section) {
	summary := part.metric
	if part.kind.isOf(part.metric) || part.kind.Name != part.metric {
		summary += ": " + part.kind.Title
	}
	summary += ", " + count(len(part.sources), "log")
	if samples, processes := part.samples(); samples > 0 {
		summary += fmt.Sprintf(", %s of %s", count(samples, "sample"), count(processes, "series"))
	}
	p.title("%s", printable(summary))
	p.values(part)
	p.series(part)
	p.curves(part)
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

// grid is a table of text. Its first columns are words, and the others numbers.
type grid struct {
	words int
	rows  [][]string
}

func (g *grid) add(cells ...string) { g.rows = append(g.rows, cells) }

// write prints a grid, if it has more than its titles.
func (p *printer) write(g *grid) {
	if len(g.rows) < 2 {
		return
	}
	widths := make([]int, len(g.rows[0]))
	for _, row := range g.rows {
		for i, cell := range row {
			row[i] = printable(cell)
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
	}
	for _, row := range g.rows {
		var line strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i < g.words {
				line.WriteString("  " + cell + pad)
			} else {
				line.WriteString("  " + pad + cell)
			}
		}
		p.print("%s\n", strings.TrimRight(line.String(), " "))
	}
}

// printable replaces control characters, which a log may have.
func printable(text string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || c == 0x7f || c >= 0x80 && c < 0xa0 {
			return '.'
		}
		return c
	}, text)
}

// short returns a number with at most four significant digits, and whole numbers up to six digits.
func short(value float64) string {
	switch size := math.Abs(value); {
	case !Known(value):
		return "-"
	case math.IsInf(value, 0):
		return "inf"
	case value == math.Trunc(value) && size < 1e6:
		return strconv.FormatFloat(value, 'f', -1, 64)
	case size >= 1e3 && size < 1e6:
		return strconv.FormatFloat(value, 'f', 0, 64)
	}
	text := strconv.FormatFloat(value, 'g', 4, 64)
	return text
}
