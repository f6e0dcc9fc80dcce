package report

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// A Study is what a study wants of its runs.
type Study struct {
	Name    string
	Cells   []Planned // in the order of the study
	Count   int       // of the runs of each cell
	Discard int       // how many of the first runs do not count
	Over    string    // parameter of the axis, or ""
	Scaling Scaling
	Follows func(parameter string) []string // returns the parameters that change with a parameter
	Figures []Expected

	at     map[string][]int    // indexes of cells, by their hashes
	latest map[plannedRun]*Run // those that count
}

// A Planned cell is one that a study has.
type Planned struct {
	Source   string            `json:"-"` // name of what is run, or "" if the study has one source only
	Optional bool              `json:"-"` // the source may be attached to another one: then no run is of it alone
	Hash     string            `json:"cell"`
	Values   map[string]string `json:"parameters"`
}

// An Expected figure is one that a study names.
type Expected struct {
	Name       string // of the kind and the field: "lammps.loop_time"
	References []Reference
}

// A Reference is what the mean of a cell should be.
type Reference struct {
	Where           map[string]string // values of parameters that the cell has
	Value           float64
	Least, Greatest float64 // infinite if there is no limit
}

// A Place says where in a study a run stands.
type Place struct {
	Study, Cell string // name, and hash of the parameters
	Parameters  map[string]string
	Number      int // from 1, or 0 if nothing says it
}

// String names the cell by its parameters: "affinity=off, nodes=2".
func (p Planned) String() string {
	words := nameOf(slices.Sorted(maps.Keys(p.Values)), p.Values)
	if p.Source != "" {
		words = p.Source + ": " + words
	}
	return words
}

// settled returns the study without optional sources that did not run, and without the name of a single source: an overlay may rename it.
func (s *Study) settled(r *Report) *Study {
	seen := map[string]bool{}
	for _, run := range r.Runs {
		if run.Place != nil && run.Place.Study == s.Name {
			seen[run.Facts[FactSource]] = true
		}
	}
	out, left := *s, map[string]bool{}
	out.Cells = slices.DeleteFunc(slices.Clone(s.Cells), func(p Planned) bool { return p.Optional && !seen[p.Source] })
	out.at = map[string][]int{}
	for _, cell := range out.Cells {
		left[cell.Source] = true
	}
	for i := range out.Cells {
		out.at[out.Cells[i].Hash] = append(out.at[out.Cells[i].Hash], i)
		if len(left) == 1 {
			out.Cells[i].Source = ""
		}
	}
	out.latest = out.latestRuns(r)
	return &out
}

// has tells whether a cell has some values.
func (p Planned) has(values map[string]string) bool {
	for name, value := range values {
		if p.Values[name] != value {
			return false
		}
	}
	return true
}

// cellOf returns the index of the planned cell of a run of a study, or -1.
func (s *Study) cellOf(run *Run) int {
	for _, i := range s.at[run.Place.Cell] {
		if p := s.Cells[i]; maps.Equal(run.Place.Parameters, p.Values) && (p.Source == "" || p.Source == run.Facts[FactSource]) {
			return i
		}
	}
	return -1
}

// aside says why a run is not compared, or "". Without a study all runs are.
func (s *Study) aside(run *Run) string {
	switch {
	case s == nil:
		return ""
	case run.Place == nil:
		return "it belongs to no study"
	case run.Place.Study != s.Name:
		return "it belongs to the study " + run.Place.Study
	case s.cellOf(run) < 0:
		return "the study has no such cell: " + Planned{Values: run.Place.Parameters}.String()
	case run.Place.Number > s.Count:
		return fmt.Sprintf("the study has %s of each cell", text.Count(s.Count, "run"))
	case run.Place.Number > 0 && run.Place.Number <= s.Discard:
		return fmt.Sprintf("discarded: repeat.discard is %d", s.Discard)
	}
	if latest := s.madeAgain(run); latest != nil {
		return "made again: " + latest.Name
	}
	return ""
}

// Aside is a run that is not compared, whatever its state is.
type Aside struct {
	Run    int    `json:"run"` // in Report.Runs
	Reason string `json:"reason"`
}

// Missing are runs of a planned cell that did not complete, or are not there.
type Missing struct {
	Planned       // the cell
	Numbers []int `json:"runs"`   // of the runs, from 1
	Wanted  int   `json:"wanted"` // how many should count
}

// String says how many runs are missing, and which: "2 of 5 runs are missing: 3, 4".
func (m Missing) String() string {
	var numbers []string
	for _, number := range m.Numbers {
		numbers = append(numbers, fmt.Sprint(number))
	}
	return fmt.Sprintf("%d of %s missing: %s", len(m.Numbers), text.Count(m.Wanted, "run"), strings.Join(numbers, ", "))
}

