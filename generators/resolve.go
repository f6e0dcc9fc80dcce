package generators

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/study"
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
// Of an object that is attached to others, [Set.Addition] finds the problems that only its generator can see.
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

// Included returns the objects that the option include selects.
func (s Set) Included(objects []runtime.Object) []runtime.Object {
	return slices.DeleteFunc(slices.Clone(objects), func(object runtime.Object) bool {
		return !s.Includes(object.GetObjectKind().GroupVersionKind().Kind)
	})
}

// Includes tells whether the option include selects objects of a kind. Objects of a kind that no word stands for are
// selected with all words only.
func (s Set) Includes(kind string) bool {
	include := s.Options.Include
	return !s.Kind.uses("include") || include.Has(latchkey.IncludeAll) || include.Has(latchkey.IncludeWord(kind))
}

// IsAttached tells whether the object is attached to others.
func (s Set) IsAttached() bool {
	return s.Kind.Attaches() && attach.IsRequested(s.Object.GetAnnotations())
}

// OnlyValidated tells whether the option validateOnly keeps the object from being expanded.
func (s Set) OnlyValidated() bool { return ptr.Deref(s.Options.ValidateOnly, false) }

var annotationsPath = field.NewPath("metadata", "annotations")

// withAnnotations adds the options in the object's annotations to the other options. Each level may be valid and still
// exclude the other level.
func withAnnotations(object Object, given latchkey.Options) (opts latchkey.Options, errs field.ErrorList) {
	annotated, errs := latchkey.OptionsFromStrings(object.GetAnnotations(), latchkey.Annotations)
	opts = given.Merge(annotated)
	if len(errs) == 0 {
		errs = opts.Validate(field.NewPath("options"))
	}
	return opts, errs
}

// uses tells whether an option has an effect on objects of the kind. The option is named by its flag.
func (k Kind) uses(flag string) bool {
	return flag == "validate-only" || flag == "sources" || slices.Contains(k.Uses, flag)
}

// unused warns of annotations that have no effect on objects of the kind. It does not warn of options from outside
// the object, because those are for other objects as well.
func (k Kind) unused(object Object) field.ErrorList {
	if k.flux != nil {
		return withoutEffect(object, k.uses, "it is for containers that measure: annotate the MetricSet instead")
	}
	var usable []string
	for _, option := range latchkey.OptionTable() {
		if k.uses(option.Flag) {
			usable = append(usable, latchkey.Prefix+option.Flag)
		}
	}
	return withoutEffect(object, k.uses, "a "+k.Name+" has only the options "+suggest.Quoted(usable)+": leave it out")
}

// withoutEffect warns of annotations that set options without effect on an object.
func withoutEffect(object Object, uses func(flag string) bool, why string) (warnings field.ErrorList) {
	annotations := object.GetAnnotations()
	for _, option := range latchkey.OptionTable() {
		key := latchkey.Prefix + option.Flag
		if value, isSet := annotations[key]; isSet && !uses(option.Flag) {
			warnings = append(warnings, field.Invalid(annotationsPath.Key(key), value, "it has no effect: "+why))
		}
	}
	return warnings
}

// isOwnOption tells whether an attached object has its own value of an option. The option is named by its flag. For all
// other options the value of the MiniCluster counts.
func isOwnOption(flag string) bool {
	return slices.Contains([]string{"ptrace", "pod-security", "validate-only", "sources"}, flag)
}

// isOptionOfWatcher is isOwnOption for an object that is attached to workloads.
func isOptionOfWatcher(flag string) bool { return isOwnOption(flag) || flag == "include" }

// unattachable reports annotations that attach an object of a kind that cannot be attached.
func (k Kind) unattachable(object Object) field.ErrorList {
	annotations := object.GetAnnotations()
	for _, key := range []string{latchkey.AnnotationAttachPath, latchkey.AnnotationAttachSelector, latchkey.AnnotationAttachTo} {
		if value, isSet := annotations[key]; isSet && !k.Attaches() {
			return field.ErrorList{field.Invalid(annotationsPath.Key(key), value, fmt.Sprintf("a %s cannot be attached to another object: leave the annotation out", k.Name))}
		}
	}
	return nil
}

// Attaches tells whether objects of the kind can be attached to others.
func (k Kind) Attaches() bool { return k.addition != nil }

// ForAttaching describes the set to package attach. item has its names.
func (s Set) ForAttaching(item *transform.Item) attach.Source {
	mark := latchkey.Mark{Group: s.Kind.Group, Kind: s.Kind.Name, Namespace: item.Namespace, Name: item.Name}
	source := attach.Source{ID: mark.String(), Item: item, Objects: s.Objects, OnlyValidated: s.OnlyValidated()}
	if s.Kind.flux != nil {
		source.Flux = new(s.Kind.flux(s.Object, s.Options))
	}
	if s.IsAttached() {
		source.Request, source.Addition = attach.RequestOf(s.Object.GetAnnotations()), s.Addition
	}
	return source
}

// Addition returns what an attached object adds to pods, and the problems that [Resolve] has not found.
func (s Set) Addition(pod attach.Pod) (added attach.Addition, errs, warnings field.ErrorList) {
	isOwn, annotate := isOptionOfWatcher, ", which Latchkey does not make"
	if pod.Flux != nil {
		isOwn, annotate = isOwnOption, ", so annotate that"
	}
	warnings = withoutEffect(s.Object, isOwn, "the set is attached to "+pod.Title+annotate)
	added, errs, judged := s.Kind.addition(s.Object, s.Options, pod)
	return added, s.fields.Written(errs), append(warnings, s.fields.Written(judged)...)
}

// A Varied is a source that objects of other kinds may vary.
type Varied = study.Source

// Varies tells whether objects of the kind make other sources out of sources.
func (k Kind) Varies() bool { return k.vary != nil }

// Vary returns the sources that an object makes out of others. by has its names.
func (k Kind) Vary(object Object, by *Varied, sources []Varied) study.Variation {
	return k.vary(object, by, sources)
}

// Idle returns the object as a template: it makes nothing, and is attached to nothing.
func (s Set) Idle() Set {
	s.Kind.Definition = Definition[Object]{Group: s.Kind.Group, Name: s.Kind.Name, Uses: s.Kind.Uses}
	return s
}

// Share gives the runs of a study their turns, and puts what they have in common into objects of the study. item has the names of the
// study, and runs are the objects of its runs.
func (s Set) Share(item *transform.Item, runs [][]runtime.Object) (own []runtime.Object, after [][]runtime.Object, errs field.ErrorList) {
	return study.Share(s.Object.(*latchkey.Study), item, runs)
}
