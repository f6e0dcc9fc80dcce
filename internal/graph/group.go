package graph

import "strings"

// mostLeaves is the number of boxes up to which a drawing is legible on one page.
const mostLeaves = 16

// A level says how much is drawn.
type level int

const (
	// apart draws each unit with its pods and containers.
	apart level = iota
	// alike draws like units once.
	alike
	// outlined draws like units as one box without boxes in it.
	outlined
	// byKind draws all units that become the same kinds of objects as one box.
	byKind
)

// notes say in the drawing what a level leaves out.
var notes = map[level]string{
	alike:    "like ones are drawn once, and a star stands for their names",
	outlined: "each box is a source with all that it becomes, and like ones are one box",
	byKind:   "sources that become the same kinds of objects are one box",
}

// A group is drawn as one unit: the first one.
type group struct{ units []*unit }

// groupsOf groups the units, and returns the first level at which the drawing is legible.
func groupsOf(units []*unit, all bool) ([]group, level) {
	each := grouped(units, (*unit).form, false)
	if all || leavesOf(each) <= mostLeaves {
		return each, apart
	}
	like := grouped(units, (*unit).form, true)
	if leavesOf(like) <= mostLeaves {
		return like, alike
	}
	if len(like) <= mostLeaves {
		return like, outlined
	}
	return grouped(units, (*unit).outline, true), byKind
}

// grouped returns groups of units, in the order of their first units.
func grouped(units []*unit, key func(*unit) string, together bool) (groups []group) {
	at := map[string]int{}
	for _, u := range units {
		key := key(u)
		if i, found := at[key]; found && together {
			groups[i].units = append(groups[i].units, u)
			continue
		}
		at[key] = len(groups)
		groups = append(groups, group{[]*unit{u}})
	}
	return groups
}

func leavesOf(groups []group) (count int) {
	for _, g := range groups {
		count += g.units[0].leaves()
	}
	return count
}

// first is the unit that is drawn.
func (g group) first() *unit { return g.units[0] }

// name returns what is common to a name in all units. A star stands for the names of the units, and three dots for an end
// that differs.
func (g group) name(of func(*unit) string) string {
	if len(g.units) == 1 {
		return of(g.first())
	}
	first := g.first().relative(of(g.first()))
	common := first
	for _, u := range g.units[1:] {
		other := u.relative(of(u))
		for !strings.HasPrefix(other, common) {
			common = common[:len(common)-1]
		}
	}
	if common == first {
		return common
	}
	common, _, _ = strings.Cut(common, "[")
	return common[:strings.LastIndex(common, "-")+1] + "…"
}

// names are the names of all units.
func (g group) names() (names []string) {
	for _, u := range g.units {
		names = append(names, u.name)
	}
	return names
}

// facts are those of all sources.
func (g group) facts() (all facts) {
	for _, u := range g.units {
		all.add(u.source)
	}
	return all
}
