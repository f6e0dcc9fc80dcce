package live

import (
	"slices"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// TestTurn wants a set that waits for its turn to say so, and the pod of the turn to be none of those that are measured.
func TestTurn(t *testing.T) {
	t.Parallel()
	one := func(name, component string) jobset.ReplicatedJob {
		var job jobset.ReplicatedJob
		job.Name = name
		job.Template.Spec.Template.Labels = map[string]string{names.ComponentLabel: component}
		job.Template.Spec.Template.Spec.Containers = []corev1.Container{{Name: name}}
		return job
	}
	labels := map[string]string{jobset.JobSetNameKey: "a", jobset.ReplicatedJobNameKey: names.Turn}
	objects := &Objects{
		JobSets: []jobset.JobSet{{
			ObjectMeta: metav1.ObjectMeta{Name: "a"},
			Spec:       jobset.JobSetSpec{ReplicatedJobs: []jobset.ReplicatedJob{one(names.Turn, names.Turn), one("m", "broker")}},
		}},
		Jobs: []batchv1.Job{{ObjectMeta: metav1.ObjectMeta{Name: "a-turn-0", Labels: labels}}},
		Pods: []corev1.Pod{{
			ObjectMeta: metav1.ObjectMeta{Name: "a-turn-0-abcde", Labels: labels},
			Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: names.Turn}}},
			Status: corev1.PodStatus{Phase: corev1.PodRunning, ContainerStatuses: []corev1.ContainerStatus{
				{Name: names.Turn, State: corev1.ContainerState{Running: &corev1.ContainerStateRunning{}}},
			}},
		}},
	}
	status := objects.Sets()[0].Status()
	if want := []string{"its turn among the runs of its study"}; !slices.Equal(status.WaitsFor, want) {
		t.Errorf("it waits for %q, want %q", status.WaitsFor, want)
	}
	if status.Record.State != runs.Waiting || status.Record.Size != 1 || status.Brokers.Up != 0 {
		t.Errorf("it is %s, has %d pods, and %d are up", status.Record.State, status.Record.Size, status.Brokers.Up)
	}
}
