package v1alpha2

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// TakePodsOf gives an attached set as many pods as its MiniCluster, and returns a warning if the set says another
// number. 0 is for a workload, whose number of pods may change: the set then measures in one pod, any of them. Call it
// before Default.
func (ms *MetricSet) TakePodsOf(pods int32) (warnings field.ErrorList) {
	return TakePods(&ms.Spec.Pods, pods)
}

// TakePods is [MetricSet.TakePodsOf] for the field of any version.
func TakePods(said **int32, pods int32) (warnings field.ErrorList) {
	if pods == 0 {
		if *said != nil {
			warnings = field.ErrorList{field.Invalid(podsPath, **said,
				fmt.Sprintf("%d has no effect: the workload that the set is attached to says how many pods there are: leave it out", **said))}
		}
		*said = new(int32(1))
		return warnings
	}
	if *said != nil && **said != pods {
		warnings = field.ErrorList{field.Invalid(podsPath, **said,
			fmt.Sprintf("%d has no effect: the MiniCluster that the set joins is of size %d: leave it out", **said, pods))}
	}
	*said = &pods
	return warnings
}
