package report

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// Scaling says how the problem grows with the size.
type Scaling string

// Kinds of scaling.
const (
	Strong   Scaling = "strong"  // one problem at all sizes: ideal is n times the speed on n times the size
	Weak     Scaling = "weak"    // a problem that grows with the size: ideal is the same time
	NotKnown Scaling = "unknown" // nobody can tell, so nothing is ideal and there is no speed-up
)

// A Line is cells that differ in their place on the axis only.
type Line struct {
	Name    string  `json:"name"`              // the facts that tell it from the others, or ""
	Cells   []int   `json:"cells"`             // in Comparison.Cells, in the order of the axis
	Scaling Scaling `json:"scaling,omitempty"` // "" for fewer than two places on the axis
	Why     string  `json:"why,omitempty"`     // how the scaling is known
}

// Why a scaling is known that the user gave, or the study.
const (
	askedFor = "as asked for"
	asStudy  = "as the study says"
)

// newLines sorts the cells by lines, and these by the study or else by their facts, and returns the lines.
func newLines(c *Comparison, g *grouping, o Options) []Line {
	groups, others := linesOf(c), c.withoutAxis(c.By)
	slices.SortStableFunc(groups, func(a, b []Cell) int {
		return cmp.Or(cmp.Compare(c.rank(g.report, a), c.rank(g.report, b)), slices.CompareFunc(valuesOf(others, a[0].Facts), valuesOf(others, b[0].Facts), CompareStrings))
	})
	var firsts []Cell
	for _, cells := range groups {
		firsts = append(firsts, cells[0])
	}
	distinct := distinguishing(firsts, append(c.ofLines(), c.Over))
	c.lineFacts = c.withoutAxis(distinct)
	c.Cells = c.Cells[:0]
	var lines []Line
	for _, cells := range groups {
		slices.SortStableFunc(cells, func(a, b Cell) int { return cmp.Compare(a.At, b.At) })
		line := Line{Name: nameOf(distinct, cells[0].Facts)}
		if len(cells) > 1 && c.Over != "" {
			line.Scaling, line.Why = scalingOf(g.report, cells, o)
		}
		for _, cell := range cells {
			cell.Line = len(lines)
			line.Cells = append(line.Cells, len(c.Cells))
			c.Cells = append(c.Cells, cell)
		}
		lines = append(lines, line)
	}
	return lines
}

// NamesOf names some lines by the facts that tell them apart. about is a part of a caption, with the other facts that tell lines apart: those
// that all of their cells have in common, and those that differ too: "; in all: program=osu; different too: pairs (32, 56)".
func (c *Comparison) NamesOf(lines []int) (names []string, about string) {
	var firsts, all []Cell
	for _, line := range lines {
		for _, cell := range c.Lines[line].Cells {
			all = append(all, c.Cells[cell])
		}
		firsts = append(firsts, c.Cells[c.Lines[line].Cells[0]])
	}
	distinct := distinguishing(firsts, append(c.ofLines(), c.Over))
	for _, cell := range firsts {
		names = append(names, nameOf(distinct, c.brief(cell)))
	}
	common := slices.DeleteFunc(slices.Clone(c.lineFacts), func(name string) bool {
		return slices.ContainsFunc(all, func(cell Cell) bool { return cell.Facts[name] == "" || cell.Facts[name] != all[0].Facts[name] })
	})
	if len(all) > 0 && len(common) > 0 {
		about = "; in all: " + nameOf(common, all[0].Facts)
	}
	differ := slices.DeleteFunc(slices.Clone(c.lineFacts), func(name string) bool {
		return slices.Contains(distinct, name) || len(byFacts(knowing(name, firsts), name)) < 2
	})
	if len(differ) > 0 {
		about += "; different too: " + strings.Join(withValues(firsts, differ), ", ")
	}
	return names, about
}

// rank returns the first place of some cells in the study, or 0 without a study.
func (c *Comparison) rank(r *Report, cells []Cell) int {
	if c.Study == nil {
		return 0
	}
	first := len(c.Study.Cells)
	for _, cell := range cells {
		first = min(first, c.Study.cellOf(&r.Runs[cell.Runs[0]]))
	}
	return first
}

// withoutAxis returns some facts without that of the axis.
func (c *Comparison) withoutAxis(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == c.Over })
}

// ofLines returns the facts that tell lines apart, those that may follow from the axis last.
func (c *Comparison) ofLines() []string {
	var first, last []string
	for _, name := range c.withoutAxis(c.By) {
		if mayFollow(c, name) && !c.tellsApart(name) {
			last = append(last, name)
		} else {
			first = append(first, name)
		}
	}
	return append(first, last...)
}

// names are facts that say little: a folder may follow from the axis, or be another environment.
var names = []string{FactFile, FactJob, FactFolder}

