//go:build e2e

package attach

import (
	"strconv"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
	"github.com/latchkey-dev/latchkey/internal/testing/metriclog"
)

// busyPod runs a program of a name of its own that makes system calls until it is deleted.
const busyPod = `{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "busy"}, "spec": {"restartPolicy": "Never", "terminationGracePeriodSeconds": 0, "containers": [{
  "name": "busy", "image": "ghcr.io/converged-computing/metric-lammps:latest", "imagePullPolicy": "IfNotPresent", "resources": {"limits": {"cpu": "100m"}},
  "command": ["sh", "-c", "cp /bin/dd /tmp/stranger; exec /tmp/stranger if=/dev/zero of=/dev/null bs=1"]}]}}`

// lookAtSidecar prints the rights of a shell, and tries to look into the container of bpftrace.
const lookAtSidecar = `read -r _ rights < <(grep CapEff /proc/self/status); echo "rights $rights"
for process in /proc/[0-9]*; do [ "$(<$process/comm)" != bpftrace ] || ls $process/root/ 2>&1 || :; done`

// kernelApart wants the busy pod to run during a sample. It wants the application to have neither the capability SYS_ADMIN, which has
// number 21, nor a way into the container that has it.
func kernelApart(t *testing.T, r *lab.Run) {
	lab.Until(t, "a sample", lab.PodLimit, func() bool {
		lead, _ := r.Broker(0)
		return strings.Contains(r.Output(lead.Name, "perf-bpftrace"), strings.TrimSpace(metriclog.Timepoint))
	})
	if state := r.Must(t, "", "get", "pod", "busy", "--output=jsonpath={.status.containerStatuses[0].state}"); !strings.Contains(state, "running") {
		t.Errorf("the busy pod does not run: %s", state)
	}
	r.Must(t, "", "delete", "pod", "busy") // the run waits for the logs of all pods
	lead, _ := r.Broker(0)
	said := r.Must(t, "", "exec", lead.Name, "-c", r.Name, "--", "bash", "-c", lookAtSidecar)
	line, rest, _ := strings.Cut(said, "\n")
	rights, err := strconv.ParseUint(strings.TrimPrefix(line, "rights "), 16, 64)
	if err != nil || rights&(1<<21) != 0 {
		t.Errorf("the application has the rights %q: %v", line, err)
	}
	if !strings.Contains(rest, "Permission denied") || strings.Contains(rest, "etc") {
		t.Errorf("the application sees in the container of bpftrace: %q", rest)
	}
}

// kernelSees wants figures of LAMMPS and of Flux from each pod, and none of the busy pod.
func kernelSees(t *testing.T, r *lab.Run) {
	for rank := range 2 {
		log := joinedText(t, r, rank, "perf-bpftrace")
		for _, want := range []string{`{"type": "machine", "data": "`, `"lmp": `, `"lmp,`, `"flux-broker-`} {
			if !strings.Contains(log, want) {
				t.Errorf("rank %d: no %s", rank, want)
			}
		}
		if strings.Contains(log, "stranger") {
			t.Errorf("rank %d: the processes of another pod count", rank)
		}
		if pod, _ := r.Broker(rank); lab.ExitCode(pod, "perf-bpftrace") != 0 {
			t.Errorf("rank %d: the sidecar failed", rank)
		}
	}
}
