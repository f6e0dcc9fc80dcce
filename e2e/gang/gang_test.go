//go:build e2e

package gang

import (
	"cmp"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// setOf is a MiniCluster with brokers that need a node each.
const setOf = `apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata: {name: NAME, namespace: default}
spec:
  size: 4
  containers:
  - image: a
    command: hostname
    resources: {requests: {cpu: 600m}}
`

// render returns the objects of sets, with more flags. Their key is in no Secret, and fake nodes do not mount it.
func render(t *testing.T, sets []string, flags ...string) string {
	t.Helper()
	var all []string
	for _, set := range sets {
		path := filepath.Join(t.TempDir(), set+".yaml")
		lab.WriteFile(t, path, strings.Replace(setOf, "NAME", set, 1))
		made := lab.Render(t, path, append([]string{"--curve-secret", "key"}, flags...)...)
		if !made.OK {
			t.Fatal(made.Problems)
		}
		all = append(all, string(made.Manifest))
	}
	return strings.Join(all, "---\n")
}

// run plays the applications of sets: a set ends when all its pods run. It tells whether all sets ended, or waited for each other.
func (c cluster) run(t *testing.T, sets int) bool {
	t.Helper()
	ended := map[string]bool{}
	changed, before := time.Now(), map[string]int{}
	for len(ended) < sets {
		state := map[string]int{}
		for name, pods := range c.pods(t) {
			up := running(pods)
			if up == 4 {
				c.finish(t, corev1.PodSucceeded, pods...)
				ended[name] = true
			}
			state[name] = up
		}
		if !maps.Equal(state, before) {
			changed, before = time.Now(), state
		}
		if time.Since(changed) > time.Minute {
			return false
		}
		time.Sleep(300 * time.Millisecond)
	}
	return true
}

var nodes = []string{"node-0", "node-1", "node-2", "node-3", "node-4", "node-5"}

// TestGang runs two sets of four on six nodes, which become free when all pods are there. Without a gang the sets wait for each other
// in about half of the rounds, so rounds go on until they do. LATCHKEY_GANG_ROUNDS is a number of rounds in place of that.
func TestGang(t *testing.T) {
	c := start(t)
	exactly, _ := strconv.Atoi(os.Getenv("LATCHKEY_GANG_ROUNDS")) // 0 for none
	for gang, most := range map[string]int{"None": 12, "PodGroup": 2} {
		waited, rounds := 0, cmp.Or(exactly, most)
		for round := range rounds {
			if exactly == 0 && waited > 0 {
				rounds = round
				break
			}
			manifests := render(t, []string{"one", "two"}, "--gang", gang)
			c.kubectl(t, "", append([]string{"cordon"}, nodes...)...)
			c.kubectl(t, manifests, "apply", "-f", "-")
			c.until(t, "all pods wait", func() bool { return len(c.pods(t)["one"])+len(c.pods(t)["two"]) == 8 })
			c.kubectl(t, "", append([]string{"uncordon"}, nodes...)...)
			if !c.run(t, 2) {
				waited++
			}
			c.remove(t, manifests)
		}
		t.Logf("gang %s: the sets waited for each other in %d of %d rounds", gang, waited, rounds)
		if (waited > 0) != (gang == "None") {
			t.Errorf("gang %s: the sets waited for each other in %d of %d rounds", gang, waited, rounds)
		}
	}

	t.Run("no set has a part of its nodes", func(t *testing.T) {
		c.kubectl(t, "", append([]string{"cordon"}, nodes[:3]...)...)
		manifests := render(t, []string{"one"}, "--gang", "PodGroup")
		t.Cleanup(func() { c.remove(t, manifests) })
		c.kubectl(t, manifests, "apply", "-f", "-")
		c.until(t, "the group waits", func() bool {
			return strings.Contains(c.kubectl(t, "", "get", "podgroup", "one", "-o", "jsonpath={.status.conditions}"), "Unschedulable")
		})
		if up := running(c.pods(t)["one"]); up != 0 {
			t.Errorf("%d pods run", up)
		}
		if out, _ := exec.Command(lab.Binary, "status", "one", "--kubeconfig", c.kubeconfig).CombinedOutput(); !strings.Contains(string(out), "nodes for all pods of the PodGroup one at once") {
			t.Errorf("status says:\n%s", out)
		}
		c.kubectl(t, "", append([]string{"uncordon"}, nodes[:3]...)...)
		c.until(t, "all pods run", func() bool { return running(c.pods(t)["one"]) == 4 })
		if out := c.kubectl(t, manifests, "apply", "-f", "-"); strings.Contains(out, "configured") || strings.Contains(out, "created") {
			t.Errorf("a second apply changes something:\n%s", out)
		}
		c.kubectl(t, manifests, "delete", "--wait=false", "-f", "-")
		c.until(t, "applied again at once", func() bool {
			cmd := exec.Command("kubectl", "--kubeconfig", c.kubeconfig, "apply", "-f", "-")
			cmd.Stdin = strings.NewReader(manifests)
			return cmd.Run() == nil && running(c.pods(t)["one"]) == 4
		})
	})

	t.Run("a set without its PodGroup", func(t *testing.T) {
		manifests := render(t, []string{"one"}, "--gang", "PodGroup")
		t.Cleanup(func() { c.remove(t, manifests) })
		others := slices.DeleteFunc(strings.Split(manifests, "---\n"), func(object string) bool { return strings.Contains(object, "kind: PodGroup\n") })
		c.kubectl(t, strings.Join(others, "---\n"), "apply", "-f", "-")
		c.until(t, "status says so", func() bool {
			out, _ := exec.Command(lab.Binary, "status", "one", "--kubeconfig", c.kubeconfig).CombinedOutput()
			return strings.Contains(string(out), "waits for    the PodGroup one or some of its pods, which are not there (4 pods")
		})
		c.kubectl(t, manifests, "apply", "-f", "-")
		c.until(t, "all pods run", func() bool { return running(c.pods(t)["one"]) == 4 })
	})

	t.Run("a set that restarts", func(t *testing.T) {
		manifests := render(t, []string{"one"}, "--gang", "PodGroup", "--max-restarts", "1")
		t.Cleanup(func() { c.remove(t, manifests) })
		c.kubectl(t, manifests, "apply", "-f", "-")
		c.until(t, "all pods run", func() bool { return running(c.pods(t)["one"]) == 4 })
		first := c.pods(t)["one"]
		c.finish(t, corev1.PodFailed, first[0])
		c.until(t, "all pods run again", func() bool {
			now := c.pods(t)["one"]
			return running(now) == 4 && now[0].UID != first[0].UID && now[3].UID != first[3].UID
		})
	})

	t.Run("one rack", func(t *testing.T) {
		manifests := render(t, []string{"one"}, "--gang", "PodGroup", "--placement", "lab/rack")
		t.Cleanup(func() { c.remove(t, manifests) })
		c.kubectl(t, manifests, "apply", "-f", "-")
		c.until(t, "all pods run", func() bool { return running(c.pods(t)["one"]) == 4 })
		for _, pod := range c.pods(t)["one"] {
			if pod.Spec.NodeName > "node-3" {
				t.Errorf("%s is on %s, in the other rack", pod.Name, pod.Spec.NodeName)
			}
		}
	})

	t.Run("a gang that gives way", func(t *testing.T) {
		c.kubectl(t, "", "create", "priorityclass", "urgent", "--value=1000")
		low := render(t, []string{"one"}, "--gang", "PodGroup", "--max-restarts", "3")
		urgent := strings.ReplaceAll(render(t, []string{"two"}, "--gang", "PodGroup"), "schedulingGroup:\n", "priorityClassName: urgent\n            schedulingGroup:\n")
		t.Cleanup(func() { c.remove(t, low+"---\n"+urgent) })
		c.kubectl(t, low, "apply", "-f", "-")
		c.until(t, "all pods run", func() bool { return running(c.pods(t)["one"]) == 4 })
		c.kubectl(t, urgent, "apply", "-f", "-")
		c.until(t, "all pods of the urgent set run", func() bool {
			c.endEvicted(t)
			return running(c.pods(t)["two"]) == 4
		})
		c.until(t, "the other set waits as a whole", func() bool {
			c.endEvicted(t)
			return len(c.pods(t)["one"]) == 4 && running(c.pods(t)["one"]) == 0
		})
		c.finish(t, corev1.PodSucceeded, c.pods(t)["two"]...)
		c.until(t, "the other set runs again", func() bool { return running(c.pods(t)["one"]) == 4 })
	})

	t.Run("another size", func(t *testing.T) {
		size := func(size string) string {
			path := filepath.Join(t.TempDir(), "one.yaml")
			lab.WriteFile(t, path, strings.NewReplacer("NAME", "one", "size: 4", "size: "+size+"\n  minSize: 2\n  maxSize: 6").Replace(setOf))
			made := lab.Render(t, path, "--curve-secret", "key", "--gang", "PodGroup", "--workload", "Job")
			if !made.OK || !strings.Contains(made.Problems, "the size cannot change while pods run") {
				t.Fatal(made.Problems)
			}
			return string(made.Manifest)
		}
		t.Cleanup(func() { c.remove(t, size("3")) })
		c.kubectl(t, size("3"), "apply", "-f", "-")
		c.until(t, "3 pods run", func() bool { return running(c.pods(t)["one"]) == 3 })
		cmd := exec.Command("kubectl", "--kubeconfig", c.kubeconfig, "apply", "-f", "-")
		cmd.Stdin = strings.NewReader(size("4"))
		if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "cannot change parallelism") {
			t.Errorf("the warning is out of date: %v\n%s", err, out)
		}
	})
}
