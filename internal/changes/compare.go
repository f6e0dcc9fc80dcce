package changes

import (
	"bytes"
	"cmp"
	"fmt"
	"reflect"
	"strings"

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
	// Refused is an object that a server does not take.
	Refused Verb = "refused"
	Gone    Verb = "gone"
)

// A Change is what happens to one object.
type Change struct {
	Verb Verb
	// Old is nil for an object that is new, and New for one that is gone.
	Old, New *Object
	// Advice says in one line what onChange does, or what to do. It is empty if there is nothing to say.
	Advice string
	// Diff are the changed lines of the YAML, in the unified form of diff, for objects that are changed, replaced or refused.
	Diff []byte
}

// String says what happens in one line, without the advice.
func (c Change) String() string {
	switch c.Verb {
	case Gone:
		return c.Old.String() + ": gone"
	case Refused:
		return fmt.Sprintf("%s: the server refuses it: %s", c.New, c.New.Refusal)
	case Replaced:
		return fmt.Sprintf("%s: replaces %s", c.New, c.Old.GetName())
	}
	return fmt.Sprintf("%s: %s", c.New, c.Verb)
}

// Compare returns what happens to the objects of before when the objects of after are applied. Objects that stay the same are
// left out. The changes are in the order of after, and objects that are gone come last. asked says that after are the answers
// of a server, which has accepted what has no Refusal.
func Compare(before, after []Object, asked bool) []Change {
	partner, left := pair(before, after)
	var all []Change
	for i := range after {
		object, old := &after[i], partner[i]
		change := Change{Verb: Changed, Old: old, New: object}
		switch {
		case object.Refusal != "":
			change.Verb = Refused
			if old != nil && old.applied != nil {
				was := New(old.applied)
				was.SetNamespace(object.GetNamespace()) // kubectl has chosen it where the manifest has none
				change.Diff = difference(was, *object)
			}
		case old == nil:
			change.Verb = Added
		default:
			if change.Diff = difference(*old, *object); change.Diff == nil {
				continue
			}
			if old.key() != object.key() {
				change.Verb = Replaced
			}
		}
		if change.Verb != Changed || !asked {
			change.Advice = advice(change)
		}
		if asked && old != nil && old.key() == object.key() {
			change.Advice = cmp.Or(object.TakesOver(*old), change.Advice)
		}
		all = append(all, change)
	}
	for _, old := range left {
		change := Change{Verb: Gone, Old: old}
		change.Advice = advice(change)
		all = append(all, change)
	}
	return all
}

// pair connects objects with the same key. Then it connects other objects with names that differ only in the hash. partner has the
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

// difference returns the changed lines of two objects, or nil if they are the same. Values of Secrets are not shown.
func difference(old, changed Object) []byte {
	before, after := old.hidden(changed, "before"), changed.hidden(old, "after")
	text := diff.Diff("old/"+old.String(), []byte(before.text()), "new/"+changed.String(), []byte(after.text()))
	_, lines, _ := bytes.Cut(text, []byte("\n")) // the first line names the program
	return lines
}

// isWorkload tells whether an object runs pods to their end, so that a changed one has to run again.
func isWorkload(o *Object) bool { return o.GetKind() == "JobSet" || o.GetKind() == "Job" }

// advice says what onChange does, and what applying leaves in the cluster.
func advice(c Change) string {
	switch {
	case c.Verb == Replaced && isWorkload(c.New):
		return "onChange Rename: it runs beside the old one, which stays until it is pruned or deleted"
	case c.Verb == Replaced:
		return "pods that run keep the old one, which stays until it is pruned or deleted"
	case c.Verb == Gone && isWorkload(c.Old):
		return "it runs on until it is pruned or deleted"
	case c.Verb == Gone:
		return "it stays until it is pruned or deleted"
	case c.Old == nil || !isWorkload(c.New) || c.New.Mark() == "" || reflect.DeepEqual(c.Old.Object["spec"], c.New.Object["spec"]):
		return ""
	}
	name := strings.ToLower(c.New.GetKind()) + "/" + c.New.GetName()
	if c.New.GetAnnotations()["kustomize.toolkit.fluxcd.io/force"] == "enabled" {
		return "onChange Recreate: Argo CD and Flux CD delete it and create it again; for kubectl and kpt, delete " + name + " first"
	}
	where := "where the server refuses the change, "
	if c.Verb == Refused {
		where = ""
	}
	return "onChange Fail: " + where + "the set stays as it is until you delete " + name + " and apply again; with onChange Rename a new set runs beside it"
}
