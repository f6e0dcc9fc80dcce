package live

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
)

// gang says that pods have lost the field by which they belong to a PodGroup. A server without the feature gate drops it without a
// word (kubernetes/kubernetes, pkg/api/pod, dropDisabledSchedulingGroup).
func (s *Set) gang() string {
	isLost := func(pod corev1.Pod) bool { return pod.Spec.SchedulingGroup == nil }
	if s.main().spec.Template.Spec.SchedulingGroup == nil || !slices.ContainsFunc(s.withRole(measured), isLost) {
		return ""
	}
	return "the cluster starts each pod by itself: the feature gates GenericWorkload and GangScheduling of its API server and scheduler are off"
}
