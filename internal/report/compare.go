package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// Options say how runs are compared.
type Options struct {
	By      []string // facts that make a cell, besides Over; nil for all parameters that differ
	Over    string   // fact of the axis, or "" for the size or else the tasks, if they differ
	Ignore  []string // facts that are not compared
	Scaling Scaling  // how the problem grows with the size, or "" for what the runs show
	All     bool     // runs that are not completed are compared too
	Study   *Study   // it has the runs that are compared; nil if they belong to none
}

// A Comparison of runs.
type Comparison struct {
	By       []string // facts that differ between the cells, in the order in which they are shown
	Over     string   // the fact of By that is the axis: its values are numbers; "" if there is no axis
	All      bool     // runs that are not completed are compared too
	Cells    []Cell   // by line, and then by Over
	Lines    []Line
	Findings []Finding
	Left     []int // runs that are not compared
	Figures  []Figure

	Study      *Study      // it has the runs that are compared; nil if they belong to none
	Aside      []Aside     // runs of Left that would count, but for the study
	Missing    []Missing   // runs of the study
	Judgements []Judgement // about its references

	circumstances []string // facts of By that are circumstances
	followers     []string // facts of By that follow Over
	lineFacts     []string // facts that tell the lines apart

	short map[string]map[string]string // of each fact of By, its values as they stand in a table
}

// A Cell is runs that were meant to be equal, and are as far as is known.
type Cell struct {
	Name  string            // the facts that tell it from the others, for example "size=2, image=b"
	Facts map[string]string // the facts named in Comparison.By
	At    float64           // value of Over, or NaN
	Line  int               // in Comparison.Lines
	Runs  []int             // in Report.Runs, by start

	solves      bool             // the program says the size of its problem
	experiments map[string][]int // its runs by name, if they may be of several experiments
}

// MayMix tells whether the runs of a cell may be of several experiments.
func (c *Cell) MayMix() bool { return c.experiments != nil }

// A Finding is something that the reader of a comparison should know.
type Finding struct {
	What   string `json:"what"`
	Fact   string `json:"fact,omitempty"`   // that differs where it should not, or ""
	Figure string `json:"figure,omitempty"` // of merit, which some runs of a cell have and others have not, or ""
}

// Compare puts the runs of a report into cells and compares the cells. It is an error to name a fact or a figure that no run has.
func Compare(r *Report, o Options) error {
	over := []string{o.Over}
	for _, names := range [][]string{o.By, o.Ignore, over} {
		for i, name := range names {
			found, err := r.find(name)
			if err != nil {
				return err
			}
			names[i] = r.called(found)
		}
	}
	o.Over = over[0]
	if o.Study != nil {
		o.Study = o.Study.settled(r)
		if over := r.called(FactOf(o.Study.Over)); o.Over == "" && slices.Contains(r.FactNames(), over) {
			o.Over = over
		}
	}
	r.Comparison = newComparison(r, o)
	if o.Study != nil {
		return r.unknownFigure(r.Comparison)
	}
	return nil
}

func newComparison(r *Report, o Options) *Comparison {
	c := &Comparison{All: o.All, Study: o.Study}
	var runs []int
	for i := range r.Runs {
		run := &r.Runs[i]
		why := o.Study.aside(run)
		switch {
		case !o.All && !run.Counts():
			c.Left = append(c.Left, i)
		case why != "":
			c.Left, c.Aside = append(c.Left, i), append(c.Aside, Aside{i, why})
		default:
			runs = append(runs, i)
		}
	}
	g := newGrouping(r, runs, o)
	c.Findings = slices.Concat(r.misnamed(runs), r.mixed(runs), r.shared(runs), g.split())
	c.By, c.circumstances, c.Over = g.names(), g.circumstances, o.axis(g)
	c.followers = g.followers(o.Study, c.Over)
	c.Cells = g.cells(c.Over)
	c.Lines = newLines(c, g, o)
	c.short = c.shortFacts()
	c.Figures = newFigures(r, c)
	c.Findings = slices.Concat(c.Findings, r.onlyNames(c), r.pooled(c), c.confounded(r.ofStudies(runs)), c.lonely(), r.unread(runs), r.referee(c, runs))
	c.Missing = o.Study.missing(r, runs)
	c.Judgements = judge(r, c)
	return c
}

// axis returns the fact of the axis: as asked for, or the size or the tasks, whichever differs first, or a parameter that is one of them.
func (o Options) axis(g *grouping) string {
	if o.Over != "" {
		return o.Over
	}
	sizes := []string{FactSize, FactTasks}
	for _, name := range sizes {
		if slices.Contains(g.names(), name) && g.ofStudy == nil {
			return name
		}
	}
	for _, fact := range sizes {
		if i := slices.IndexFunc(g.parameters, func(name string) bool { return g.are(name, fact) }); i >= 0 {
			return g.parameters[i]
		}
	}
	return ""
}

// cells makes a cell of each group of runs.
func (g *grouping) cells(over string) []Cell {
	names := g.names()
	var all []Cell
	for _, runs := range g.by(names) {
		slices.SortStableFunc(runs, func(a, b int) int { return g.report.Runs[a].Start.Compare(g.report.Runs[b].Start) })
		facts := g.facts[runs[0]]
		solves := slices.ContainsFunc(runs, func(run int) bool { return g.report.Runs[run].Facts[FactProblem] != "" })
		all = append(all, Cell{Facts: facts, At: FactNumber(facts, over), Runs: runs, solves: solves, experiments: g.report.experiments(runs)})
	}
	distinct := distinguishing(all, slices.Concat([]string{over}, names))
	slices.SortFunc(distinct, compareFacts)
	for i := range all {
		all[i].Name = nameOf(distinct, all[i].Facts)
	}
	return all
}

