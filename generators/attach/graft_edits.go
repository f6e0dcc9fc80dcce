package attach

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// Edits returns all edits. If nothing is attached any more, they remove what was made for it as well.
func (g *Graft) Edits() []transform.Edit {
	if !g.dirty {
		return nil
	}
	g.tidy("spec", sharing, func(any) bool { return !slices.ContainsFunc(g.Sources(), g.needsSharing) })
	g.tidy("spec", initContainers, isEmpty)
	g.tidy("spec", volumes, isEmpty)
	if len(g.record.Sets) > 0 {
		g.write()
		return g.edits
	}
	g.tidy(metadata, annotations, isEmpty)
	g.tidy("", metadata, isEmpty)
	return g.edits
}

func (g *Graft) needsSharing(source string) bool {
	return slices.Contains(g.record.Sets[source], sharing)
}

// tidy removes a field that was made for additions and that they need no more. If it was null before, it is null again.
func (g *Graft) tidy(parent, key string, isIdle func(any) bool) {
	path := []string{parent, key}
	if parent == "" {
		path = path[1:]
	}
	at := slices.Index(g.record.Made, key)
	text, wasNull := g.record.Nulls[key]
	switch {
	case at < 0 && !wasNull, !isIdle(transform.At(g.fields, path...)):
	case wasNull:
		delete(g.record.Nulls, key)
		g.edit(transform.Null, text, path...)
	default:
		g.record.Made = slices.Delete(g.record.Made, at, at+1)
		g.remove(path...)
	}
}

func isEmpty(value any) bool {
	switch value := value.(type) {
	case []any:
		return len(value) == 0
	case map[string]any:
		return len(value) == 0
	default:
		return value == nil
	}
}

// write adds the annotation.
func (g *Graft) write() {
	_, hasMetadata := g.fields[metadata]
	inner, _ := g.fields[metadata].(map[string]any)
	_, hasAnnotations := inner[annotations]
	if inner == nil {
		g.noteMade(metadata)
	}
	if inner[annotations] == nil {
		g.noteMade(metadata, annotations)
	}
	text, err := json.Marshal(g.record)
	if err != nil { // texts and lists of texts always have a JSON form
		panic(err)
	}
	entry := map[string]any{latchkey.AnnotationAttached: string(text)}
	switch {
	case !hasMetadata:
		g.edit(transform.Add, map[string]any{annotations: entry}, metadata)
	case !hasAnnotations:
		g.edit(transform.Add, entry, metadata, annotations)
	default:
		g.edit(transform.Add, string(text), metadata, annotations, latchkey.AnnotationAttached)
	}
}

// noteMade records a field that was not there before, or how it was null.
func (g *Graft) noteMade(path ...string) {
	key := path[len(path)-1]
	above, _ := transform.At(g.fields, path[:len(path)-1]...).(map[string]any)
	if _, isNull := above[key]; isNull {
		g.noteNull(key, path)
		return
	}
	g.record.Made = append(g.record.Made, key)
	slices.Sort(g.record.Made)
	g.record.Made = slices.Compact(g.record.Made)
}

// noteNull records how a null is written.
func (g *Graft) noteNull(key string, path []string) {
	if g.record.Nulls == nil {
		g.record.Nulls = map[string]string{}
	}
	if g.item.NullText != nil {
		g.record.Nulls[key] = g.item.NullText(slices.Concat(g.path, path))
	}
}

func (g *Graft) edit(does transform.Operation, value any, keys ...string) {
	g.edits = append(g.edits, transform.Edit{Item: g.item, Does: does, Path: slices.Concat(g.path, keys), Value: value})
}

// share lets the containers of the pod see each other's processes.
func (g *Graft) share() {
	if transform.At(g.fields, "spec", sharing) == nil {
		g.noteMade("spec", sharing)
		g.edit(transform.Add, true, "spec", sharing)
		g.fields["spec"].(map[string]any)[sharing] = true
	}
}

// append adds an element at the end of a list of the pod.
func (g *Graft) append(list string, element map[string]any) {
	spec := g.fields["spec"].(map[string]any)
	elements, _ := spec[list].([]any)
	if spec[list] == nil {
		g.noteMade("spec", list)
	}
	if _, has := spec[list]; has {
		g.edit(transform.Add, element, "spec", list, transform.EndOfList)
	} else {
		g.edit(transform.Add, []any{element}, "spec", list)
	}
	spec[list] = append(elements, any(element))
}

// remove removes a field, or an element of a list.
func (g *Graft) remove(keys ...string) {
	g.edit(transform.Remove, nil, keys...)
	above, last := keys[:len(keys)-1], keys[len(keys)-1]
	switch parent := transform.At(g.fields, above...).(type) {
	case map[string]any:
		delete(parent, last)
	case []any:
		index, _ := strconv.Atoi(last)
		outer := transform.At(g.fields, above[:len(above)-1]...).(map[string]any)
		outer[above[len(above)-1]] = slices.Delete(parent, index, index+1)
	}
}

// cutRecord returns the list and the name of an entry of a record.
func cutRecord(added string) (list, name string) {
	list, name, _ = strings.Cut(added, "/")
	return list, name
}

// An element is a container or a volume, with the list that it is in.
type element struct {
	list  string
	value map[string]any
}

// takeOut removes the containers and volumes of the sources that come after one.
func (g *Graft) takeOut(source string) {
	for _, later := range g.Sources() {
		if later <= source {
			continue
		}
		for _, added := range g.record.Sets[later] {
			list, at := g.find(added)
			if at < 0 || g.holders(added) > 1 {
				continue
			}
			g.out = append(g.out, element{list, g.Template().List("spec", list)[at].(map[string]any)})
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