// linesOf puts cells together that differ in their place on the axis, and in what follows from it. Where two cells of a line have
// one place, facts that may follow from it are told apart too, and names if nothing else helps.
func linesOf(c *Comparison) [][]Cell {
	if c.Over == "" {
		return byFacts(c.Cells, c.By...) // each cell is a line
	}
	lines := looseLines(c)
	for _, strict := range []string{FactProblem, FactCommand, FactSize, FactTasks, factThreads, c.Over} { // 1e3 and 1000 are two values, and one place
		lines = cut(lines, strict, crowded)
	}
	var all [][]Cell
	for _, line := range lines {
		all = append(all, byNames(line)...)
	}
	return all
}

// byNames tells the cells of a line apart by one of their names if this is enough, and else by all of them.
func byNames(line []Cell) [][]Cell {
	if !crowded(line) {
		return [][]Cell{line}
	}
	best := byFacts(line, names...)
	for _, name := range names {
		lines := byFacts(line, name)
		if len(lines) < len(best) && !slices.ContainsFunc(lines, crowded) {
			best = lines
		}
	}
	return best
}

// looseLines puts cells on one line if their facts are equal. What may follow from the axis does not count: the problem, names, and where the
// program says its problem, numbers in the command, which lay out the processes. Circumstances tell lines apart where several values are known.
func looseLines(c *Comparison) [][]Cell {
	common := slices.DeleteFunc(slices.Clone(c.By), func(name string) bool { return mayFollow(c, name) })
	lines := Grouped(c.Cells, func(cell Cell) string {
		facts := maps.Clone(cell.Facts)
		if cell.solves {
			facts[FactCommand] = digits.ReplaceAllString(facts[FactCommand], "#")
		}
		return keyOfFacts(common, facts)
	})
	for _, name := range c.circumstances {
		if c.tellsApart(name) {
			lines = cut(lines, name, func(cells []Cell) bool { return len(byFacts(knowing(name, cells), name)) > 1 })
		}
	}
	return lines
}

// tellsApart tells whether a fact is a circumstance that tells lines apart.
func (c *Comparison) tellsApart(name string) bool {
	return name != FactProblem && name != FactLogTasks && slices.Contains(c.circumstances, name)
}

// crowded tells whether two cells have one place, or none.
func crowded(cells []Cell) bool {
	places := Grouped(cells, func(c Cell) string { return Number(c.At) }) // as text, because NaN is not equal to itself
	return len(places) < len(cells)
}

// byFacts puts cells together in which some facts are equal.
func byFacts(cells []Cell, names ...string) [][]Cell {
	return Grouped(cells, func(cell Cell) string { return keyOfFacts(names, cell.Facts) })
}

// knowing returns the cells of which a fact is known.
func knowing(name string, cells []Cell) []Cell {
	return slices.DeleteFunc(slices.Clone(cells), func(cell Cell) bool { return cell.Facts[name] == "" })
}

// cut cuts groups of cells by a fact, where it is needed.
func cut(groups [][]Cell, name string, needed func([]Cell) bool) [][]Cell {
	var all [][]Cell
	for _, group := range groups {
		if needed(group) {
			all = append(all, byFacts(group, name)...)
		} else {
			all = append(all, group)
		}
	}
	return all
}

var digits = regexp.MustCompile(`[0-9]+`)

// mayFollow tells whether a fact may follow from the axis.
func mayFollow(c *Comparison, name string) bool {
	switch {
	case name == c.Over || slices.Contains(c.followers, name):
		return true
	case name == FactTasks:
		return c.Over == FactSize
	case slices.Contains([]string{FactSize, FactPerNode, factThreads}, name):
		return c.Over == FactTasks
	}
	return slices.Contains(c.circumstances, name) || slices.Contains(names, name)
}

// lonely counts the lines with one cell, if other lines have several. Of lines that differ in names alone there is another finding.
func (c *Comparison) lonely() []Finding {
	alone := len(slices.DeleteFunc(slices.Clone(c.Lines), func(line Line) bool { return len(line.Cells) > 1 }))
	isScaled := func(f Figure) bool { return slices.ContainsFunc(f.Entries, func(e *Entry) bool { return e.Base >= 0 }) }
	if c.Over == "" || alone == 0 || !slices.ContainsFunc(c.Figures, isScaled) || !slices.ContainsFunc(c.lineFacts, func(name string) bool { return !slices.Contains(names, name) }) {
		return nil
	}
	return []Finding{{What: fmt.Sprintf("%d of %s have no speed-up: no other %s has the same %s. --ignore leaves a fact out",
		alone, text.Count(len(c.Cells), "cell"), c.Over, strings.Join(c.lineFacts, ", "))}}
}
