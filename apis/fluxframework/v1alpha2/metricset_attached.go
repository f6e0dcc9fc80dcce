package v1alpha2

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// TakePodsOf gives a set that joins a MiniCluster as many pods as that has, and returns a warning where the set says another
// number. It comes before Default.
func (ms *MetricSet) TakePodsOf(pods int32) (warnings field.ErrorList) {
	return TakePods(&ms.Spec.Pods, pods)
}

// TakePods is [MetricSet.TakePodsOf] for the field of any version.
func TakePods(said **int32, pods int32) (warnings field.ErrorList) {
	if *said != nil && **said != pods {
		warnings = field.ErrorList{field.Invalid(podsPath, **said,
			fmt.Sprintf("%d has no effect: the MiniCluster that the set joins is of size %d: leave it out", **said, pods))}
	}
	*said = &pods
	return warnings
}
