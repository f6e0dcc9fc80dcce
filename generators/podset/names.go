package podset

import (
	"strconv"

	"github.com/latchkey-dev/latchkey/apis/podset/v1alpha1"
)

// containerName is the name of the only container of a pod.
const containerName = "main"

// podName is the name of a pod. The operator's pods have random letters instead of the index. With an index, the same
// PodSet gives the same pods, and a smaller PodSet has fewer of them.
func podName(set *v1alpha1.PodSet, index int) string {
	return set.Name + "-pod-" + strconv.Itoa(index)
}
