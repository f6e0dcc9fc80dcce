package generators

import (
	"maps"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

const (
	labelManagedBy = "app.kubernetes.io/managed-by"
	managedBy      = "latchkey"

	// annotationSubstitute keeps Flux CD from replacing ${...} in scripts (fluxcd.io, Kustomization, postBuild).
	annotationSubstitute = "kustomize.toolkit.fluxcd.io/substitute"
)

// Stamp marks what [Expand] made of a source, as rendering does: with the label app.kubernetes.io/managed-by: latchkey and
// the annotation latchkey.dev/source: <group>/<Kind>/<namespace>/<name>, by which Latchkey knows its own objects again and
// prunes them; and, on a ConfigMap, with the annotation that keeps Flux CD from replacing ${...} in its scripts. It changes
// the objects. Doing it twice changes nothing. A source of a kind that is not in [Kinds] leaves them as they are: use
// [Kind.Stamp] for it.
func Stamp(source Object, objects []runtime.Object) {
	if kind, _, err := kindOf(source); err == nil {
		kind.Stamp(source, objects)
	}
}

// Stamp is [Stamp] for a source of this kind, which may be one that is not in [Kinds].
func (k Kind) Stamp(source Object, objects []runtime.Object) {
	mark := k.Group + "/" + k.Name + "/" + source.GetNamespace() + "/" + source.GetName()
	for _, object := range objects {
		if isNil(object) {
			continue
		}
		annotations := map[string]string{latchkey.AnnotationSource: mark}
		if object.GetObjectKind().GroupVersionKind().Kind == "ConfigMap" {
			annotations[annotationSubstitute] = "disabled"
		}
		meta := object.(metav1.Object)
		meta.SetLabels(with(meta.GetLabels(), map[string]string{labelManagedBy: managedBy}))
		meta.SetAnnotations(with(meta.GetAnnotations(), annotations))
	}
}

// with returns a new map with more entries, which win.
func with(values, more map[string]string) map[string]string {
	all := maps.Clone(values)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, more)
	return all
}
