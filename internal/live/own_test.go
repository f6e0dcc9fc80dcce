package live

import (
	"strings"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"
)

// TestPredecessor deletes a set and applies another one of its name. Jobs, pods and events of the first, which are still there, do not
// belong to the second.
func TestPredecessor(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"faults/exit1", "faults/podgone", "faults/jobkind", "completed"} {
		clean := theSet(t, name)
		set := change(t, name, func(o *Objects) {
			before := recorded(t, name)
			before.JobSets = nil
			rename := func(uid types.UID) types.UID { return "before-" + uid }
			for _, pod := range before.Pods {
				pod.UID, pod.Name = rename(pod.UID), strings.TrimSuffix(pod.Name, pod.Name[len(pod.Name)-5:])+"00000"
				for at := range pod.OwnerReferences {
					pod.OwnerReferences[at].UID = rename(pod.OwnerReferences[at].UID)
				}
				if pod.Labels[jobset.JobSetUIDKey] != "" {
					pod.Labels[jobset.JobSetUIDKey] = "before"
				}
				pod.Status.Phase, pod.Status.Reason = corev1.PodFailed, "Evicted"
				o.Pods = append(o.Pods, pod)
				for _, reason := range []string{"Preempted", "Killing"} {
					o.Events = append(o.Events, corev1.Event{InvolvedObject: corev1.ObjectReference{Kind: "Pod", Name: pod.Name, UID: pod.UID}, Reason: reason})
				}
			}
			for _, job := range before.Made {
				job.UID, job.OwnerReferences[0].UID = rename(job.UID), rename(job.OwnerReferences[0].UID)
				job.Status.Conditions = []batchv1.JobCondition{{Type: batchv1.JobFailed, Status: corev1.ConditionTrue, Message: "before"}}
				o.Made = append(o.Made, job)
				created := metav1.NewTime(clean.meta.CreationTimestamp.Add(-60e9))
				o.Events = append(o.Events, corev1.Event{
					InvolvedObject: corev1.ObjectReference{Kind: "Job", Name: job.Name, UID: job.UID}, FirstTimestamp: created, Message: "Created pod: " + job.Name + "-0-00000",
				})
			}
		})
		if got, want := printed(set), printed(clean); got != want || len(set.pods) != len(clean.pods) || len(set.events) != len(clean.events) {
			t.Errorf("%s: %d pods and %d events, want %d and %d; the status is\n%swant\n%s", name,
				len(set.pods), len(set.events), len(clean.pods), len(clean.events), got, want)
		}
	}
}
