package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// A Verdict says whether a figure of a cell is as it should be.
type Verdict string

// Verdicts.
const (
	Inside  Verdict = "inside"
	Outside Verdict = "outside"
	Lacking Verdict = "missing" // no run has the figure
)

// A Judgement is about a figure of a cell and one of its references.
type Judgement struct {
	Figure string // as "lammps.loop_time"
	Unit   string
	Cell   string  // its parameters
	At     int     // the cell in Comparison.Cells, or -1 if no run has the figure
	Value  float64 // mean of the runs that count, or NaN
	N      int     // number of these runs
	Reference
	Verdict Verdict
}

// judge compares the figures of a study with their references, in the order of the study.
func judge(r *Report, c *Comparison) (all []Judgement) {
	if c.Study == nil {
		return nil
	}
	in := map[string][]int{}
	for i, cell := range c.Cells {
		hash := r.Runs[cell.Runs[0]].Place.Cell
		in[hash] = append(in[hash], i)
	}
	// Cells of one hash are of several sources, and a figure belongs to one of these.
	for _, same := range Grouped(c.Study.Cells, func(p Planned) string { return p.Hash }) {
		planned := same[0]
		planned.Source = ""
		for _, figure := range c.Study.Figures {
			for _, reference := range figure.References {
				if planned.has(reference.Where) {
					all = append(all, c.judgements(planned, in[planned.Hash], figure.Name, reference)...)
				}
			}
		}
	}
	return all
}

// judgements judges a figure in the cells of a planned one. These are several where a circumstance or the source differs.
func (c *Comparison) judgements(planned Planned, cells []int, name string, reference Reference) (all []Judgement) {
	for _, f := range c.Figures {
		if !f.is(name) {
			continue
		}
		for _, cell := range cells {
			if e := f.In(cell); e.N > 0 {
				j := Judgement{Figure: f.fullName(), Unit: f.Field.Unit, Cell: planned.String(), At: cell, Value: e.Mean, N: e.N, Reference: reference, Verdict: Inside}
				if facts := nameOf(c.circumstances, c.Cells[cell].Facts); len(cells) > 1 && facts != "" {
					j.Cell += ", " + facts
				}
				if !reference.allows(e.Mean) {
					j.Verdict = Outside
				}
				all = append(all, j)
			}
		}
	}
	if len(all) == 0 {
		return []Judgement{{Figure: name, Cell: planned.String(), At: -1, Value: Unknown, Reference: reference, Verdict: Lacking}}
	}
	return all
}

// ReferencesOf returns the references of a figure for a cell that has it.
func (c *Comparison) ReferencesOf(f Figure, cell int) (all []Reference) {
	for _, j := range c.Judgements {
		if j.At == cell && j.Figure == f.fullName() {
			all = append(all, j.Reference)
		}
	}
	return all
}

// Verdict says of a study whether all is inside, or something outside, or else missing.
func (c *Comparison) Verdict() Verdict {
	switch {
	case slices.ContainsFunc(c.Judgements, func(j Judgement) bool { return j.Verdict == Outside }):
		return Outside
	case len(c.Missing)+len(c.uneven()) > 0 || slices.ContainsFunc(c.Judgements, func(j Judgement) bool { return j.Verdict == Lacking }):
		return Lacking
	}
	return Inside
}

// uneven returns the findings about figures that some runs of a cell lack.
func (c *Comparison) uneven() []Finding {
	return slices.DeleteFunc(slices.Clone(c.Findings), func(f Finding) bool { return f.Figure == "" })
}

// allows tells whether a mean is inside. What lies on a limit is, whatever the arithmetic with percentages made of it.
func (r Reference) allows(mean float64) bool {
	rounding := 1e-9 * math.Abs(r.Value)
	return mean >= r.Least-rounding && mean <= r.Greatest+rounding
}

// Allowed words what a reference allows: "124.4 to 145.1", "145.1 or less".
func (r Reference) Allowed() string {
	switch {
	case math.IsInf(r.Least, 0):
		return Short(r.Greatest) + " or less"
	case math.IsInf(r.Greatest, 0):
		return Short(r.Least) + " or more"
	}
	return Short(r.Least) + " to " + Short(r.Greatest)
}

// Summary counts judgements and missing runs: "scaling: 3 figures inside, 1 outside, 2 runs missing".
func (c *Comparison) Summary() string {
	count := map[Verdict]int{}
	for _, j := range c.Judgements {
		count[j.Verdict]++
	}
	runs := 0
	for _, m := range c.Missing {
		runs += len(m.Numbers)
	}
	words := c.Study.Name + ": " + text.Count(count[Inside], "figure") + " inside"
	add := func(n int, part string) {
		if n > 0 {
			words += ", " + part
		}
	}
	uneven := len(c.uneven())
	add(count[Outside], fmt.Sprintf("%d outside", count[Outside]))
	add(count[Lacking], fmt.Sprintf("%d without a run", count[Lacking]))
	add(runs, text.Count(runs, "run")+" missing")
	add(uneven, text.Count(uneven, "figure")+" missing in some runs")
	return words
}

