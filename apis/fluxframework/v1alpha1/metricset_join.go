package v1alpha1

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// Join gives a set that joins a MiniCluster as many pods as that has, and returns warnings where the set says other
// numbers. It comes before Default.
func (ms *MetricSet) Join(pods int32) (warnings field.ErrorList) {
	warnings = v1alpha2.JoinPods(&ms.Spec.Pods, pods)
	if said := ms.Spec.Completions; said != 0 && said != pods {
		warnings = append(warnings, field.Invalid(completionsPath, said,
			fmt.Sprintf("%d has no effect: the set joins a MiniCluster of size %d: leave it out", said, pods)))
	}
	ms.Spec.Completions = pods
	return warnings
}
