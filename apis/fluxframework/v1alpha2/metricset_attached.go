package v1alpha2

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// TakePodsOf gives an attached set as many pods as its MiniCluster, and returns a warning if the set says another
// number. Call it before Default.
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
