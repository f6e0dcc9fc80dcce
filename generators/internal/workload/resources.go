package workload

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
)

// MergedResources returns the quantities of two lists, of which own wins. It is nil if there are none.
func MergedResources(fallback, own corev1.ResourceList) corev1.ResourceList {
	if len(fallback)+len(own) == 0 {
		return nil
	}
	merged := corev1.ResourceList{}
	maps.Copy(merged, fallback)
	maps.Copy(merged, own)
	return merged
}