// fullName returns the name of a quantity with its kind: "osu.osu_latency latency{size=8}".
func (q Quantity) fullName() string { return q.Kind.Name + "." + q.Name() }

// is tells whether a name means a quantity: its whole name, or its kind and field.
func (q Quantity) is(name string) bool {
	return name == q.fullName() || name == q.Kind.Name+"."+q.Field.Name
}

// figuresOf returns the quantities of a run that a study names, or else its figures of merit. A curve without a place has one of them.
func figuresOf(run *Run, s *Study) []*measured {
	if s == nil || len(s.Figures) == 0 {
		return meritsOf(run)
	}
	whole, plain := map[string]bool{}, map[string]bool{}
	for _, e := range s.Figures {
		whole[e.Name], plain[plainName(e.Name)] = true, true
	}
	var exact, short []*measured
	for _, m := range measure(run, func(k *Kind, f *Field) bool { return plain[k.Name+"."+f.Name] }) {
		switch {
		case whole[m.fullName()]:
			exact = append(exact, m)
		case whole[m.Kind.Name+"."+m.Field.Name]:
			short = append(short, m)
		}
	}
	return append(exact, pointsOfCurves(short)...)
}

// unknownFigure returns an error for a figure of the study that no run has.
func (r *Report) unknownFigure(c *Comparison) error {
	for i, e := range c.Study.Figures {
		if len(c.Cells) == 0 || slices.ContainsFunc(c.Figures, func(f Figure) bool { return f.is(e.Name) }) {
			continue
		}
		if name, isOwn := strings.CutPrefix(e.Name, ownKind+"."); isOwn {
			return fmt.Errorf("spec.figures[%d].name of Study/%s: no log has the figure %q: say how to find it, with --figure '%s=EXPRESSION, higher'", i, c.Study.Name, e.Name, name)
		}
		var known []string
		for _, cell := range c.Cells {
			for _, m := range measure(&r.Runs[cell.Runs[0]], nil) {
				known = AddNew(known, m.Kind.Name+"."+m.Field.Name)
			}
		}
		return fmt.Errorf("spec.figures[%d].name of Study/%s: no log has the figure %q: %s", i, c.Study.Name, e.Name, suggest.Remedy(plainName(e.Name), known))
	}
	return nil
}

// Text words a judgement: "lammps.loop_time, nodes=1: 139.1 s (5 runs); reference 138.2, allowed 124.4 to 145.1".
func (j Judgement) Text() string {
	found := "no run has it"
	if j.Verdict != Lacking {
		found = fmt.Sprintf("%s (%s)", Amount(j.Value, j.Unit), text.Count(j.N, "run"))
	}
	return fmt.Sprintf("%s, %s: %s; reference %s, allowed %s", j.Figure, j.Cell, found, Short(j.Reference.Value), j.Allowed())
}

// allows tells whether a record of the kind may have a figure of this name.
func (k *Kind) allows(name string) bool {
	of, field, _ := strings.Cut(plainName(name), ".")
	isFurther := len(k.Fields) == 0 || k.Further != "" && strings.HasPrefix(field, k.Further)
	return of == k.Name && (isFurther || k.Index(field) < len(k.Fields))
}

// UnknownFigure says why no record of these kinds can have a figure of this name, and what to write instead, or "" if one can.
func UnknownFigure(name string, kinds []*Kind) string {
	of, _, _ := strings.Cut(name, ".")
	var all, fields []string
	for _, k := range kinds {
		all = append(all, k.Name)
		for _, f := range k.Fields {
			if k.Name == of {
				fields = append(fields, k.Name+"."+f.Name)
			}
		}
	}
	switch {
	case of == ownKind || slices.ContainsFunc(kinds, func(k *Kind) bool { return k.allows(name) }):
		return ""
	case fields == nil:
		return fmt.Sprintf("%q begins with no kind of record: %s", name, suggest.Remedy(of, all))
	}
	return fmt.Sprintf("no record has the figure %q: %s", name, suggest.Remedy(plainName(name), fields))
}

// plainName returns the name of a figure without title and point: "osu.latency" for "osu.osu_latency latency{size=8}".
func plainName(name string) string {
	name, _, _ = strings.Cut(name, "{")
	of, rest, _ := strings.Cut(name, ".")
	return of + "." + rest[strings.LastIndex(rest, " ")+1:]
}
