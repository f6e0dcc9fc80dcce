package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// A Comparison of runs. Runs whose facts are equal are repetitions and make one group.
type Comparison struct {
	Varies []string // names of the facts that differ between the runs, sorted; "size" first
	Groups []Group  // sorted by the facts that differ, numbers as numbers
	// Measures are what at least two groups have.
	Measures []Measure
}

// A Group is runs with equal facts.
type Group struct {
	Name  string            // the facts that differ, for example "size=2, image=b"
	Facts map[string]string // only those that differ
	Scale float64           // what speed-up is drawn over: tasks, or else size; NaN if neither is known
	Runs  []int             // indexes in Report.Runs
}

// A Measure is one quantity in all groups.
type Measure struct {
	Metric string
	Kind   *Kind
	Title  string // of the results, and what of the program it is about
	Field  Field
	// Label and At say where on a curve or in which row of a table, as in Observation.
	Label, At string
	Cells     []Cell // one for each group

	curve bool // it is a point of a curve
}

// A Cell is a quantity in the runs of a group.
type Cell struct {
	Stats // over runs; each run gives one value. Count is 0 if the group has no value
	// Speedup is how much better the mean is than that of the first group that has one: 2 means half the time, or twice
	// the bandwidth. NaN if the field has no better direction.
	Speedup float64
	// Ideal is Scale divided by the Scale of the first group. NaN if the scale is not known or does not differ.
	Ideal float64
}

// Compare compares the runs of a report, if there are several.
func Compare(r *Report) {
	if len(r.Runs) < 2 {
		return
	}
	c := &Comparison{Varies: varies(r.Runs)}
	c.Groups = groups(r.Runs, c.Varies)
	c.Measures = measures(r, c.Groups)
	r.Comparison = c
}

// varies returns the facts that differ between runs, sorted; size and tasks come first.
func varies(runs []Run) []string {
	var names []string
	for _, run := range runs {
		for name := range run.Facts {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		return !slices.ContainsFunc(runs, func(run Run) bool { return run.Facts[name] != runs[0].Facts[name] })
	})
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b)) })
	return names
}

func rank(fact string) int {
	if at := slices.Index([]string{FactSize, FactTasks}, fact); at >= 0 {
		return at
	}
	return 2
}

// Names of facts that mean something to a comparison.
const (
	FactSize  = "size"
	FactTasks = "tasks"
)

// groups puts runs together whose facts are equal.
func groups(runs []Run, varies []string) []Group {
	var all []Group
	for i, run := range runs {
		at := slices.IndexFunc(all, func(g Group) bool {
			return !slices.ContainsFunc(varies, func(name string) bool { return g.Facts[name] != run.Facts[name] })
		})
		if at < 0 {
			at = len(all)
			all = append(all, newGroup(run, varies))
		}
		all[at].Runs = append(all[at].Runs, i)
	}
	slices.SortStableFunc(all, func(a, b Group) int {
		for _, name := range varies {
			if order := compareTexts(a.Facts[name], b.Facts[name]); order != 0 {
				return order
			}
		}
		return 0
	})
	return all
}

func newGroup(run Run, varies []string) Group {
	g := Group{Facts: map[string]string{}, Scale: Unknown}
	var words []string
	for _, name := range varies {
		g.Facts[name] = run.Facts[name]
		words = append(words, name+"="+run.Facts[name])
	}
	g.Name = strings.Join(words, ", ")
	for _, name := range []string{FactTasks, FactSize} {
		if scale, err := strconv.ParseFloat(run.Facts[name], 64); err == nil && !Known(g.Scale) && slices.Contains(varies, name) {
			g.Scale = scale
		}
	}
	return g
}

// compareTexts compares numbers as numbers and other texts as texts.
func compareTexts(a, b string) int {
	first, err := strconv.ParseFloat(a, 64)
	second, also := strconv.ParseFloat(b, 64)
	if err == nil && also == nil {
		return cmp.Compare(first, second)
	}
	return cmp.Compare(a, b)
}
