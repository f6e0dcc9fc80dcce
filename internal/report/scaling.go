package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// near is how much two problems may differ that are meant to be equal, because problems are made of whole cells.
const near = 0.01

// problemUnsaid is why a line of a known program scales whose problem no log says. It may solve none: then the time of a run, which may be
// of several measurements and of their start, has no speed-up.
const problemUnsaid = "the command is the same, and no log says the problem"

// scalingOf tells how a line scales: strong if the total problem is the same, weak if that of each process or node is.
func scalingOf(r *Report, cells []Cell, o Options) (Scaling, string) {
	switch {
	case o.Scaling != "":
		return o.Scaling, askedFor
	case o.Study != nil && o.Study.Scaling != "":
		return o.Study.Scaling, asStudy
	}
	facts := make([]map[string]string, len(cells))
	for i, cell := range cells {
		facts[i] = r.factsOf(cell)
	}
	same := func(fact string, share func(i int) float64) bool {
		first, rest := problemSize(facts[0][fact])
		for i := range facts {
			size, also := problemSize(facts[i][fact])
			if !(math.Abs(size*share(i)/(first*share(0))-1) <= near) || also != rest {
				return false
			}
		}
		return true
	}
	whole := func(int) float64 { return 1 }
	first, last := facts[0], facts[len(facts)-1]
	switch {
	case same(FactTotal, whole):
		return Strong, "the total problem is the same: " + first[FactTotal]
	case same(FactEach, whole):
		return Weak, "the problem of each process is the same: " + first[FactEach]
	case same(FactTotal, func(i int) float64 { return 1 / FactNumber(facts[i], FactSize) }):
		return Weak, "the problem of each node is the same; in all it is first " + first[FactTotal]
	case first[FactTotal] != "" && last[FactTotal] != "":
		return NotKnown, fmt.Sprintf("the total problem is first %s and at last %s, and the problem of each process %s and %s", first[FactTotal], last[FactTotal],
			cmp.Or(first[FactEach], none), cmp.Or(last[FactEach], none))
	case first[FactProblem] != "" || last[FactProblem] != "":
		return NotKnown, "the problem is not known of all runs"
	case first[FactCommand] != "" && !slices.ContainsFunc(facts, func(f map[string]string) bool { return f[FactCommand] != first[FactCommand] }):
		if first[FactProgram] != "" {
			return Strong, problemUnsaid
		}
		return Strong, "the command is the same"
	}
	return NotKnown, "neither problem nor command is known to be the same"
}

// factsOf returns what is known of the runs of a cell. A broken log does not say the problem.
func (r *Report) factsOf(cell Cell) map[string]string {
	known := map[string]string{}
	for _, run := range cell.Runs {
		for name, value := range r.Runs[run].Facts {
			known[name] = cmp.Or(known[name], value)
		}
	}
	return known
}

// problemSize returns the number of "atoms=4000 steps=100", or NaN, and the rest of the text.
func problemSize(problem string) (size float64, rest string) {
	name, text, _ := strings.Cut(problem, "=")
	word, with, _ := strings.Cut(text, " ")
	return numberIn(word), name + " " + with
}
