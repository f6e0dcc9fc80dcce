package fn

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/generators/transform"
)

// transformItems asks the sources that change other items for their changes. They see every item that will be applied, in its new
// form, generated objects included.
//
// complete says that no source has errors. A source with errors may make an item that another source needs.
func transformItems(sources []source, owners ownership, complete bool) (edits []transform.Edit, found Results) {
	changing := slices.DeleteFunc(slices.Clone(sources), func(s source) bool { return len(s.errs) > 0 || s.Kind.Transform == nil })
	if len(changing) == 0 {
		return nil, nil
	}
	items := views(sources, owners)
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
func views(sources []source, owners ownership) (items []*transform.Item) {
	isMade := map[Key]bool{}
	var made []*transform.Item
	for _, s := range sources {
		for _, object := range s.Objects {
			item := newGeneratedItem(object)
			isMade[item.Key()] = true
			made = append(made, transform.Made(object, s.item.seen, func() map[string]any {
				fields, _ := item.Content() // encoding it again reports what is wrong
				return fields
			}))
		}
	}
	for _, item := range owners.applied() {
		if !isMade[item.Key()] {
			items = append(items, item.seen)
		}
	}
	return append(items, made...)
}
