//go:build e2e

package run

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// lifeCases are about the ways in which sets fail and restart.
var lifeCases = []lab.Case{
	{Name: "worker-killed", Rare: true, End: "Failed", Code: lab.AnyCode, During: func(t *testing.T, r *lab.Run) {
		r.WaitForLine(t, "the application runs")
		worker, _ := r.Broker(1)
		kill(t, r.Lab, worker)
	}, After: killedOnce},
	{Name: "worker-evicted", End: "Failed", Code: lab.AnyCode, During: func(t *testing.T, r *lab.Run) {
		r.WaitForLine(t, "the application runs")
		worker, _ := r.Broker(1)
		r.Must(t, "", "delete", "pod", worker.Name, "--wait=false")
	}, After: killedOnce},
	{Name: "worker-drained", Rare: true, End: "Failed", Code: 3, During: func(t *testing.T, r *lab.Run) {
		r.WaitForLine(t, "the application runs")
		worker, _ := r.Broker(1)
		evict(t, r, worker.Name)
		goOn(t, r)
	}, Says: []string{"the application runs\n"}, After: restartedBeside},
	{Name: "lead-killed", During: func(t *testing.T, r *lab.Run) {
		killLead(t, r)
		goOn(t, r)
	}, Says: []string{"the application runs\n", "went on\n"}, After: func(t *testing.T, r *lab.Run) {
		restartedOnce(t, r)
		orphanEnded(t, r)
	}},
	{Name: "resized", During: func(t *testing.T, r *lab.Run) {
		r.WaitForLine(t, "the application runs\n")
		for _, size := range []string{"3", "2"} {
			resize(t, r, size)
		}
		r.InLead(t, "", "touch", "/tmp/go")
	}, Says: []string{"the application runs\n", "went on\n"}},
	{Name: "deleted", End: lab.Gone, During: func(t *testing.T, r *lab.Run) {
		r.WaitForLine(t, "the application runs\n")
		deleteSet(t, r, "the application runs\n", "goodbye->unload-builtins", "ends with status ")
	}},
	{Name: "deleted-waiting", Rare: true, End: lab.Gone, During: func(t *testing.T, r *lab.Run) {
		r.WaitForLine(t, "quorum->run") // flux has logged that it is up
		lab.Until(t, "a job that waits", lab.PodLimit, func() bool {
			return strings.TrimSpace(r.InLead(t, "", "bash", "/mnt/flux/flux-connect.sh", "flux", "jobs", "--no-header", "--format={state}")) != ""
		})
		deleteSet(t, r, "type=cancel", "goodbye->unload-builtins", "ends with status 143\n")
	}},
}

// killLead kills the lead's container from outside once the application runs.
func killLead(t *testing.T, r *lab.Run) {
	t.Helper()
	r.WaitForLine(t, "the application runs")
	lead, _ := r.Broker(0)
	kill(t, r.Lab, lead)
}

// awaitNextLife waits until the set has been started again and the application runs.
func awaitNextLife(t *testing.T, r *lab.Run) {
	t.Helper()
	lab.Until(t, "four brokers in two lives", lab.PodLimit, func() bool { return len(r.Brokers()) == 4 })
	r.WaitForLine(t, "the application runs")
}

// goOn lets the application end after the restart.
func goOn(t *testing.T, r *lab.Run) {
	t.Helper()
	awaitNextLife(t, r)
	r.InLead(t, "", "touch", "/tmp/go")
}

// restartedOnce expects one restart of the whole set, and the same key before and after it.
func restartedOnce(t *testing.T, r *lab.Run) {
	if restarts := r.Must(t, "", "get", "jobset/"+r.Object, "-o", "jsonpath={.status.restarts}"); restarts != "1" {
		t.Errorf("%s restarts", restarts)
	}
	if filled := r.NoteKeys(t); filled != 1 || len(r.Secret) != 1 {
		t.Errorf("%d Secrets are filled, and there have been %d keys", filled, len(r.Secret))
	}
	if pods := r.Brokers(); len(pods) != 4 {
		t.Errorf("%d broker pods in two lives of two brokers", len(pods))
	}
}

// evict asks the API server to evict a pod, as kubectl drain does.
func evict(t *testing.T, r *lab.Run, pod string) {
	t.Helper()
	r.Must(t, fmt.Sprintf(`{"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": %q, "namespace": %q}}`, pod, r.Namespace),
		"create", "--raw", "/api/v1/namespaces/"+r.Namespace+"/pods/"+pod+"/eviction", "-f", "-")
}