// shortFacts returns the facts of the cells as they stand in a table.
func (c *Comparison) shortFacts() map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, name := range append(c.withoutAxis(c.By), c.Over) {
		var values []string
		for _, cell := range c.Cells {
			values = append(values, cell.Facts[name])
		}
		all[name] = shortened(values)
	}
	return all
}

// brief returns the facts of a cell, short enough for a table or a name in a picture.
func (c *Comparison) brief(cell Cell) map[string]string {
	facts := maps.Clone(cell.Facts)
	for name, value := range facts {
		facts[name] = cmp.Or(c.short[name][value], value)
	}
	return facts
}

// distinguishing returns the first facts that tell all cells apart. Facts that vary together with them are left out.
func distinguishing(cells []Cell, names []string) []string {
	var kept []string
	told := min(len(cells), 1) // how many groups are told apart
	for _, name := range names {
		with := append(slices.Clone(kept), name)
		if groups := byFacts(cells, with...); len(groups) > told {
			kept, told = with, len(groups)
		}
	}
	return kept
}

// nameOf writes the facts that are known as "size=2, image=b". What could be taken for nothing, or for two facts, is quoted.
func nameOf(names []string, facts map[string]string) string {
	var words []string
	for _, name := range names {
		value, known := facts[name]
		if value == "" || strings.Contains(value, ", ") {
			value = strconv.Quote(value)
		}
		if known {
			words = append(words, name+"="+value)
		}
	}
	return strings.Join(words, ", ")
}

// Columns returns the facts that tell some cells apart, and their lines, in the order in which they are shown.
func (c *Comparison) Columns(cells []Cell) []string {
	all := distinguishing(cells, slices.Concat([]string{c.Over}, c.withoutAxis(c.By)))
	for _, name := range c.lineFacts {
		if slices.ContainsFunc(cells, func(cell Cell) bool { return cell.Facts[name] != cells[0].Facts[name] }) {
			all = AddNew(all, name)
		}
	}
	slices.SortFunc(all, compareFacts)
	return all
}

// apart returns the facts, besides the axis, that tell the cells apart, and further ones that differ and that the axis does not explain.
func (c *Comparison) apart() (by, further []string) {
	by = c.withoutAxis(c.Columns(c.Cells))
	follow := slices.Concat(names, by, c.followers)
	if c.Over != "" {
		follow = append(follow, c.Over, FactSize, FactTasks, FactProblem, FactLogTasks, FactCommand)
	}
	further = slices.DeleteFunc(slices.Clone(c.By), func(name string) bool {
		known := c.Cells
		if !isSet(name) { // what a user has not set differs from what he has; what a log does not say may be the same
			known = knowing(name, known)
		}
		return len(byFacts(known, name)) < 2 || slices.Contains(follow, name)
	})
	if i := slices.Index(further, FactProblem); i > 0 {
		further = slices.Insert(slices.Delete(further, i, i+1), 0, FactProblem)
	}
	return by, further
}

// confounded says that cells differ in more than a table shows. What surrounds the runs of studies has findings of its own.
func (c *Comparison) confounded(ofStudies bool) []Finding {
	by, further := c.apart()
	further = slices.DeleteFunc(further, func(name string) bool { return ofStudies && slices.Contains(surroundings, name) })
	if len(further) == 0 || c.Study != nil {
		return nil
	}
	return []Finding{{What: fmt.Sprintf("the cells differ in more than %s: also in %s. A difference of their figures may come from each of these",
		strings.Join(AddNew(by, c.Over), ", "), strings.Join(withValues(c.Cells, further), ", "))}}
}

// withValues names facts with their values in some cells, where these are few and short: "tasks per node (56, 96)".
func withValues(cells []Cell, names []string) (all []string) {
	const most, longest = 3, 40
	for _, name := range names {
		var values []string
		for _, cell := range cells {
			values = AddNew(values, cell.Facts[name])
		}
		slices.SortFunc(values, CompareStrings)
		if words := strings.Join(values, ", "); len(values) <= most && len(words) <= longest {
			name += " (" + words + ")"
		}
		all = append(all, name)
	}
	return all
}

// misnamed says which runs have another size in their name than their logs say.
func (r *Report) misnamed(runs []int) []Finding {
	of := slices.DeleteFunc(slices.Clone(runs), func(run int) bool { return r.Runs[run].Facts[FactLogNodes] == "" })
	if len(of) == 0 {
		return nil
	}
	first := r.Runs[of[0]]
	return []Finding{{What: fmt.Sprintf("the size in a name is not the number of nodes that the log says, in %d of %s, and the name counts: %s is called size %s and ran on %s, as the first. Without {size} in --names the nodes count",
		len(of), text.Count(len(runs), "run"), first.Name, first.Facts[FactSize], text.Count(int(FactNumber(first.Facts, FactLogNodes)), "node"))}}
}

// shared says which runs had several pods on one node.
func (r *Report) shared(runs []int) []Finding {
	of := slices.DeleteFunc(slices.Clone(runs), func(run int) bool { return r.Runs[run].Facts[FactPods] == "" })
	if len(of) == 0 {
		return nil
	}
	facts := r.Runs[of[0]].Facts
	return []Finding{{What: fmt.Sprintf("%s had several pods on one node: the size is the number of nodes. %s is the first: %s pods on %s (%s)",
		text.Count(len(of), "run"), r.Runs[of[0]].Name, facts[FactPods], text.Count(int(FactNumber(facts, FactSize)), "node"), facts[FactNode])}}
}
