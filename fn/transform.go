package fn

import (
	"slices"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/generators/transform"
)

// transformItems asks the sources that change other items for their changes. They see every item that will be applied, in its new
// form, generated objects included.
//
// complete says that no source has errors. A source with errors may make an item that another source needs.
func transformItems(sets []set, owners ownership, complete bool) (edits, Results) {
	if !slices.ContainsFunc(sets, func(s set) bool { return s.isValid() && s.Transforms() }) {
		return nil, nil
	}
	items, origins := views(sets, owners)
	all, found := edits{}, Results{}
	for _, s := range sets {
		if !s.isValid() {
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
