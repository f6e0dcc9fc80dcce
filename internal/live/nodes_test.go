package live

import (
	"strings"
	"testing"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"
)

// TestLostNode cuts off the node of a worker.
func TestLostNode(t *testing.T) {
	t.Parallel()
	since := metav1.Date(2026, 11, 22, 5, 33, 0, 0, time.UTC)
	lost := func(o *Objects) *corev1.Pod {
		pod := podOf(t, o, "m-0-1")
		pod.Spec.NodeName = "far"
		pod.Spec.Tolerations = []corev1.Toleration{{Key: corev1.TaintNodeUnreachable, Effect: corev1.TaintEffectNoExecute, TolerationSeconds: new(int64(300))}}
		pod.Status.Conditions = []corev1.PodCondition{
			{Type: corev1.PodReady, Status: corev1.ConditionFalse, LastTransitionTime: since}, {Type: corev1.ContainersReady, Status: corev1.ConditionTrue},
		}
		return pod
	}
	const begins = "brokers      1 of 2 up\n"
	const isLost = "waits for    the node far, which is lost since 2026-11-22 05:33:00 UTC. "
	for name, tc := range map[string]struct {
		edit func(*Objects)
		want string
	}{
		"the set fails": {func(o *Objects) { lost(o) }, isLost + "If it is not back at 2026-11-22 05:38:00 UTC, Kubernetes takes its pods away, and the set fails (pod "},
		"the set starts again": {func(o *Objects) {
			lost(o)
			o.JobSets[0].Spec.FailurePolicy = &jobset.FailurePolicy{Rules: []jobset.FailurePolicyRule{{
				Action: jobset.RestartJobSetAndIgnoreMaxRestarts, OnJobFailureReasons: []string{batchv1.JobReasonPodFailurePolicy},
			}}}
			for at := range o.JobSets[0].Spec.ReplicatedJobs {
				o.JobSets[0].Spec.ReplicatedJobs[at].Template.Spec.PodFailurePolicy = &batchv1.PodFailurePolicy{}
			}
		}, "and the set starts again (pod "},
		"the pods stay": {func(o *Objects) { lost(o).Spec.Tolerations[0].TolerationSeconds = nil }, isLost + "Its pods tolerate that, so the set waits until the node is back (pod "},
		"a pod that cannot go": {
			func(o *Objects) { lost(o).DeletionTimestamp = &since },
			"waits for    its pod to leave the node far, which is lost since 2026-11-22 05:33:00 UTC. " +
				"If the node does not come back: kubectl delete node far, or kubectl taint node far node.kubernetes.io/out-of-service=nodeshutdown:NoExecute (pod ",
		},
	} {
		if text := printed(change(t, "running", tc.edit)); !strings.Contains(text, tc.want) || !strings.Contains(text, begins) {
			t.Errorf("%s: %q is missing in:\n%s", name, tc.want, text)
		}
	}
	text := printed(change(t, "running", func(o *Objects) {
		lost(o)
		podOf(t, o, "m-0-0").Spec.NodeName, podOf(t, o, "m-0-0").Status.Conditions = "near", podOf(t, o, "m-0-1").Status.Conditions
	}))
	if where := " on the node near, which does not answer\n"; !strings.Contains(text, where) || strings.Contains(text, "output") {
		t.Errorf("the application is not%s, or its output can be read:\n%s", where, text)
	}
	ready := printed(change(t, "running", func(o *Objects) { lost(o).Status.Conditions[0].Status = corev1.ConditionTrue }))
	if strings.Contains(ready, "far") {
		t.Errorf("the node of a pod that is ready is called lost:\n%s", ready)
	}
}
