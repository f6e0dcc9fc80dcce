package live

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// TestSaid wants the line in which the application says what went wrong in the cause.
func TestSaid(t *testing.T) {
	t.Parallel()
	for output, want := range map[string]string{
		"LAMMPS (2 Aug 2023)\nERROR on proc 0: Cannot open input script in.none (src/input.cpp:417)\nLast command: (unknown)\n--------\nMPI_ABORT was invoked on rank 0\nlatchkey: error: the lead ends with status 143\n": `; it printed "ERROR on proc 0: Cannot open input script in.none (src/input.cpp:417)"`,
		"one\ntwo\nlatchkey: the job failed\n\n": `; it printed "two"`,
		"about to end\nflux-shell[0]: FATAL: task-exit: bash: task rank 1 failed (Exit 4) and exit-on-error is set\n12.3s: job.exception f7S type=exec severity=0 bash: task rank 1 failed (Exit 4) and exit-on-error is set\n": `; it printed "about to end"`,
		"METRICS OPERATOR TIMEPOINT\nthe worker is gone\nMETRICS OPERATOR COLLECTION END\n":       `; it printed "the worker is gone"`,
		"latchkey: begins\n<3>broker.err[0]: failed\nflux-job: task(s) exited with exit code 1\n": "",
	} {
		set := change(t, "faults/exit1", func(o *Objects) {
			podOf(t, o, "m-0-0").Status.ContainerStatuses[0].State.Terminated.ExitCode = 143
		})
		pod, _ := set.lead()
		logs, _ := stubLogs(t, map[string]string{pod.Name + ".exit1": output})
		set.ReadSaid(t.Context(), logs.Client)
		status := set.Status()
		if status.Failure != "the application ended with status 143 (killed by SIGTERM)"+want {
			t.Errorf("the cause is %q", status.Failure)
		}
		if reads := strings.HasPrefix(status.Remedy, "Read what it printed: "); reads != (want != "") {
			t.Errorf("the remedy is %q", status.Remedy)
		}
	}
}

// TestStatusLost wants no time and no log of a container if the kubelet has lost its status, as after an eviction.
func TestStatusLost(t *testing.T) {
	t.Parallel()
	text := printed(change(t, "faults/empty", func(o *Objects) {
		pod := podOf(t, o, "m-0-1")
		pod.Name, pod.Labels["batch.kubernetes.io/job-completion-index"] = "empty-m-0-0-mkzsj", "0"
		for at := range pod.Status.ContainerStatuses {
			pod.Status.ContainerStatuses[at].State = corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{Reason: unknownStatus, ExitCode: 137}}
		}
		pod.Status.Conditions = append(pod.Status.Conditions, corev1.PodCondition{Type: corev1.DisruptionTarget, Status: corev1.ConditionTrue, LastTransitionTime: metav1.Now()})
	}))
	for _, want := range []string{"application  ran, and its status is lost\n", "failed       the node evicted the pod empty-m-0-"} {
		if !strings.Contains(text, want) || strings.Contains(text, "0001-01-01") {
			t.Errorf("%q is missing in:\n%s", want, text)
		}
	}
}
