package live

import (
	"path/filepath"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/internal/kubectl"
	"github.com/latchkey-dev/latchkey/internal/testing/programtest"
)

// TestIdleSidecar wants the sidecar that runs and cannot measure, the pod, and the reason. The other pod's sidecar measures.
func TestIdleSidecar(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "kubectl")
	programtest.Write(t, program, `#!/bin/sh
case $* in
"logs --selector=batch.kubernetes.io/job-name=lammps-m-0 --container=perf-sysstat --tail=1 "*"--flag")
  printf '[pod/lammps-m-0-0-tnskf/perf-sysstat] latchkey: error: this kernel has no types\r\n'
  echo '[pod/lammps-m-0-1-hb5kg/perf-sysstat] %usr %system latchkey: error: of a program' ;;
*) exit 1 ;;
esac
`)
	set := theSet(t, "running")
	set.ReadSaid(t.Context(), kubectl.Client{Program: program, LogFlags: []string{"--flag"}})
	const want = "  sidecar      perf-sysstat: 2 of 2 running, reports an error: this kernel has no types (pod lammps-m-0-0-tnskf)\n"
	if text := printed(set); !strings.Contains(text, want) {
		t.Errorf("%q is missing in:\n%s", want, text)
	}
}

// TestFailedSidecar wants the pods in which a sidecar failed, and what it said last.
func TestFailedSidecar(t *testing.T) {
	t.Parallel()
	ended := func(code int32, message string) corev1.ContainerState {
		return corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{ExitCode: code, Message: message}}
	}
	running := corev1.ContainerState{Running: &corev1.ContainerStateRunning{}}
	for want, states := range map[string][2]corev1.ContainerState{
		"2 of 2 running":      {running, running},
		"ended with status 0": {ended(0, ""), ended(0, "")},
		"ended with status 1: no types (pod lammps-m-0-1-hb5kg)":           {ended(0, ""), ended(1, "no types\n")},
		"ended with status 1: no types (2 pods, first lammps-m-0-0-tnskf)": {ended(1, "no types\n"), ended(1, "no types")},
		"1 of 2 running, ended with status 9 (pod lammps-m-0-1-hb5kg)":     {running, ended(9, "")},
		"1 of 2 running": {running, ended(0, "")},
		"ended with status 1 (pod lammps-m-0-0-tnskf), ended with status 2: b (pod lammps-m-0-1-hb5kg)": {ended(1, ""), ended(2, "b")},
	} {
		set := change(t, "running", func(o *Objects) {
			for at, part := range []string{"m-0-0", "m-0-1"} {
				podOf(t, o, part).Status.InitContainerStatuses[1].State = states[at]
			}
		})
		if text := printed(set); !strings.Contains(text, "  sidecar      perf-sysstat: "+want+"\n") {
			t.Errorf("%q is missing in:\n%s", want, text)
		}
	}
}
