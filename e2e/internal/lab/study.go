//go:build e2e

package lab

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
)

// Study returns words for [strings.NewReplacer], which add a study to the file of the set "hello": four sets, one at a time.
func (l *Lab) Study() []string {
	const command = "    command: echo hello world\n"
	return []string{command, `    command: sh -c 'sleep 2; echo hello WORD'
    resources: {requests: {cpu: 20m}}
---
apiVersion: latchkey.dev/v1alpha1
kind: Study
metadata: {name: words, namespace: ` + l.Namespace + `}
spec:
  sources: [{kind: MiniCluster, name: hello}]
  parameters: {word: {values: [one, two], text: WORD}}
  repeat: {count: 2}
  order: {parallel: 1}
`}
}

// OneByOne returns the sets in the order in which their applications ran, as their pods tell, and wants no two at a time.
func (l *Lab) OneByOne(t *testing.T) (order []string) {
	t.Helper()
	var pods corev1.PodList
	text := l.Must(t, "", "get", "pods", "-o", "json", "--selector=jobset.sigs.k8s.io/replicatedjob-name=m")
	if err := json.Unmarshal([]byte(text), &pods); err != nil {
		t.Fatal(err)
	}
	ran := func(pod corev1.Pod) corev1.ContainerStateTerminated {
		return *pod.Status.ContainerStatuses[0].State.Terminated
	}
	slices.SortFunc(pods.Items, func(a, b corev1.Pod) int { return ran(a).StartedAt.Compare(ran(b).StartedAt.Time) })
	var ended time.Time // of the sets so far
	for _, pod := range pods.Items {
		if set := pod.Labels["jobset.sigs.k8s.io/jobset-name"]; len(order) == 0 || order[len(order)-1] != set {
			order = append(order, set)
			if len(order) > 1 && ran(pod).StartedAt.Time.Before(ended) {
				t.Errorf("%s began before the set before it had ended", pod.Name)
			}
		}
		if ran(pod).FinishedAt.After(ended) {
			ended = ran(pod).FinishedAt.Time
		}
	}
	return order
}
