//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
)

// anyCode is the lead's status where it depends on who is faster.
const anyCode = -2

// lifeCases are about the ways in which sets die.
var lifeCases = []runCase{
	{name: "worker-killed", end: "Failed", code: anyCode, during: func(t *testing.T, r *setRun) {
		r.waitForLine(t, "the application runs")
		worker, _ := r.broker(1)
		kill(t, r.lab, worker)
	}, after: killedOnce},
	{name: "worker-evicted", end: "Failed", code: anyCode, during: func(t *testing.T, r *setRun) {
		r.waitForLine(t, "the application runs")
		worker, _ := r.broker(1)
		r.must(t, "", "delete", "pod", worker.Name, "--wait=false")
	}, after: killedOnce},
	{name: "broker-killed", during: func(t *testing.T, r *setRun) {
		r.waitForLine(t, "the application runs")
		worker, _ := r.broker(1)
		r.must(t, "", "exec", worker.Name, "-c", r.name, "--", "pkill", "-KILL", "flux-broker")
		r.goOn(t)
	}, says: []string{"the application runs\n", "went on\n"}, after: restartedOnce},
	{name: "lead-killed", during: func(t *testing.T, r *setRun) {
		r.killLead(t)
		r.goOn(t)
	}, says: []string{"the application runs\n", "went on\n"}, after: func(t *testing.T, r *setRun) {
		restartedOnce(t, r)
		orphanEnded(t, r)
	}},
	{name: "lead-killed-twice", end: "Failed", code: 137, during: func(t *testing.T, r *setRun) {
		r.killLead(t)
		r.awaitNextLife(t)
		r.killLead(t)
	}},
	{name: "deleted", end: gone, during: func(t *testing.T, r *setRun) {
		r.waitForLine(t, "the application runs\n")
		r.deleteSet(t, "the application runs\n", "goodbye->unload-builtins", "ends with status ")
	}},
	{name: "deleted-waiting", end: gone, during: func(t *testing.T, r *setRun) {
		r.waitForLine(t, "quorum->run") // flux has logged that it is up
		until(t, "a job that waits", podLimit, func() bool {
			return strings.TrimSpace(r.inLead(t, "", "bash", "/mnt/flux/flux-connect.sh", "flux", "jobs", "--no-header", "--format={state}")) != ""
		})
		r.deleteSet(t, "type=cancel", "goodbye->unload-builtins", "ends with status 143\n")
	}},
}

// killLead kills the lead's container from outside once the application runs.
func (r *setRun) killLead(t *testing.T) {
	t.Helper()
	r.waitForLine(t, "the application runs")
	lead, _ := r.broker(0)
	kill(t, r.lab, lead)
}

// awaitNextLife waits until the set has been started again and the application runs.
func (r *setRun) awaitNextLife(t *testing.T) {
	t.Helper()
	until(t, "four brokers in two lives", podLimit, func() bool { return len(r.brokers()) == 4 })
	r.waitForLine(t, "the application runs")
}

// goOn lets the application of the second life end.
func (r *setRun) goOn(t *testing.T) {
	t.Helper()
	r.awaitNextLife(t)
	r.inLead(t, "", "touch", "/tmp/go")
}

// restartedOnce expects one restart of the whole set, and one key for both lives.
func restartedOnce(t *testing.T, r *setRun) {
	if restarts := r.must(t, "", "get", "jobset/"+r.object, "-o", "jsonpath={.status.restarts}"); restarts != "1" {
		t.Errorf("%s restarts", restarts)
	}
	if filled := r.noteKeys(t); filled != 1 || len(r.secret) != 1 {
		t.Errorf("%d Secrets are filled, and there have been %d keys", filled, len(r.secret))
	}
	if pods := r.brokers(); len(pods) != 4 {
		t.Errorf("%d broker pods in two lives of two brokers", len(pods))
	}
}

