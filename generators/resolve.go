package generators

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// A Resolved object has all defaults, is of the generator's version, and has its options.
type Resolved struct {
	Kind Kind
	// Written is the object as the user wrote it, without defaults and in any version.
	Written Object
	Object  Object
	Options latchkey.Options
}

// Resolve fills in the defaults of a copy of a decoded object. It converts the object to the version of the generator, and
// validates it with its options. The nearest value of an option wins: an annotation of the object, given, another field of
// the object with the same meaning, the default.
//
// Of an object that is attached to others, [Resolved.Join] finds the problems that only its generator can see.
func Resolve(kind Kind, version Version, written Object, given latchkey.Options) (r Resolved, errs, warnings field.ErrorList) {
	object := written.DeepCopyObject().(Object)
	given, errs, warnings = withAnnotations(object, given)
	warnings = slices.Concat(latchkey.Unprefixed(object.GetAnnotations()), kind.unused(object), warnings)
	errs = append(kind.unattachable(object), errs...)
	object.Default()
	r = Resolved{Kind: kind, Written: written, Object: object}
	if version.convert != nil {
		r.Object = version.convert(object)
		r.Object.Default()
	}
	r.Options = given
	if kind.does.Options != nil {
		r.Options = kind.does.Options(r.Object).Merge(given)
	}
	r.Options.Default()
	judge := func(judged Object, validate func(Object, latchkey.Options) (errs, warnings field.ErrorList)) {
		someErrs, someWarnings := validate(judged, r.Options)
		errs = append(errs, findings.WithoutRepeats(inOwnFields(written, judged, someErrs), errs)...)
		warnings = append(warnings, inOwnFields(written, judged, someWarnings)...)
	}
	judge(object, Object.Validate)
	if r.Object != object {
		judge(r.Object, Object.Validate)
	}
	if kind.does.Validate != nil && !r.IsAttached() {
		judge(r.Object, kind.does.Validate)
	}
	return r, errs, warnings
}

// inOwnFields returns the problems of a converted object as problems of the fields that the user wrote.
func inOwnFields(written, judged Object, problems field.ErrorList) field.ErrorList {
	owner, ok := written.(interface {
		InOwnFields(field.ErrorList) field.ErrorList
	})
	if !ok || sameType(written, judged) {
		return problems
	}
	return owner.InOwnFields(problems)
}

// Expand returns the objects to make from a resolved object without errors, whatever the option include says. An object
// that is attached to others makes none.
func (r Resolved) Expand() []runtime.Object {
	if r.Kind.does.Expand == nil || r.IsAttached() {
		return nil
	}
	return r.Kind.does.Expand(r.Object, r.Options)
}

// Transforms tells whether the object is of a kind that changes other items.
func (r Resolved) Transforms() bool { return r.Kind.does.Transform != nil }

// Transform returns the changes of a resolved object without errors to the items of its package. It is pure.
func (r Resolved) Transform(items []*transform.Item) transform.Result {
	if !r.Transforms() {
		return transform.Result{}
	}
	return r.Kind.does.Transform(r.Object, items)
}

// IsAttached tells whether the object is attached to others, or is meant to be.
func (r Resolved) IsAttached() bool {
	return r.Kind.Attaches() && attach.IsRequested(r.Written.GetAnnotations())
}

// OnlyValidated tells whether the option validateOnly keeps the object from being expanded.
func (r Resolved) OnlyValidated() bool { return ptr.Deref(r.Options.ValidateOnly, false) }
