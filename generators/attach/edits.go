package attach

import (
	"slices"
	"strconv"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// edits returns the changes of the template's item. There are none if the template becomes what it was. Lists and maps that become
// empty are removed.
func (g *graft) edits(item *transform.Item) (edits []transform.Edit) {
	set := func(value any, keys ...string) {
		edits = append(edits, transform.Edit{Item: item, Path: slices.Concat(g.before.Path, keys), Value: value})
	}
	if is := g.spec()[sharing]; text(is) != text(g.before.At("spec", sharing)) {
		set(is, "spec", sharing)
	}
	for _, list := range lists {
		was, is := g.before.List("spec", list), g.template().List("spec", list)
		if text(was) == text(is) {
			continue
		}
		if len(is) == 0 {
			set(nil, "spec", list)
			continue
		}
		own := len(was)
		for at, element := range slices.Backward(was) {
			if g.earlier.has(entryOf(list, element)) {
				set(nil, "spec", list, strconv.Itoa(at))
				own--
			}
		}
		for _, element := range is[own:] {
			set(element, "spec", list, transform.EndOfList)
		}
	}
	record := []string{metadata, annotations, latchkey.AnnotationAttached}
	switch {
	case text(g.record) == text(g.earlier):
	case len(g.record) > 0:
		set(text(g.record), record...)
	default:
		for len(record) > 1 && isAlone(g.before.At(record[:len(record)-1]...)) {
			record = record[:len(record)-1]
		}
		set(nil, record...)
	}
	return edits
}

// isAlone tells whether a map has a single entry.
func isAlone(object any) bool {
	fields, _ := object.(map[string]any)
	return len(fields) == 1
}
