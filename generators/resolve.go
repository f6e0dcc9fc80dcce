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
	Kind    Kind
	Object  Object
	Options latchkey.Options

	// fields are the fields of the object that have other paths in the version that the user wrote.
	fields findings.Fields
}

// Resolve converts a copy of a decoded object to the version of the generator, fills in its defaults, and validates it with its
// options. The nearest value of an option wins: an annotation of the object, given, another field of
// the object with the same meaning, the default.
//
// Of an object that is attached to others, [Resolved.Join] finds the problems that only its generator can see.
func Resolve(kind Kind, version Version, written Object, given latchkey.Options) (r Resolved, errs, warnings field.ErrorList) {
	given, errs, warnings = withAnnotations(written, given)
	warnings = slices.Concat(latchkey.Unprefixed(written.GetAnnotations()), kind.unused(written), warnings)
	errs = append(kind.unattachable(written), errs...)
	r = Resolved{Kind: kind}
	if version.convert == nil {
		r.Object = written.DeepCopyObject().(Object)
	} else {
		var found findings.Findings
		r.Object, found, r.fields = version.convert(written)
		errs, warnings = append(errs, found.Errors...), append(warnings, found.Warnings...)
	}
	if kind.does.Default != nil {
		kind.does.Default(r.Object)
	}
	r.Options = given
	if kind.does.Options != nil {
		r.Options = kind.does.Options(r.Object).Merge(given)
	}
	r.Options.Default()
	if kind.does.Validate != nil {
		someErrs, someWarnings := kind.does.Validate(r.Object, r.Options)
		errs, warnings = append(errs, r.fields.Written(someErrs)...), append(warnings, r.fields.Written(someWarnings)...)
	}
	return r, errs, warnings
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
	return r.Kind.Attaches() && attach.IsRequested(r.Object.GetAnnotations())
}

// OnlyValidated tells whether the option validateOnly keeps the object from being expanded.
func (r Resolved) OnlyValidated() bool { return ptr.Deref(r.Options.ValidateOnly, false) }
