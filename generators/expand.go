package generators

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// Expand returns the Kubernetes objects to make from a source, in the order in which to apply them. Operators and other
// tools call it. object is any version of a kind in [Kinds], as a user wrote it. opts are options from outside the
// object; the zero value is fine. All problems are returned together. With errors there are no objects. No argument
// changes.
//
// joining are objects to attach to the first one: MetricSets that watch a MiniCluster. They need no annotation here.
// Their problems follow the problems of the first object.
//
// The same object and options give the same objects: no clock, random source, environment or file is read.
//
// The objects do not have the marks of rendered objects yet. [Stamp] adds them.
//
// Rendering does not call Expand: Process of the package fn takes the same steps for all sources of a list, and writes YAML.
func Expand(object Object, opts latchkey.Options, joining ...Object) (objects []runtime.Object, errs, warnings field.ErrorList) {
	var sets []Set
	var sources []attach.Source
	for at, each := range append([]Object{object}, joining...) {
		kind, version, err := kindOf(each)
		if err == nil && at > 0 {
			each, err = attached(kind, each, sources[0])
		}
		if err != nil {
			errs = append(errs, err)
		} else {
			errs = append(errs, version.check(each)...)
		}
		if at == 0 && len(errs) > 0 {
			return nil, errs, nil
		}
		if err != nil {
			continue
		}
		set, someErrs, someWarnings := Resolve(kind, version, each, opts)
		errs, warnings = append(errs, someErrs...), append(warnings, someWarnings...)
		if len(errs) == 0 {
			set.Objects = set.Expand()
		}
		sets, sources = append(sets, set), append(sources, set.ForAttaching(itemOf(kind, each)))
	}
	outcomes, _ := attach.Attach(sources, nil)
	for _, out := range outcomes {
		errs, warnings = append(errs, out.Errors...), append(warnings, out.Warnings...)
	}
	if len(errs) > 0 {
		return nil, errs, warnings
	}
	return sets[0].Included(outcomes[0].Objects), nil, warnings
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

// attached returns a copy of an object with the annotation that attaches it to a MiniCluster.
func attached(kind Kind, object Object, to attach.Source) (Object, *field.Error) {
	if !kind.Attaches() || to.Flux == nil {
		return nil, field.Invalid(field.NewPath("kind"), kind.Name, "it cannot be attached to a "+to.Item.Kind)
	}
	object = object.DeepCopyObject().(Object)
	annotations := map[string]string{}
	maps.Copy(annotations, object.GetAnnotations())
	annotations[latchkey.AnnotationAttachTo] = to.Item.Name
	object.SetAnnotations(annotations)
	object.SetNamespace(to.Item.Namespace)
	return object, nil
}

// itemOf has the names of an object.
func itemOf(kind Kind, object Object) *transform.Item {
	return &transform.Item{
		Group: kind.Group, Kind: kind.Name, Namespace: object.GetNamespace(), Name: object.GetName(),
		Content: func() map[string]any { return nil },
	}
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
	return Kind{}, Version{}, field.TypeInvalid(field.NewPath("kind"), fmt.Sprintf("%T", object), "is not a kind that Latchkey expands")
}

// isNil tells whether there is no object, or a pointer to none.
func isNil(object any) bool {
	value := reflect.ValueOf(object)
	return object == nil || value.Kind() == reflect.Pointer && value.IsNil()
}

const (
	// annotationSubstitute keeps Flux CD from replacing ${...} in scripts (fluxcd.io, Kustomization, postBuild).
	annotationSubstitute = "kustomize.toolkit.fluxcd.io/substitute"
)

// Stamp marks the objects that [Expand] made from a source, as rendering does. It adds the labels of the source, the labels
// app.kubernetes.io/managed-by: latchkey and latchkey.dev/set: <name>, for a Study latchkey.dev/study: <name>, and the annotation
// latchkey.dev/source: <group>/<Kind>/<namespace>/<name>.
// By this annotation Latchkey knows its own objects again and prunes them. Labels that tell Kueue what to do with a job
// stay on the objects that run pods. A ConfigMap also gets the annotation that keeps
// Flux CD from replacing ${...} in its scripts. Stamp changes the objects. A second call changes nothing. For a source
// of a kind that is not in [Kinds] it does nothing: use [Kind.Stamp] there.
func Stamp(source Object, objects []runtime.Object) {
	if kind, _, err := kindOf(source); err == nil {
		kind.Stamp(source, objects)
	}
}

// Stamp is [Stamp] for a source of this kind. The kind need not be in [Kinds].
func (k Kind) Stamp(source Object, objects []runtime.Object) {
	labels, own := workload.WithoutKueue(source.GetLabels()), map[string]string{names.ManagedByLabel: names.ManagedBy}
	if k.Name == latchkey.StudyKind {
		own[names.StudyLabel] = source.GetName()
	} else {
		own[names.SetLabel] = names.SetValue(source.GetName())
	}
	mark := latchkey.Mark{Group: k.Group, Kind: k.Name, Namespace: source.GetNamespace(), Name: source.GetName()}.String()
	for _, object := range objects {
		if isNil(object) {
			continue
		}
		annotations := map[string]string{latchkey.AnnotationSource: mark}
		if object.GetObjectKind().GroupVersionKind().Kind == "ConfigMap" {
			annotations[annotationSubstitute] = "disabled"
		}
		meta := object.(metav1.Object)
		meta.SetLabels(workload.Merged(labels, meta.GetLabels(), own))
		meta.SetAnnotations(workload.Merged(meta.GetAnnotations(), annotations))
	}
}
