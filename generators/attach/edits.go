package attach

import (
	"slices"
	"strconv"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// edits collects the changes of the item of a template.
type edits struct {
	item *transform.Item
	path []string
	all  []transform.Edit
}

func (e *edits) add(value any, keys ...string) {
	e.all = append(e.all, transform.Edit{Item: e.item, Does: transform.Add, Path: slices.Concat(e.path, keys), Value: value})
}

func (e *edits) remove(keys ...string) {
	e.all = append(e.all, transform.Edit{Item: e.item, Does: transform.Remove, Path: slices.Concat(e.path, keys)})
}

// edits returns the changes of the template's item. There are none if the template becomes what it was.
func (g *graft) edits(item *transform.Item) []transform.Edit {
	e := &edits{item: item, path: g.before.Path}
	switch is := g.spec()[sharing]; {
	case text(is) == text(g.before.At("spec", sharing)):
	case is == nil:
		e.remove("spec", sharing)
	default:
		e.add(is, "spec", sharing)
	}
	for _, list := range lists {
		g.editList(e, list)
	}
	if text(g.record) != text(g.earlier) {
		g.editRecord(e)
	}
	return e.all
}

// editList removes what was added to a list earlier, and adds what is added now. A list that becomes empty is removed.
func (g *graft) editList(e *edits, list string) {
	was, is := g.before.List("spec", list), g.template().List("spec", list)
	switch {
	case text(was) == text(is):
		return
	case len(is) == 0:
		e.remove("spec", list)
		return
	case !hasKey(g.before.At("spec"), list):
		e.add(is, "spec", list)
		return
	}
	own := len(was)
	for at, element := range slices.Backward(was) {
		if g.earlier.has(entryOf(list, element)) {
			e.remove("spec", list, strconv.Itoa(at))
			own--
		}
	}
	for _, element := range is[own:] {
		e.add(element, "spec", list, transform.EndOfList)
	}
}

// editRecord writes the annotation anew. Mappings that become empty are removed, and those that are missing are added.
func (g *graft) editRecord(e *edits) {
	path := []string{metadata, annotations, latchkey.AnnotationAttached}
	if len(g.record) == 0 {
		for len(path) > 1 && isAlone(g.before.At(path[:len(path)-1]...)) {
			path = path[:len(path)-1]
		}
		e.remove(path...)
		return
	}
	if len(g.earlier) > 0 {
		e.remove(path...)
	}
	value := any(text(g.record))
	for above := len(path) - 2; above >= 0 && !hasKey(g.before.At(path[:above]...), path[above]); above-- {
		path, value = path[:above+1], map[string]any{path[above+1]: value}
	}
	e.add(value, path...)
}

func hasKey(mapping any, key string) bool {
	fields, _ := mapping.(map[string]any)
	_, has := fields[key]
	return has
}

// isAlone tells whether a mapping has a single entry.
func isAlone(mapping any) bool {
	fields, _ := mapping.(map[string]any)
	return len(fields) == 1
}
