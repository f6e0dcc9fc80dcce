package generators

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

// annotationSubstitute keeps Flux CD from replacing ${...} in scripts (fluxcd.io, Kustomization, postBuild).
const annotationSubstitute = "kustomize.toolkit.fluxcd.io/substitute"

// Stamp marks the objects that a source of this kind has made. It adds the labels of the source, the labels
// app.kubernetes.io/managed-by: latchkey and latchkey.dev/set: <name>, for a Study latchkey.dev/study: <name>, and the annotation
// latchkey.dev/source: <group>/<Kind>/<namespace>/<name>. By this annotation Latchkey knows its own objects again and prunes them.
// Labels that tell Kueue what to do with a job stay on the objects that run pods. A ConfigMap also gets the annotation that keeps
// Flux CD from replacing ${...} in its scripts. Stamp changes the objects. A second call changes nothing.
func (k Kind) Stamp(source Object, objects []runtime.Object) {
	labels, own := workload.WithoutKueue(source.GetLabels()), map[string]string{names.ManagedByLabel: names.ManagedBy}
	if k.Name == latchkey.StudyKind {
		own[names.StudyLabel] = source.GetName()
	} else {
		own[names.SetLabel] = names.SetValue(source.GetName())
	}
	mark := latchkey.Key{Group: k.Group, Kind: k.Name, Namespace: source.GetNamespace(), Name: source.GetName()}.String()
	for _, object := range objects {
		annotations := map[string]string{latchkey.AnnotationSource: mark}
		if object.GetObjectKind().GroupVersionKind().Kind == "ConfigMap" {
			annotations[annotationSubstitute] = "disabled"
		}
		meta := object.(metav1.Object)
		meta.SetLabels(workload.Merged(labels, meta.GetLabels(), own))
		meta.SetAnnotations(workload.Merged(meta.GetAnnotations(), annotations))
	}
}
