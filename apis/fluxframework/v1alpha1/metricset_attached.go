package v1alpha1

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// TakePodsOf gives a set that is attached to a MiniCluster the number of pods of that MiniCluster. It warns if the set gives
// another number. It must be called before Default.
func (ms *MetricSet) TakePodsOf(pods int32) (warnings field.ErrorList) {
	warnings = v1alpha2.TakePods(&ms.Spec.Pods, pods)
	if said := ms.Spec.Completions; said != 0 && said != pods {
		warnings = append(warnings, field.Invalid(completionsPath, said,
			fmt.Sprintf("%d has no effect: the set joins a MiniCluster of size %d: leave it out", said, pods)))
	}
	ms.Spec.Completions = pods
	return warnings
}
