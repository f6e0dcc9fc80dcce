package v1alpha2

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// WarnPods returns a warning if an attached set says another number of pods than its MiniCluster has. pods is that number,
// or 0 for another workload, whose number of pods may change. Call it before Default.
func (ms *MetricSet) WarnPods(pods int32) (warnings field.ErrorList) {
	return WarnPods(ms.Spec.Pods, pods)
}

// WarnPods is [MetricSet.WarnPods] for the field of any version.
func WarnPods(written *int32, pods int32) (warnings field.ErrorList) {
	switch {
	case written == nil || *written == pods:
		return nil
	case pods == 0:
		return field.ErrorList{field.Invalid(podsPath, *written,
			fmt.Sprintf("%d has no effect: the workload that the set is attached to says how many pods there are: leave it out", *written))}
	default:
		return field.ErrorList{field.Invalid(podsPath, *written,
			fmt.Sprintf("%d has no effect: the MiniCluster that the set joins is of size %d: leave it out", *written, pods))}
	}
}
