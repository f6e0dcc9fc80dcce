package changes

import (
	"bytes"
	"fmt"
	"reflect"

	"github.com/rogpeppe/go-internal/diff"
)

// A Verb says what happens to an object.
type Verb string

// The verbs.
const (
	Added   Verb = "new"
	Changed Verb = "changed"
	// Replaced is an object with another hash in its name. The old object stays until somebody deletes it.
	Replaced Verb = "replaced"
	Gone     Verb = "gone"
)

// A Change is what happens to one object.
type Change struct {
	Verb Verb
	// Old is nil for an object that is new, and New for one that is gone.
	Old, New *Object
	// Refused are the fields that a server does not let anybody change, sorted as the rules are. It is empty for a change
	// that a server accepts.
	Refused []string
	// Unless says in words which servers accept what others refuse, or is "".
	Unless string
	// Advice says in one line what onChange does, or what to do. It is empty if there is nothing to say.
	Advice string
	// Diff are the changed lines of the YAML, in the unified form of diff, for objects that are changed or replaced.
	Diff []byte
}

// String says what happens in one line, without the advice.
func (c Change) String() string {
	switch {
	case c.Verb == Gone:
		return c.Old.String() + ": gone"
	case c.Verb == Replaced:
		return fmt.Sprintf("%s: replaces %s", c.New, c.Old.GetName())
	case len(c.Refused) > 0:
		return fmt.Sprintf("%s: %s; a server refuses it%s, because %s", c.New, c.Verb, c.Unless, immutable(c.Refused))
	}
	return fmt.Sprintf("%s: %s", c.New, c.Verb)
}

// Compare returns what happens to the objects of before when those of after are applied. Objects that stay the same are
// left out. The changes are in the order of after, and objects that are gone come last.
func Compare(before, after []Object) []Change {
	partner, left := pair(before, after)
	var all []Change
	for i := range after {
		object, old := &after[i], partner[i]
		switch {
		case old == nil:
			all = append(all, Change{Verb: Added, New: object})
		case old.key() != object.key():
			all = append(all, Change{Verb: Replaced, Old: old, New: object, Advice: adviceOnLeft(Replaced, *object), Diff: difference(*old, *object)})
		case !reflect.DeepEqual(old.Object, object.Object):
			refused := refusedFields(*old, *object)
			all = append(all, Change{
				Verb: Changed, Old: old, New: object, Refused: refused, Unless: unless(*old, *object, refused),
				Advice: adviceOnChanged(*old, *object, refused), Diff: difference(*old, *object),
			})
		}
	}
	for _, old := range left {
		all = append(all, Change{Verb: Gone, Old: old, Advice: adviceOnLeft(Gone, *old)})
	}
	return all
}

// pair connects objects with the same key. Then it connects other objects whose names differ only in the hash. partner has the
// old object of each new one, or nil. left are the old objects without a new one.
func pair(before, after []Object) (partner, left []*Object) {
	partner = make([]*Object, len(after))
	used := map[*Object]bool{}
	for _, name := range []func(Object) string{Object.key, Object.stem} {
		open := map[string]*Object{}
		for i := range before {
			if old := &before[i]; !used[old] {
				open[name(*old)] = old
			}
		}
		for i, object := range after {
			if old := open[name(object)]; old != nil && partner[i] == nil && !used[old] {
				partner[i], used[old] = old, true
			}
		}
	}
	for i := range before {
		if old := &before[i]; !used[old] {
			left = append(left, old)
		}
	}
	return partner, left
}

// difference returns the changed lines of two objects. Values of Secrets are not shown.
func difference(old, changed Object) []byte {
	old, changed = masked(old, changed)
	text := diff.Diff("old/"+old.String(), []byte(old.text()), "new/"+changed.String(), []byte(changed.text()))
	_, lines, _ := bytes.Cut(text, []byte("\n")) // the first line names the program
	return lines
}

// masked returns two objects without the values of Secrets. One can still see which values differ.
func masked(old, changed Object) (before, after Object) {
	if old.GetKind() != "Secret" || old.group() != "" {
		return old, changed
	}
	before, after = New(old.Object), New(changed.Object)
	was, _ := before.Object["data"].(map[string]any) // stringData are in it, see cleanSecret
	is, _ := after.Object["data"].(map[string]any)
	for key, value := range was {
		other, both := is[key]
		if was[key] = "***"; both && !reflect.DeepEqual(value, other) {
			was[key], is[key] = "*** (before)", "*** (after)"
		}
	}
	for key := range is {
		if is[key] != "*** (after)" {
			is[key] = "***"
		}
	}
	return before, after
}