// missing returns the planned cells that lack runs, in the order of the study.
func (s *Study) missing(r *Report, runs []int) (all []Missing) {
	if s == nil {
		return nil
	}
	counted := map[[2]int]bool{} // cells and numbers
	for _, run := range runs {
		counted[[2]int{s.cellOf(&r.Runs[run]), r.Runs[run].Place.Number}] = true
	}
	for i, cell := range s.Cells {
		m := Missing{Planned: cell, Wanted: s.Count - s.Discard}
		for number := s.Discard + 1; number <= s.Count; number++ {
			if !counted[[2]int{i, number}] {
				m.Numbers = append(m.Numbers, number)
			}
		}
		if len(m.Numbers) > 0 {
			all = append(all, m)
		}
	}
	return all
}

// Of returns how many runs count: "5", or "3 of 5" if some are missing.
func (c *Comparison) Of(n int) string {
	if c.Study != nil && n < c.Study.Count-c.Study.Discard {
		return fmt.Sprintf("%d of %d", n, c.Study.Count-c.Study.Discard)
	}
	return fmt.Sprint(n)
}

// ofStudies tells whether all of some runs are of studies.
func (r *Report) ofStudies(runs []int) bool {
	return len(runs) > 0 && !slices.ContainsFunc(runs, func(run int) bool { return r.Runs[run].Place == nil })
}

// parameters returns the facts that are parameters of the studies of some runs.
func (r *Report) parameters(runs []int) map[string]bool {
	names := map[string]bool{FactStudy: true, FactSource: true}
	for _, run := range runs {
		for name := range r.Runs[run].Place.Parameters {
			names[r.called(FactOf(name))] = true
		}
	}
	return names
}

// mixed says that runs of studies and others are compared.
func (r *Report) mixed(runs []int) []Finding {
	of := len(slices.DeleteFunc(slices.Clone(runs), func(run int) bool { return r.Runs[run].Place == nil }))
	if of == 0 || of == len(runs) {
		return nil
	}
	return []Finding{{What: fmt.Sprintf("%d of %s belong to a study and the others to none, so all parameters are compared. Read the runs of the study alone, or give --study",
		of, text.Count(len(runs), "run"))}}
}

// unread says that no log of some runs has anything that can be read.
func (r *Report) unread(runs []int) []Finding {
	without := slices.DeleteFunc(slices.Clone(runs), func(run int) bool {
		return slices.ContainsFunc(r.Runs[run].Sources, func(s Source) bool { return len(s.Results) > 0 })
	})
	if len(without) == 0 {
		return nil
	}
	return []Finding{{What: fmt.Sprintf("no program that is known printed anything in %s, first %s: only duration and phases are known. latchkey explain program says how to add one, and --figure finds figures of your own",
		text.Count(len(without), "run"), r.Runs[without[0]].Name)}}
}

// dropMeant drops facts that the parameters of a study explain: they do not differ between runs with equal parameters.
func (g *grouping) dropMeant(ofStudy map[string]bool) {
	groups := g.by(g.parameters)
	g.circumstances = slices.DeleteFunc(g.circumstances, func(name string) bool {
		return !slices.Contains(surroundings, name) && !ofStudy[name] && !slices.ContainsFunc(groups, func(runs []int) bool { return g.differs(runs, name, false) })
	})
}

// are tells whether two facts are known and the same in each run.
func (g *grouping) are(name, fact string) bool {
	return !slices.ContainsFunc(g.runs, func(run int) bool {
		return g.facts[run][name] == "" || g.facts[run][name] != g.report.Runs[run].Facts[fact]
	})
}

// followers returns the facts that change with the axis: those that a study says, or else numbers that each place has one of.
func (g *grouping) followers(s *Study, over string) []string {
	var all []string
	if s != nil {
		for parameter := range s.Cells[0].Values {
			if g.report.called(FactOf(parameter)) == over {
				for _, name := range s.Follows(parameter) {
					all = append(all, g.report.called(FactOf(name)))
				}
				return all
			}
		}
	}
	for _, name := range g.parameters {
		if name != over && (g.are(name, over) || g.ofStudy[name] && g.follows(name, over)) {
			all = append(all, name)
		}
	}
	return all
}

// follows tells whether a fact is a number that follows from another one.
func (g *grouping) follows(name, from string) bool {
	known := map[string]string{}
	for _, run := range g.runs {
		place, value := g.facts[run][from], g.facts[run][name]
		if before, seen := known[place]; seen && before != value || math.IsNaN(FactNumber(g.facts[run], name)) {
			return false
		}
		known[place] = value
	}
	return true
}
