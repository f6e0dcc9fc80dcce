package generators

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/suggest"
)

// Resolve converts a copy of a decoded object to the version that its kind expands, fills in its defaults, and validates it with its
// options. The nearest value of an option wins: an annotation of the object, given, another field of
// the object with the same meaning, the default.
//
// Of an object that is attached to others, [Source.Addition] finds the problems that only its kind can see.
func Resolve(kind Kind, version Version, written Object, given latchkey.Options) (s Source, errs, warnings field.ErrorList) {
	given, errs = withAnnotations(written, given)
	warnings = append(latchkey.Unprefixed(written.GetAnnotations()), kind.unused(written)...)
	errs = append(kind.unattachable(written), errs...)
	s = Source{Kind: kind}
	if version.convert == nil {
		s.Object = written.DeepCopyObject().(Object)
	} else {
		var found findings.Findings
		s.Object, found, s.converted = version.convert(written)
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
		errs, warnings = append(errs, s.converted.Written(someErrs)...), append(warnings, s.converted.Written(someWarnings)...)
	}
	return s, errs, warnings
}

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
		return withoutEffect(object, k.uses, "it is for the containers of metrics: annotate the MetricSet instead")
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
			warnings = append(warnings, field.Invalid(annotationsPath.Key(key), value, "it has no effect, because "+why))
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