// resize applies the set at another size, and waits until Flux knows as many nodes that are up.
func resize(t *testing.T, r *lab.Run, size string) {
	t.Helper()
	text, err := os.ReadFile(r.Input)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	r.Apply(t, r.RenderText(t, strings.Replace(string(text), "\n  size: 2\n", "\n  size: "+size+"\n", 1)).Manifest)
	lab.Until(t, "a size of "+size, lab.PodLimit, func() bool {
		return strings.TrimSpace(r.InLead(t, "", "bash", "/mnt/flux/flux-connect.sh", "flux", "resource", "list", "--states=up", "--no-header", "--format={nnodes}")) == size
	})
	t.Logf("Flux has %s nodes after %.1f s", size, time.Since(began).Seconds())
}

// restartedBeside expects one restart that does not count.
func restartedBeside(t *testing.T, r *lab.Run) {
	restartedOnce(t, r)
	if counted := r.Must(t, "", "get", "jobset/"+r.Object, "-o", "jsonpath={.status.restartsCountTowardsMax}"); counted != "" && counted != "0" {
		t.Errorf("%s restarts count", counted)
	}
}

// orphanEnded expects that the worker of a killed lead ended before the kubelet had to kill it.
func orphanEnded(t *testing.T, r *lab.Run) {
	for _, pod := range r.Brokers() {
		if pod.Labels[lab.IndexLabel] == "1" && lab.ExitCode(pod, r.Name) == 137 {
			t.Errorf("%s was killed at the end of its grace period:\n%s", pod.Name, r.Output(pod.Name, r.Name))
		}
	}
}

// killedOnce expects no restart.
func killedOnce(t *testing.T, r *lab.Run) {
	if pods := r.Brokers(); len(pods) != 2 {
		t.Errorf("%d broker pods in one life of two brokers", len(pods))
	}
}

// deleteSet deletes the set. It expects that the brokers end by themselves before they are killed, and that the lead's
// log then has the given strings.
func deleteSet(t *testing.T, r *lab.Run, lead ...string) {
	t.Helper()
	r.NoteKeys(t)
	began, brokers := time.Now(), len(r.Brokers())
	r.Must(t, string(r.Set.Manifest), "delete", "--wait=false", "-f", "-")
	lab.Until(t, "the end of all brokers", lab.PodLimit, func() bool {
		return r.Must(t, "", "get", "pods", "-l", lab.IndexLabel, "-o", "name", "--ignore-not-found") == ""
	})
	took := time.Since(began)
	t.Logf("the brokers were gone %.1f s after kubectl delete", took.Seconds())
	ends := map[string][]string{
		"0": lead,
		"1": {"goodbye->unload-builtins", "ends with status 143\n"},
	}
	// A controller that does not know of the deletion yet may make another pod, which is deleted too.
	for _, pod := range r.Brokers()[:brokers] {
		grace := time.Duration(*pod.Spec.TerminationGracePeriodSeconds) * time.Second
		if took >= grace {
			t.Errorf("they took %s, with a grace period of %s", took, grace)
		}
		if code := lab.ExitCode(pod, r.Name); code < 0 || code == 137 {
			t.Errorf("%s ended with status %d", pod.Name, code)
		}
		index := pod.Labels[lab.IndexLabel]
		lab.InOrder(t, r.Output(pod.Name, r.Name), ends[index]...)
		delete(ends, index)
	}
	if len(ends) > 0 {
		t.Errorf("there were no brokers %v", ends)
	}
}

// containerHash is containerd's id of a container. The process to kill is chosen only by a full id.
var containerHash = regexp.MustCompile(`^[0-9a-f]{64}$`)

// kill ends the first container of a pod as the kernel would, by SIGKILL to its first process.
func kill(t *testing.T, l *lab.Lab, pod corev1.Pod) {
	t.Helper()
	lab.NeedNode(t, l)
	_, id, _ := strings.Cut(pod.Status.ContainerStatuses[0].ContainerID, "://")
	if pod.Namespace != l.Namespace || !containerHash.MatchString(id) {
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

// firstOfItsContainer says whether a process, given by its /proc/<pid>/status, is number 1 in its own namespace.
func firstOfItsContainer(status string) bool {
	for line := range strings.Lines(status) {
		if ids, ok := strings.CutPrefix(line, "NSpid:"); ok {
			fields := strings.Fields(ids)
			return len(fields) > 1 && fields[len(fields)-1] == "1"
		}
	}
	return false
}
