package fn

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn/internal/callers"
	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
	attaching "github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// written returns the item with its namespace and name also in its text. The findings before needed the text as it was
// read, with its lines.
func (i *Item) written() (*Item, error) {
	header := i.read.Header()
	out, err := i, error(nil)
	if i.Namespace != header.Namespace {
		out, err = out.with([]string{"metadata", "namespace"}, i.Namespace)
	}
	if err == nil && i.Name != header.Name {
		out, err = out.with([]string{"metadata", "name"}, i.Name)
	}
	if err == nil && out != i {
		out.isEdited = true
	}
	return out, err
}

// asLocalConfig returns the item of a source for the output: with its namespace and name, and marked as local
// configuration.
func (i *Item) asLocalConfig() (*Item, error) {
	out, err := i.written()
	if err != nil || out.Annotation(callers.LocalConfig) != "" {
		return out, err
	}
	return out.with([]string{"metadata", "annotations", callers.LocalConfig}, "true")
}

// edit returns the new forms of the items that sources change. The edits are made in their order.
func edit(items []*Item, edits []transform.Edit) (changed map[*Item]*Item, err error) {
	of := map[*transform.Item][]transform.Edit{}
	for _, edit := range edits {
		of[edit.Item] = append(of[edit.Item], edit)
	}
	changed = map[*Item]*Item{}
	for _, item := range items {
		if own := of[item.view]; len(own) > 0 {
			if changed[item], err = item.edited(own); err != nil {
				return nil, err
			}
		}
	}
	return changed, nil
}

// edited returns an item with the edits that sources asked for.
func (i *Item) edited(edits []transform.Edit) (*Item, error) {
	changed, err := i, error(nil)
	for _, edit := range edits {
		if changed, err = changed.after(edit); err != nil {
			return nil, err
		}
	}
	if changed.read == i.read {
		return i, nil // it has these values already
	}
	changed.isEdited = true
	return changed, nil
}

// after returns the item after an edit. Nothing else changes.
func (i *Item) after(edit transform.Edit) (*Item, error) {
	if edit.Value != nil {
		return i.with(edit.Path, edit.Value)
	}
	read, err := i.read.Removed(edit.Path)
	if err != nil {
		return nil, fmt.Errorf("remove %s of %s: %w", strings.Join(edit.Path, "."), i, err)
	}
	return i.reading(read), nil
}

// with returns the item with a value at a path of keys and indexes. Nothing else changes.
func (i *Item) with(path []string, value any) (*Item, error) {
	read, err := i.read.With(path, value)
	if err != nil {
		return nil, fmt.Errorf("set %s of %s: %w", strings.Join(path, "."), i, err)
	}
	return i.reading(read), nil
}

// reading returns the item with another object that was read.
func (i *Item) reading(read *yamltext.Object) *Item {
	out := *i
	out.read, out.annotations = read, read.Header().Annotations
	return &out
}

// attach adds each set that asks for it to its targets, which are other sets or items that will be applied. It removes what a set
// has added earlier and does not ask for any more.
func attach(expanded []set, owners ownership) (sets []set, edits []transform.Edit, found Results) {
	joins := slices.ContainsFunc(expanded, func(s set) bool { return s.IsAttached() })
	read := workloads(owners, joins)
	if !joins && len(read) == 0 {
		return expanded, nil, nil
	}
	sources := make([]attaching.Source, 0, len(expanded))
	for _, s := range expanded {
		source := s.ForAttaching(s.item.view)
		source.Detaches = func(id string) bool { return owners.detaches(id, s.item) }
		sources = append(sources, source)
	}
	outcomes, edits := attaching.Attach(sources, read)
	sets = slices.Clone(expanded)
	for at, s := range expanded {
		sets[at].Objects, sets[at].outcome = outcomes[at].Objects, outcomes[at]
		found = append(found, s.problems(outcomes[at].Errors, outcomes[at].Warnings)...)
	}
	return sets, edits, found
}

// workloads returns the items to which something can be attached, or was. They are few, or none, in most packages.
func workloads(owners ownership, joins bool) (all []attaching.Workload) {
	for _, item := range owners.applied() {
		recorded := item.read.Mentions(latchkey.AnnotationAttached)
		if !joins && !recorded {
			continue
		}
		w := attaching.Workload{
			Item: item.view, MadeFrom: item.Source(), Detaches: func(id string) bool { return owners.detaches(id, item) },
		}
		if recorded {
			w.Recorded = attaching.Recorded(item.view)
		}
		all = append(all, w)
	}
	return all
}

// transformItems asks the sources that change other items for their changes. They see every item that will be applied, in its new
// form, generated objects included.
//
// complete says that no source has errors. A source with errors may make an item that another source needs.
func transformItems(sets []set, owners ownership, complete bool) (edits []transform.Edit, found Results) {
	changing := slices.DeleteFunc(slices.Clone(sets), func(s set) bool { return len(s.errs) > 0 || s.Kind.Transform == nil })
	if len(changing) == 0 {
		return nil, nil
	}
	items := views(sets, owners)
	for _, s := range changing {
		result := s.Kind.Transform(s.Object, items)
		if !complete {
			result.Errors = slices.DeleteFunc(result.Errors, func(err *field.Error) bool { return err.Type == field.ErrorTypeNotFound })
		}
		found = append(found, s.problems(result.Errors, result.Warnings)...)
		if !s.OnlyValidated() {
			edits = append(edits, result.Edits...)
		}
	}
	return edits, found
}

// views returns views of the items that will be applied.
func views(sets []set, owners ownership) (items []*transform.Item) {
	isMade := map[Key]bool{}
	var made []*transform.Item
	for _, s := range sets {
		for _, object := range s.Objects {
			item := newGeneratedItem(object)
			isMade[item.Key()] = true
			made = append(made, transform.Made(object, s.item.view, func() map[string]any {
				fields, _ := item.Content() // encoding it again reports what is wrong
				return fields
			}))
		}
	}
	for _, item := range owners.applied() {
		if !isMade[item.Key()] {
			items = append(items, item.view)
		}
	}
	return append(items, made...)
}
