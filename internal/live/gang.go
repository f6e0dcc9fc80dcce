package live

import (
	"slices"

	corev1 "k8s.io/api/core/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// gang says that pods have lost the field by which they belong to a PodGroup. A server without the feature gate drops it without a
// word, from the template of a Job too (kubernetes/kubernetes, pkg/api/pod, dropDisabledSchedulingGroup).
func (s *Set) gang() string {
	isLost := func(pod corev1.Pod) bool { return pod.Spec.SchedulingGroup == nil }
	if s.meta.Annotations[latchkey.AnnotationGang] == "" || !slices.ContainsFunc(s.withRole(measured), isLost) {
		return ""
	}
	return "the cluster starts each pod by itself: the feature gate GenericWorkload of its API server is off, or it has a Kubernetes before 1.36"
}
