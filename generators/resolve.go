package generators

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// A Set is a source, and what the stages make of it.
type Set struct {
	Kind Kind
	// Object is the source as the user wrote it. [Resolve] returns it with all defaults, in the version of the generator, and its options.
	Object  Object
	Options latchkey.Options
	// Objects are all objects that the source makes, in the order in which to apply them. There are none before [Set.Expand], and if
	// the source has errors.
	Objects []runtime.Object

	// fields are the fields of the object that have other paths in the version that the user wrote.
	fields findings.Fields
}

// Resolve converts a copy of a decoded object to the version of the generator, fills in its defaults, and validates it with its
// options. The nearest value of an option wins: an annotation of the object, given, another field of
// the object with the same meaning, the default.
//
// Of an object that is attached to others, [Set.Join] finds the problems that only its generator can see.
func Resolve(kind Kind, version Version, written Object, given latchkey.Options) (s Set, errs, warnings field.ErrorList) {
	given, errs = withAnnotations(written, given)
	warnings = append(latchkey.Unprefixed(written.GetAnnotations()), kind.unused(written)...)
	errs = append(kind.unattachable(written), errs...)
	s = Set{Kind: kind}
	if version.convert == nil {
		s.Object = written.DeepCopyObject().(Object)
	} else {
		var found findings.Findings
		s.Object, found, s.fields = version.convert(written)
		errs, warnings = append(errs, found.Errors...), append(warnings, found.Warnings...)
	}
	if kind.Default != nil {
		kind.Default(s.Object)
	}
	s.Options = given
	if kind.Options != nil {
		s.Options = kind.Options(s.Object).Merge(given)
	}
	s.Options.Default()
	if kind.Validate != nil {
		someErrs, someWarnings := kind.Validate(s.Object, s.Options)
		errs, warnings = append(errs, s.fields.Written(someErrs)...), append(warnings, s.fields.Written(someWarnings)...)
	}
	return s, errs, warnings
}

// Expand returns the objects to make from a resolved object without errors, whatever the option include says. An object
// that is attached to others makes none.
func (s Set) Expand() []runtime.Object {
	if s.Kind.Expand == nil || s.IsAttached() {
		return nil
	}
	return s.Kind.Expand(s.Object, s.Options)
}

// Transforms tells whether the object is of a kind that changes other items.
func (s Set) Transforms() bool { return s.Kind.Transform != nil }

// Transform returns the changes of a resolved object without errors to the items of its package. It is pure.
func (s Set) Transform(items []*transform.Item) transform.Result {
	if !s.Transforms() {
		return transform.Result{}
	}
	return s.Kind.Transform(s.Object, items)
}

// IsAttached tells whether the object is attached to others.
func (s Set) IsAttached() bool {
	return s.Kind.Attaches() && attach.IsRequested(s.Object.GetAnnotations())
}

// OnlyValidated tells whether the option validateOnly keeps the object from being expanded.
func (s Set) OnlyValidated() bool { return ptr.Deref(s.Options.ValidateOnly, false) }
