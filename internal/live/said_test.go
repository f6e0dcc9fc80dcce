package live

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/internal/kubectl"
	"github.com/latchkey-dev/latchkey/internal/testing/programtest"
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

// TestSilence wants no advice to wait longer for an application that had printed nothing for long before its deadline.
func TestSilence(t *testing.T) {
	t.Parallel()
	for output, want := range map[string]string{
		"2026-11-23T07:16:50Z step 1\n2026-11-23T07:17:14Z latchkey: the deadline is near\n": "It had printed nothing for 25s: find out whether it hung (latchkey logs deadline) before you raise deadlineSeconds.",
		"2026-11-23T07:17:10Z step 5\n2026-11-23T07:17:14Z latchkey: the deadline is near\n": "If it was still at work, raise deadlineSeconds.",
	} {
		set := theSet(t, "faults/deadline")
		pod, _ := set.lead()
		logs, _ := stubLogs(t, map[string]string{pod.Name + ".deadline": "", pod.Name + ".deadline.stamped": output})
		set.ReadSaid(t.Context(), logs.Client)
		if remedy := set.Status().Remedy; remedy != want {
			t.Errorf("the remedy is %q, want %q", remedy, want)
		}
	}
}

// measuring is a kubectl of a cluster that measures pods. The files beside it have the ConfigMaps of the set and its output.
const measuring = `#!/bin/sh
cd "${0%/*}" || exit 3
case $* in
*--raw=/apis/metrics.k8s.io/v1beta1/namespaces/*/pods/lammps-m-0-0-tnskf) echo '{"containers": [{"name": "lammps", "usage": {"cpu": "250m"}}, {"name": "perf-sysstat", "usage": {"cpu": "3m"}}]}' ;;
*configmaps*) cat files ;;
logs*--tail=60*) cat output ;;
*) exit 1 ;;
esac
`

// TestStuck wants to be told of an application that has printed nothing for ten minutes, and of a command that waits for itself.
func TestStuck(t *testing.T) {
	t.Parallel()
	const (
		silent   = "it has printed nothing since 2026-11-22 "
		computes = " UTC, and its pod lammps-m-0-0-tnskf computes with 0.253 processors"
		itself   = `the command is itself a job of Flux, and "flux queue %s" waits until no job is left: set launcher: true, and the command runs beside the jobs that it submits`
	)
	fresh := time.Now().UTC().Format(time.RFC3339Nano)
	for name, c := range map[string]struct {
		command, output string
		launcher        bool
		want            string
	}{
		"silent":        {"hostname", "2026-11-22T05:33:00Z begins\n" + fresh + " latchkey: waits\n", false, silent + "05:33:00" + computes},
		"never a line":  {"hostname", "", false, silent + "05:32:18" + computes},
		"at work":       {"hostname", fresh + " step 7\n", false, ""},
		"waits":         {"flux submit hostname\nflux queue drain\n", fresh + " a\n", false, fmt.Sprintf(itself, "drain")},
		"waits, a line": {"flux submit hostname && flux queue idle", fresh + " a\n", false, fmt.Sprintf(itself, "idle")},
		"a remark":      {"# not flux queue drain\nhostname", fresh + " a\n", false, ""},
		"a launcher":    {"flux queue drain", fresh + " a\n", true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set := theSet(t, "running")
			if c.launcher {
				env := set.main().spec.Template.Spec.Containers[0].Env
				env[slices.IndexFunc(env, func(v corev1.EnvVar) bool { return v.Name == names.Submit })].Name = "FURTHER"
			}
			text, err := json.Marshal(map[string]string{"lammps.command": c.command})
			if err != nil {
				t.Fatal(err)
			}
			folder := t.TempDir()
			for file, content := range map[string]string{
				"kubectl": measuring, "output": c.output,
				"files": `{"items": [{"metadata": {"name": "lammps-entrypoint-021d49b3"}, "data": ` + string(text) + `}]}`,
			} {
				programtest.Write(t, filepath.Join(folder, file), content)
			}
			set.ReadSaid(t.Context(), kubectl.Client{Program: filepath.Join(folder, "kubectl")})
			if stuck := set.Status().Stuck; stuck != c.want {
				t.Errorf("it says %q, want %q", stuck, c.want)
			}
		})
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
