package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// grouping is runs while they are put into cells.
type grouping struct {
	report        *Report
	runs          []int
	facts         map[int]map[string]string // of each run, those that are compared and differ
	parameters    []string
	circumstances []string
	ofStudy       map[string]bool // facts that studies choose, if all runs are of studies
}

// newGrouping finds the facts that differ. With By, all others are circumstances.
func newGrouping(r *Report, runs []int, o Options) *grouping {
	g := &grouping{report: r, runs: runs, facts: map[int]map[string]string{}}
	if o.By == nil && r.ofStudies(runs) {
		g.ofStudy = r.parameters(runs)
	}
	for _, run := range runs {
		g.facts[run] = map[string]string{}
	}
	for _, name := range r.FactNames() {
		if r.called(name) != name {
			continue
		}
		asked := slices.Contains(o.By, name) || name == o.Over
		if !asked && (slices.Contains(uncompared, name) || slices.Contains(o.Ignore, name)) {
			continue
		}
		isParameter := asked || !slices.Contains(circumstances, name) && o.By == nil && (g.ofStudy == nil || g.ofStudy[name])
		if !g.differs(runs, name, isParameter) && name != o.Over {
			continue
		}
		for _, run := range runs {
			if value, known := r.Runs[run].Facts[name]; known {
				g.facts[run][name] = value
			}
		}
		if isParameter {
			g.parameters = append(g.parameters, name)
		} else {
			g.circumstances = append(g.circumstances, name)
		}
	}
	g.fill()
	if r.ofStudies(runs) {
		g.dropMeant(r.parameters(runs))
	}
	return g
}

// fill copies program, tasks and threads from other runs with equal parameters if a log lacks them: else a broken log makes a cell.
func (g *grouping) fill() {
	fromLogs := []string{FactProgram, FactTasks, FactPerNode, factThreads}
	others := slices.DeleteFunc(slices.Clone(g.parameters), func(name string) bool { return slices.Contains(fromLogs, name) })
	for _, group := range g.by(others) {
		for _, name := range fromLogs {
			if slices.Contains(g.parameters, name) {
				g.agree(group, name)
			}
		}
	}
}

// differs tells whether runs have several values of a fact. A parameter that is not known is a value too.
func (g *grouping) differs(runs []int, name string, isParameter bool) bool {
	return len(g.values(runs, name, isParameter)) > 1
}

// values returns the values of a fact and which runs have them.
func (g *grouping) values(runs []int, name string, unknown bool) map[string][]int {
	all := map[string][]int{}
	for _, run := range runs {
		if value := g.report.Runs[run].Facts[name]; value != "" || unknown {
			all[value] = append(all[value], run)
		}
	}
	return all
}

// agree copies a fact to the runs of a group that lack it, if all known values are equal. It returns these, each with its runs.
func (g *grouping) agree(group []int, name string) map[string][]int {
	values := g.values(group, name, false)
	for value := range values {
		for _, run := range group {
			if len(values) == 1 {
				g.facts[run][name] = value
			}
		}
	}
	return values
}

// split looks for circumstances that differ between runs with equal parameters. A run that lacks one goes with the others, if they agree.
func (g *grouping) split() []Finding {
	var all []Finding
	for _, group := range g.by(g.parameters) {
		for _, name := range g.circumstances {
			if values := g.agree(group, name); len(values) > 1 {
				what := name + " differs"
				if cell := nameOf(g.parameters, g.facts[group[0]]); cell != "" {
					what += " within " + cell
				}
				all = append(all, finding(what, name, values, fmt.Sprintf("These are cells of their own; --ignore %q puts them together", name)))
			}
		}
	}
	return append(all, g.between(all)...)
}

// between looks for circumstances that differ between the cells of studies. Other images and programs have other digests and releases.
func (g *grouping) between(within []Finding) (all []Finding) {
	if !g.report.ofStudies(g.runs) {
		return nil
	}
	ofImage := Grouped(g.runs, func(run int) string { return keyOfFacts([]string{FactImage, FactProgram}, g.report.Runs[run].Facts) })
	for _, name := range g.circumstances {
		isFound := slices.ContainsFunc(within, func(f Finding) bool { return f.Fact == name })
		if isFound || !slices.Contains(surroundings, name) {
			continue
		}
		isOfImage := slices.Contains([]string{FactDigest, FactOthers, FactRelease, FactFlux, FactMPI}, name)
		if !isOfImage || slices.ContainsFunc(ofImage, func(runs []int) bool { return g.differs(runs, name, false) }) {
			all = append(all, finding(name+" differs between the cells", name, g.values(g.runs, name, false), "A difference of their figures may come from it"))
		}
	}
	return all
}

// finding words a circumstance that differs, with the number of runs of each value.
func finding(what, name string, values map[string][]int, end string) Finding {
	var words []string
	all := slices.SortedFunc(maps.Keys(values), CompareStrings)
	short := shortened(all)
	for _, value := range all {
		words = append(words, short[value]+" ("+text.Count(len(values[value]), "run")+")")
	}
	return Finding{Fact: name, What: what + ": " + strings.Join(words, ", ") + ". " + end}
}

// by puts runs with equal values of some facts together, in the order of the runs.
func (g *grouping) by(names []string) [][]int {
	return Grouped(g.runs, func(run int) string { return keyOfFacts(names, g.facts[run]) })
}

// Grouped puts together what has equal keys, in the order of the first of each. A key that is not equal to itself, NaN, has a group each time.
func Grouped[T any, K comparable](all []T, key func(T) K) (groups [][]T) {
	at := map[K]int{}
	for _, one := range all {
		k := key(one)
		i, known := at[k]
		if !known {
			i, groups = len(groups), append(groups, nil)
			at[k] = i
		}
		groups[i] = append(groups[i], one)
	}
	return groups
}

func keyOfFacts(names []string, facts map[string]string) string {
	return strings.Join(valuesOf(names, facts), "\x00")
}

func valuesOf(names []string, facts map[string]string) []string {
	values := make([]string, len(names))
	for i, name := range names {
		values[i] = facts[name]
	}
	return values
}

// names returns the facts that make cells.
func (g *grouping) names() []string {
	return slices.SortedFunc(slices.Values(slices.Concat(g.parameters, g.circumstances)), compareFacts)
}
