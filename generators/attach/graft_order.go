package attach

import (
	"slices"
	"strconv"

	"github.com/latchkey-dev/latchkey/generators/transform"
)

// An element is a container or a volume, with the list that it is in.
type element struct {
	list  string
	value map[string]any
}

// takeOut removes the containers and volumes of the sources that come after one.
func (g *Graft) takeOut(source string) {
	var after []string
	for other := range g.record.Sets {
		if other > source {
			after = append(after, other)
		}
	}
	slices.Sort(after)
	for _, later := range after {
		for _, added := range g.record.Sets[later] {
			list, name := cutRecord(added)
			elements, _ := transform.At(g.fields, "spec", list).([]any)
			at := slices.IndexFunc(elements, func(element any) bool { return transform.At(element, "name") == any(name) })
			if at < 0 || g.holders(added) > 1 {
				continue
			}
			g.out = append(g.out, element{list, elements[at].(map[string]any)})
			g.remove("spec", list, strconv.Itoa(at))
		}
	}
}

// putBack adds what takeOut has removed.
func (g *Graft) putBack() {
	for _, each := range g.out {
		g.append(each.list, each.value)
	}
	g.out = nil
}

// isOut tells whether a name is that of a volume that was taken out. If it is the given volume, it is not put back, because
// it is added now.
func (g *Graft) isOut(name string, volume map[string]any) bool {
	at := slices.IndexFunc(g.out, func(each element) bool { return each.list == volumes && each.value["name"] == any(name) })
	if at >= 0 && isSame(g.out[at].value, volume) {
		g.out = slices.Delete(g.out, at, at+1)
		return false
	}
	return at >= 0
}
