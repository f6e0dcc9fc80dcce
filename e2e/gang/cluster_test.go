//go:build e2e

package gang

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// cluster is a control plane with six nodes, of which four are in one rack.
type cluster struct{ kubeconfig string }

// start starts a cluster, or skips the test where its programs are not.
func start(t *testing.T) cluster {
	t.Helper()
	programs := filepath.Join(lab.Dir(), "bin")
	for _, name := range []string{"etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler", "jobset-manager", "kwok"} {
		if _, err := os.Stat(filepath.Join(programs, name)); err != nil {
			lab.Missing(t, "gang", err.Error())
		}
	}
	folder := t.TempDir()
	t.Setenv("KUBECACHEDIR", filepath.Join(folder, "cache")) // kubectl knows the kinds of a server by its address, also of an earlier server
	cmd := exec.Command("testdata/control-plane.sh", programs, folder, module(t, "sigs.k8s.io/jobset"), module(t, "sigs.k8s.io/kwok"))
	t.Cleanup(func() { end(t, filepath.Join(folder, "pids")) })
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("control-plane.sh: %v\n%s", err, out)
	}
	return cluster{filepath.Join(folder, "kubeconfig")}
}

// module returns the folder of a module that the lab is built from.
func module(t *testing.T, path string) string {
	t.Helper()
	cmd := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", path)
	cmd.Dir, cmd.Env = "../../../shared/lab", append(os.Environ(), "GOFLAGS=-mod=mod")
	out, err := cmd.Output()
	if err != nil {
		lab.Missing(t, "gang", fmt.Sprintf("the module %s: %v", path, err))
	}
	return strings.TrimSpace(string(out))
}

// end ends the processes of a cluster, the last one first, and waits until they are gone.
func end(t *testing.T, pids string) {
	text, err := os.ReadFile(pids)
	if err != nil {
		t.Error(err)
	}
	ids := strings.Fields(string(text))
	for at := len(ids) - 1; at >= 0; at-- {
		pid, err := strconv.Atoi(ids[at])
		if err != nil {
			t.Fatal(err)
		}
		_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended already
	}
	for _, id := range ids { // their files are deleted next
		lab.Until(t, "the end of process "+id, time.Minute, func() bool {
			line, _ := os.ReadFile("/proc/" + id + "/cmdline") // a zombie has none
			return len(line) == 0
		})
	}
}

func (c cluster) kubectl(t *testing.T, input string, args ...string) string {
	t.Helper()
	cmd := exec.Command("kubectl", append([]string{"--kubeconfig", c.kubeconfig}, args...)...)
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("kubectl %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// pods returns the pods that have not ended, by set.
func (c cluster) pods(t *testing.T) map[string][]corev1.Pod {
	t.Helper()
	var list corev1.PodList
	if err := json.Unmarshal([]byte(c.kubectl(t, "", "get", "pods", "-o", "json")), &list); err != nil {
		t.Fatal(err)
	}
	sets := map[string][]corev1.Pod{}
	for _, pod := range list.Items {
		if pod.DeletionTimestamp == nil && pod.Status.Phase != corev1.PodSucceeded && pod.Status.Phase != corev1.PodFailed {
			name := pod.Labels["app.kubernetes.io/name"]
			sets[name] = append(sets[name], pod)
		}
	}
	return sets
}

// running returns how many of some pods run.
func running(pods []corev1.Pod) (count int) {
	for _, pod := range pods {
		if pod.Status.Phase == corev1.PodRunning {
			count++
		}
	}
	return count
}

// finish gives pods an end. A pod that is gone has ended.
func (c cluster) finish(t *testing.T, phase corev1.PodPhase, pods ...corev1.Pod) {
	t.Helper()
	for _, pod := range pods {
		patch := fmt.Sprintf(`{"status": {"phase": %q}}`, phase)
		cmd := exec.Command("kubectl", "--kubeconfig", c.kubeconfig, "patch", "pod", pod.Name, "--subresource=status", "-p", patch)
		if out, err := cmd.CombinedOutput(); err != nil && !strings.Contains(string(out), "(NotFound)") {
			t.Fatalf("the end of pod %s: %v\n%s", pod.Name, err, out)
		}
	}
}

// endEvicted ends pods that the scheduler has evicted, as their node would.
func (c cluster) endEvicted(t *testing.T) {
	t.Helper()
	var list corev1.PodList
	if err := json.Unmarshal([]byte(c.kubectl(t, "", "get", "pods", "-o", "json")), &list); err != nil {
		t.Fatal(err)
	}
	for _, pod := range list.Items {
		if pod.DeletionTimestamp != nil && pod.Status.Phase == corev1.PodRunning {
			c.finish(t, corev1.PodFailed, pod)
		}
	}
}

// until waits until a condition holds, for a minute.
func (c cluster) until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !holds(); time.Sleep(300 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within a minute\n%s", what, c.kubectl(t, "", "get", "podgroups,pods", "-o", "wide"))
		}
	}
}

// remove deletes the objects of manifests. Nothing of a gang stays.
func (c cluster) remove(t *testing.T, manifests string) {
	t.Helper()
	c.kubectl(t, manifests, "delete", "--ignore-not-found", "--wait=false", "-f", "-")
	c.until(t, "nothing is left", func() bool {
		return strings.TrimSpace(c.kubectl(t, "", "get", "pods,podgroups,jobsets", "-o", "name")) == ""
	})
}
