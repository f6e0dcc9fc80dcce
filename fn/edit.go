package fn

import (
	"fmt"
	"slices"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
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
func edit(items []*Item, all ...edits) (changed map[*Item]*Item, err error) {
	changed = map[*Item]*Item{}
	for _, item := range items {
		var own []transform.Edit
		for _, some := range all {
			own = append(own, some[item]...)
		}
		if len(own) == 0 {
			continue
		}
		if changed[item], err = item.edited(own); err != nil {
			return nil, err
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
func attach(expanded []set, owners ownership) (sets []set, changes edits, found Results) {
	origins := map[*transform.Item]*Item{}
	joins := slices.ContainsFunc(expanded, func(s set) bool { return s.IsAttached() })
	read := workloads(owners, joins, origins)
	if !joins && len(read) == 0 {
		return expanded, nil, nil
	}
	sources := make([]attaching.Source, 0, len(expanded))
	for _, s := range expanded {
		view := s.item.view()
		origins[view] = s.item
		sources = append(sources, s.ForAttaching(view))
	}
	outcomes, made := attaching.Attach(sources, read, func(id string, view *transform.Item) bool {
		return owners.detaches(id, origins[view])
	})
	sets, changes = slices.Clone(expanded), edits{}
	changes.add(made, origins)
	for at, s := range expanded {
		sets[at].Objects, sets[at].outcome = outcomes[at].Objects, outcomes[at]
		found = append(found, s.problems(outcomes[at].Errors, outcomes[at].Warnings)...)
	}
	return sets, changes, found
}

// workloads returns views of the items to which something can be attached, or was. They are few, or none, in most
// packages. origins maps the views to the items.
func workloads(owners ownership, joins bool, origins map[*transform.Item]*Item) (all []attaching.Workload) {
	for _, item := range owners.applied() {
		recorded := item.read.Mentions(latchkey.AnnotationAttached)
		if !joins && !recorded {
			continue
		}
		view := item.view()
		w := attaching.Workload{Item: view, MadeFrom: item.Source()}
		if recorded {
			w.Recorded = attaching.Recorded(view)
		}
		origins[view] = item
		all = append(all, w)
	}
	return all
}

// transformItems asks the sources that change other items for their changes. They see every item that will be applied, in its new
// form, generated objects included.
//
// complete says that no source has errors. A source with errors may make an item that another source needs.
func transformItems(sets []set, owners ownership, complete bool) (edits, Results) {
	if !slices.ContainsFunc(sets, func(s set) bool { return len(s.errs) == 0 && s.Transforms() }) {
		return nil, nil
	}
	items, origins := views(sets, owners)
	all, found := edits{}, Results{}
	for _, s := range sets {
		if len(s.errs) > 0 {
			continue
		}
		result := s.Transform(items)
		if !complete {
			result.Errors = slices.DeleteFunc(result.Errors, func(err *field.Error) bool { return err.Type == field.ErrorTypeNotFound })
		}
		found = append(found, s.item.fieldResults(krm.Error, result.Errors)...)
		found = append(found, s.item.fieldResults(krm.Warning, result.Warnings)...)
		if s.OnlyValidated() {
			continue
		}
		all.add(result.Edits, origins)
	}
	return all, found
}

// views returns views of the items that will be applied. origins has the item of each view, for items that were read.
func views(sets []set, owners ownership) (items []*transform.Item, origins map[*transform.Item]*Item) {
	made := map[Key]bool{}
	var generated []*transform.Item
	for _, s := range sets {
		for _, object := range s.Objects {
			item := newGeneratedItem(object)
			made[item.Key()] = true
			view := item.view()
			view.FormerNames = s.item.formerNamesOf(item)
			generated = append(generated, view)
		}
	}
	origins = map[*transform.Item]*Item{}
	for _, item := range owners.applied() {
		if !made[item.Key()] {
			view := item.view()
			origins[view] = item
			items = append(items, view)
		}
	}
	return append(items, generated...), origins
}
