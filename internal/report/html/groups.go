package html

import "github.com/latchkey-dev/latchkey/internal/report"

// Groups of runs have a colour each in pictures of many lines.
type groups struct {
	names []string
	of    []int // group of each run
}

// maxColors is the largest number of groups that have a colour of their own. More are drawn as one.
const maxColors = 6

// newGroups takes the cells of the comparison. Runs that are not compared make the last group, so that each run has one.
func newGroups(r *report.Report) groups {
	g := groups{of: make([]int, len(r.Runs))}
	for i, cell := range r.Comparison.Cells {
		g.names = append(g.names, cell.Name)
		for _, run := range cell.Runs {
			g.of[run] = i
		}
	}
	if len(r.Comparison.Left) > 0 {
		for _, run := range r.Comparison.Left {
			g.of[run] = len(g.names)
		}
		name := "not completed"
		if len(r.Comparison.Aside) > 0 {
			name = "not compared"
		}
		g.names = append(g.names, name)
	}
	if len(g.names) > maxColors {
		g.names = []string{"all runs"}
		clear(g.of)
	}
	return g
}
