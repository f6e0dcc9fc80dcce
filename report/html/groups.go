package html

import "github.com/latchkey-dev/latchkey/report"

// Groups of runs have a colour each in pictures of many lines.
type groups struct {
	names []string
	of    []int // group of each run
}

// maxColors is the largest number of groups that have a colour of their own. More are drawn as one.
const maxColors = 6

// newGroups takes the groups of the comparison, or else each run as a group.
func newGroups(r *report.Report) groups {
	g := groups{of: make([]int, len(r.Runs))}
	if r.Comparison != nil && len(r.Comparison.Groups) > 0 {
		for i, group := range r.Comparison.Groups {
			g.names = append(g.names, group.Name)
			for _, run := range group.Runs {
				g.of[run] = i
			}
		}
	} else {
		for i, run := range r.Runs {
			g.names = append(g.names, run.Name)
			g.of[i] = i
		}
	}
	if len(g.names) > maxColors {
		g.names = []string{"all runs"}
		clear(g.of)
	}
	return g
}
