package generators

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/study"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// A Source is an object that Latchkey turns into others, and what the stages make of it.
type Source struct {
	Kind Kind
	// Object is the source as the user wrote it. [Resolve] returns it with all defaults, in the version that its kind expands, and its options.
	Object  Object
	Options latchkey.Options
	// Objects are all objects that the source makes, in the order in which to apply them. There are none before [Source.Expand], and if
	// the source has errors.
	Objects []runtime.Object

	// converted are the fields of the object that have other paths in the version that the user wrote.
	converted findings.Fields
}

// Expand returns the objects to make from a resolved object without errors, whatever the option include says. An object
// that is attached to others makes none.
func (s Source) Expand() []runtime.Object {
	if s.Kind.Expand == nil || s.IsAttached() {
		return nil
	}
	return s.Kind.Expand(s.Object, s.Options)
}

// Included returns the objects that the option include selects.
func (s Source) Included(objects []runtime.Object) []runtime.Object {
	return slices.DeleteFunc(slices.Clone(objects), func(object runtime.Object) bool {
		return !s.Includes(object.GetObjectKind().GroupVersionKind().Kind)
	})
}

// Includes tells whether the option include selects objects of a kind. Objects of a kind that no word stands for are
// selected with all words only.
func (s Source) Includes(kind string) bool {
	include := s.Options.Include
	return !s.Kind.uses("include") || include.Has(latchkey.IncludeAll) || include.Has(latchkey.IncludeWord(kind))
}

// IsAttached tells whether the object is attached to others.
func (s Source) IsAttached() bool {
	return s.Kind.Attaches() && attach.IsRequested(s.Object.GetAnnotations())
}

// OnlyValidated tells whether the option validateOnly keeps the object from being expanded.
func (s Source) OnlyValidated() bool { return ptr.Deref(s.Options.ValidateOnly, false) }

// ForAttaching describes the source to package attach. item has its names.
func (s Source) ForAttaching(item *transform.Item) attach.Source {
	source := attach.Source{Mark: item.Key().String(), Item: item, Objects: s.Objects, OnlyValidated: s.OnlyValidated()}
	if s.Kind.flux != nil {
		source.Flux = new(s.Kind.flux(s.Object, s.Options))
	}
	if s.IsAttached() {
		source.Request, source.Addition = attach.RequestOf(s.Object.GetAnnotations()), s.Addition
	}
	return source
}

// Addition returns what an attached object adds to pods, and the problems that [Resolve] has not found.
func (s Source) Addition(pod attach.Pod) (added attach.Addition, errs, warnings field.ErrorList) {
	isOwn, annotate := isOptionOfWatcher, ", which Latchkey does not make: leave it out"
	if pod.Flux != nil {
		isOwn, annotate = isOwnOption, ": annotate the MiniCluster instead"
	}
	warnings = withoutEffect(s.Object, isOwn, "the MetricSet is attached to "+pod.Title+annotate)
	added, errs, judged := s.Kind.addition(s.Object, s.Options, pod)
	return added, s.converted.Written(errs), append(warnings, s.converted.Written(judged)...)
}

// Idle returns the object as a template: it makes nothing, and is attached to nothing.
func (s Source) Idle() Source {
	s.Kind.Definition = Definition[Object]{Group: s.Kind.Group, Name: s.Kind.Name, Uses: s.Kind.Uses}
	return s
}

// Share gives the runs of a study their turns, and puts what they have in common into objects of the study. item has the names of the
// study, and runs are the objects of its runs.
func (s Source) Share(item *transform.Item, runs [][]runtime.Object) (own []runtime.Object, after [][]runtime.Object, errs field.ErrorList) {
	return study.Share(s.Object.(*latchkey.Study), item, runs)
}
