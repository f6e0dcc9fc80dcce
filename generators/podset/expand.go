package podset

import (
	"k8s.io/apimachinery/pkg/runtime"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/podset/v1alpha1"
)

// Expand returns the pods of a PodSet, sorted by their index. The PodSet must have been defaulted and validated.
func Expand(set *v1alpha1.PodSet, _ latchkey.Options) []runtime.Object {
	pods := make([]runtime.Object, *set.Spec.Replicas)
	for index := range pods {
		pods[index] = newPod(set, index)
	}
	return pods
}