// orphanEnded expects that the worker whose lead was killed ended before the kubelet had to kill it too.
func orphanEnded(t *testing.T, r *setRun) {
	for _, pod := range r.brokers() {
		if pod.Labels[indexLabel] == "1" && exitCode(pod, r.name) == 137 {
			t.Errorf("%s was killed at the end of its grace period:\n%s", pod.Name, r.said(pod.Name, r.name))
		}
	}
}

// killedOnce expects that nobody started anything again.
func killedOnce(t *testing.T, r *setRun) {
	if pods := r.brokers(); len(pods) != 2 {
		t.Errorf("%d broker pods in one life of two brokers", len(pods))
	}
}

// deleteSet deletes what was applied and expects that the brokers end by themselves long before they are killed, and that
// the lead says some texts meanwhile.
func (r *setRun) deleteSet(t *testing.T, lead ...string) {
	t.Helper()
	r.noteKeys(t)
	began, brokers := time.Now(), len(r.brokers())
	r.must(t, string(r.set.manifest), "delete", "--wait=false", "-f", "-")
	until(t, "the end of all brokers", podLimit, func() bool {
		return r.must(t, "", "get", "pods", "-l", indexLabel, "-o", "name", "--ignore-not-found") == ""
	})
	took := time.Since(began)
	t.Logf("the brokers were gone %.1f s after kubectl delete", took.Seconds())
	ends := map[string][]string{
		"0": lead,
		"1": {"goodbye->unload-builtins", "ends with status 143\n"},
	}
	// A controller that has not heard of the deletion yet may make another pod, which is gone with it.
	for _, pod := range r.brokers()[:brokers] {
		grace := time.Duration(*pod.Spec.TerminationGracePeriodSeconds) * time.Second
		if took > grace/2 {
			t.Errorf("they took %s of a grace period of %s", took, grace)
		}
		if code := exitCode(pod, r.name); code < 0 || code == 137 {
			t.Errorf("%s ended with status %d", pod.Name, code)
		}
		index := pod.Labels[indexLabel]
		inOrder(t, r.said(pod.Name, r.name), ends[index]...)
		delete(ends, index)
	}
	if len(ends) > 0 {
		t.Errorf("there were no brokers %v", ends)
	}
}

// containerHash is what containerd calls a container. Nothing shorter may choose a process to kill.
var containerHash = regexp.MustCompile(`^[0-9a-f]{64}$`)

// kill ends the first container of a pod as the kernel would, by SIGKILL to its first process.
func kill(t *testing.T, l *lab, pod corev1.Pod) {
	t.Helper()
	needNode(t, l)
	_, id, _ := strings.Cut(pod.Status.ContainerStatuses[0].ContainerID, "://")
	if pod.Namespace != l.namespace || !containerHash.MatchString(id) {
		t.Fatalf("will not kill container %q of %s/%s", id, pod.Namespace, pod.Name)
	}
	files, _ := filepath.Glob("/proc/[0-9]*/cgroup")
	for _, file := range files {
		group, _ := os.ReadFile(file) // the process may be over by now
		status, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "status"))
		if !strings.Contains(string(group), id) || !firstOfItsContainer(string(status)) {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err == nil {
			err = syscall.Kill(pid, syscall.SIGKILL)
		}
		if err != nil {
			t.Fatalf("kill the container of %s: %v", pod.Name, err)
		}
		t.Logf("killed process %d, the container of %s", pid, pod.Name)
		return
	}
	t.Fatalf("no process of %s", pod.Name)
}

// firstOfItsContainer says whether a process, told by its /proc/<pid>/status, is number 1 in its own namespace.
func firstOfItsContainer(status string) bool {
	for line := range strings.Lines(status) {
		if ids, ok := strings.CutPrefix(line, "NSpid:"); ok {
			fields := strings.Fields(ids)
			return len(fields) > 1 && fields[len(fields)-1] == "1"
		}
	}
	return false
}
