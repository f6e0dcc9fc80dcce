package v1alpha1

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// WarnPods returns warnings if an attached set gives another number of pods than its MiniCluster has. pods is that number,
// or 0 for another workload. It must be called before Default.
func (ms *MetricSet) WarnPods(pods int32) (warnings field.ErrorList) {
	warnings = v1alpha2.WarnPods(ms.Spec.Pods, pods)
	if written := ms.Spec.Completions; written != 0 && written != pods {
		warnings = append(warnings, field.Invalid(completionsPath, written,
			fmt.Sprintf("%d has no effect: the set joins a MiniCluster of size %d: leave it out", written, pods)))
	}
	return warnings
}
