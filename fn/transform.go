package fn

import (
	"slices"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/generators/transform"
)

// transform asks the sources that change other items for their changes. They see the items that will be applied, so it
// runs after everything is generated.
func (r *run) transform() {
	if !slices.ContainsFunc(r.sources, func(s *source) bool { return s.valid && s.resolved.Transforms() }) {
		return
	}
	// A source with errors may make an item that another source needs.
	complete := !HasErrors(r.results)
	items := r.applied()
	for _, s := range r.sources {
		if !s.valid {
			continue
		}
		result := s.resolved.Transform(items)
		if !complete {
			result.Errors = withoutMissing(result.Errors)
		}
		r.addProblems(s.item, krm.Error, result.Errors)
		r.addProblems(s.item, krm.Warning, result.Warnings)
		if s.validateOnly() {
			continue
		}
		r.addEdits(result.Edits)
	}
}

func withoutMissing(errs field.ErrorList) field.ErrorList {
	return slices.DeleteFunc(errs, func(err *field.Error) bool { return err.Type == field.ErrorTypeNotFound })
}

// applied returns views of the items that will be applied, and maps the views to the items that were read. It uses
// generated objects even if nothing is to change, because the input may hold older forms of them or none.
func (r *run) applied() []*transform.Item {
	if r.origins != nil {
		return r.views
	}
	made := map[Key]bool{}
	var generated []*transform.Item
	for _, s := range r.sources {
		for at, item := range s.made {
			made[item.Key()] = true
			plain := *item
			plain.object = func() runtime.Object { return r.objects(s)[at] }
			view := plain.view()
			view.FormerNames = s.formerNamesOf(item)
			generated = append(generated, view)
		}
	}
	r.origins = map[*transform.Item]*Item{}
	for _, item := range r.in.Items {
		if item.IsSource(r.kinds) || item.IsLocalConfig() || made[item.Key()] || !r.stays(item) {
			continue
		}
		view := item.view()
		r.origins[view] = item
		r.views = append(r.views, view)
	}
	r.views = append(r.views, generated...)
	return r.views
}

// view returns the item in the form for sources that change items. Its content is read once, when it is needed.
func (i *Item) view() *transform.Item {
	var content map[string]any
	return &transform.Item{
		Group: i.Group(), Kind: i.Kind, Namespace: i.Namespace, Name: i.Name,
		FormerNames: i.formerNames(),
		Content: func() map[string]any {
			if content == nil {
				if value, err := i.content(); err == nil {
					content, _ = value.(map[string]any)
				}
			}
			return content
		},
	}
}

// formerNames returns the names that an item had before kustomize renamed it.
func (i *Item) formerNames() []string {
	return listed(i.annotation(annotationPrevNames))
}

// listed splits an annotation in which kustomize keeps a list.
func listed(value string) []string {
	return strings.FieldsFunc(value, func(r rune) bool { return r == ',' })
}

// formerNamesOf returns the names that a generated item would have if its source had its former names.
func (s *source) formerNamesOf(item *Item) []string {
	rest, found := strings.CutPrefix(item.Name, s.item.Name)
	if !found {
		return nil
	}
	var names []string
	for _, name := range s.item.formerNames() {
		names = append(names, name+rest)
	}
	return names
}

// edited returns an item with the edits that sources asked for.
func (r *run) edited(item *Item) (*Item, error) {
	changed, err := item, error(nil)
	for _, edit := range r.edits[item] {
		if changed, err = changed.after(edit); err != nil {
			return nil, err
		}
	}
	if changed.read == item.read || changed.read.Same(item.read) {
		return item, nil // what was removed was added again
	}
	changed.edited = true
	return changed, nil
}
