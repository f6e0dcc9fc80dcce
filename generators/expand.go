package generators

import (
	"fmt"
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/attach"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// A Resolved object has all defaults, is of the generator's version, and has its options.
type Resolved struct {
	Object  Object
	Options latchkey.Options

	kind Kind
	// additions are what attached objects add to this object.
	additions []attach.Addition
	isPart    bool
	// added is what an attached object adds to its carrier. Such an object makes nothing by itself.
	added attach.Addition

	// watches says that the object is attached to workloads, its targets. written is the object as the user wrote it,
	// and known are the problems that are reported already.
	watches bool
	targets Targets
	written Object
	known   field.ErrorList
}

// Expand returns the Kubernetes objects to make from a source, in the order in which to apply them. Operators and other
// tools call it. object is any version of a kind in [Kinds], as a user wrote it. opts are options from outside the
// object; the zero value is fine. All problems are returned together. With errors there are no objects. No argument
// changes.
//
// joining are objects to attach to the first one: MetricSets that watch a MiniCluster. They need no annotation here.
// Their problems follow those of the first object.
//
// The same object and options give the same objects: no clock, random source, environment or file is read.
//
// The objects do not have the marks of rendered objects yet. [Stamp] adds them. The package fn writes the objects as
// YAML.
func Expand(object Object, opts latchkey.Options, joining ...Object) (objects []runtime.Object, errs, warnings field.ErrorList) {
	kind, version, err := kindOf(object)
	if err != nil {
		return nil, field.ErrorList{err}, nil
	}
	resolved, errs, warnings := Resolve(kind, version, object.DeepCopyObject().(Object), opts)
	for _, each := range joining {
		someErrs, someWarnings := resolved.join(each, opts)
		errs, warnings = append(errs, someErrs...), append(warnings, someWarnings...)
	}
	if len(errs) > 0 {
		return nil, errs, warnings
	}
	return resolved.Expand(), nil, warnings
}

// join resolves an object and attaches it to the receiver.
func (r *Resolved) join(object Object, opts latchkey.Options) (errs, warnings field.ErrorList) {
	kind, version, err := kindOf(object)
	switch {
	case err != nil:
		return field.ErrorList{err}, nil
	case !kind.Attaches() || !r.kind.Carries():
		return field.ErrorList{field.Invalid(field.NewPath("kind"), kind.Name, "it cannot be attached to a "+r.kind.Name)}, nil
	}
	_, errs, warnings = r.Attach(kind, version, object.DeepCopyObject().(Object), opts)
	return errs, warnings
}

// Resolve fills in the defaults of a decoded object, which changes it. It converts the object to the version of the
// generator, and validates it with its options. The nearest value of an option wins: an annotation of the object, said,
// another field of the object with the same meaning, the default.
func Resolve(kind Kind, version Version, object Object, said latchkey.Options) (r Resolved, errs, warnings field.ErrorList) {
	if _, _, watches := targetsOf(object); watches {
		return resolveWatching(kind, version, object, said)
	}
	if _, joins := CarrierName(object); joins {
		return resolveAlone(kind, version, object, said)
	}
	if kind.Attaches() {
		if target, wrong, meant := latchkey.MeantTarget(object.GetAnnotations()); meant {
			return resolveMeant(kind, version, object, said, target, wrong)
		}
	}
	return resolve(kind, version, object, said, kind.does.Validate)
}

// resolve is Resolve with a given function for the problems that only the generator can see.
func resolve(
	kind Kind, version Version, object Object, said latchkey.Options,
	validate func(Object, latchkey.Options) (errs, warnings field.ErrorList),
) (r Resolved, errs, warnings field.ErrorList) {
	warnings = slices.Concat(latchkey.Unprefixed(object.GetAnnotations()), kind.unheeded(object), takenBack(object, said))
	said, errs = withAnnotations(object, said)
	object.Default()
	r = Resolved{Object: object, kind: kind}
	if version.convert != nil {
		r.Object = version.convert(object)
		r.Object.Default()
	}
	r.Options = said
	if kind.does.Options != nil {
		r.Options = kind.does.Options(r.Object).Merge(said)
	}
	r.Options.Default()
	judge := func(judged Object, validate func(Object, latchkey.Options) (errs, warnings field.ErrorList)) {
		someErrs, someWarnings := validate(judged, r.Options)
		errs = append(errs, withoutRepeats(inOwnFields(object, judged, someErrs), errs)...)
		warnings = append(warnings, inOwnFields(object, judged, someWarnings)...)
	}
	judge(object, Object.Validate)
	if r.Object != object {
		judge(r.Object, Object.Validate)
	}
	if validate != nil {
		judge(r.Object, validate)
	}
	return r, errs, warnings
}

// inOwnFields returns the problems of a converted object as problems of the fields that the user wrote.
func inOwnFields(written, judged Object, problems field.ErrorList) field.ErrorList {
	owner, ok := written.(interface {
		InOwnFields(field.ErrorList) field.ErrorList
	})
	if !ok || written == judged {
		return problems
	}
	return owner.InOwnFields(problems)
}

// withoutRepeats leaves out errors about missing fields of a converted object if the written object has the same
// errors.
func withoutRepeats(errs, known field.ErrorList) field.ErrorList {
	return slices.DeleteFunc(errs, func(err *field.Error) bool {
		return err.Type == field.ErrorTypeRequired && slices.ContainsFunc(known, func(other *field.Error) bool {
			return other.Type == field.ErrorTypeRequired && other.Field == err.Field
		})
	})
}

// Expand returns the Kubernetes objects to make from a resolved object without errors. It is pure.
func (r Resolved) Expand() []runtime.Object {
	switch {
	case r.isPart:
		return nil
	case r.watches:
		return r.kind.does.files(r.Object, r.Options)
	case r.kind.does.expandHost != nil:
		return r.kind.does.expandHost(r.Object, r.Options, r.additions...)
	case r.kind.does.Expand == nil:
		return nil
	}
	return r.kind.does.Expand(r.Object, r.Options)
}

// Transforms tells whether the object is of a kind that changes other items.
func (r Resolved) Transforms() bool { return r.kind.does.Transform != nil }

// Transform returns the changes of a resolved object without errors to the items of its package. It is pure.
func (r Resolved) Transform(items []*transform.Item) transform.Result {
	if !r.Transforms() {
		return transform.Result{}
	}
	return r.kind.does.Transform(r.Object, items)
}

// kindOf finds the kind and version of a Go object by its Go type. Its fields apiVersion and kind may be empty.
func kindOf(object Object) (Kind, Version, *field.Error) {
	if isNil(object) {
		return Kind{}, Version{}, field.Required(field.NewPath("kind"), "there is no object: hand one in")
	}
	for _, kind := range ours {
		for _, version := range kind.Versions {
			if reflect.TypeOf(version.New()) == reflect.TypeOf(object) {
				return kind, version, nil
			}
		}
	}
	return Kind{}, Version{}, field.TypeInvalid(field.NewPath("kind"), fmt.Sprintf("%T", object), "is no kind that Latchkey expands")
}

// isNil tells whether there is no object, or a pointer to none.
func isNil(object any) bool {
	value := reflect.ValueOf(object)
	return object == nil || value.Kind() == reflect.Pointer && value.IsNil()
}
