//go:build e2e

package nodes

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// The two nodes. Only the second is ever harmed.
const (
	first  = "lab-node"
	second = "lab-node-2"
	link   = "labv2" // of the second node
)

// script adds the second node to the lab, and takes it out again. It is kept beside the checkout.
const script = "../../../shared/lab/node.sh"

// needSecondNode starts the second node and takes it away after the test, or skips the test. A taint keeps the pods of others off
// this node.
func needSecondNode(t *testing.T, l *lab.Lab) {
	t.Helper()
	path, err := filepath.Abs(script)
	if _, missing := os.Stat(path); err != nil || missing != nil {
		lab.Missing(t, "nodes", "there is no "+script+", which adds a second node to the lab")
	}
	if nodes := l.Must(t, "", "get", "nodes", "-o", "name"); !strings.Contains(nodes, "node/"+first+"\n") || os.Getuid() != 0 {
		lab.Missing(t, "nodes", "the cluster is not the lab beside the checkout, or the user is not root")
	}
	t.Cleanup(func() {
		_ = exec.Command("ip", "link", "set", link, "up").Run() // or its pods could not end
		runScript(t, path, "--stop", second)
	})
	awaitNoNetworks()
	join(t, l)
}

// join starts the second node, or starts again what of it does not run.
func join(t *testing.T, l *lab.Lab) {
	t.Helper()
	// A kubelet takes a node object as it is, with its taint, so that no pod of others gets there in the first second.
	const object = "apiVersion: v1\nkind: Node\nmetadata: {name: " + second + "}\nspec: {taints: [{key: latchkey.dev/e2e, effect: NoSchedule}]}\n"
	if _, err := l.Kubectl("", "get", "node", second); err != nil {
		l.Must(t, object, "create", "-f", "-")
	}
	if t.Failed() {
		t.FailNow()
	}
	path, _ := filepath.Abs(script)
	// A kubelet that is up before its containerd ends at once. The second time containerd is there.
	if err := exec.Command("bash", path, second).Run(); err != nil {
		runScript(t, path, second)
	}
}

// awaitNoNetworks waits for pods that end, because ip-netns(8) mounts over the folder with the networks of the pods when it is first
// used, and pods from before cannot end then.
func awaitNoNetworks() {
	for range 60 {
		mounts, _ := os.ReadFile("/proc/mounts")
		if strings.Contains(string(mounts), " /run/netns ") {
			return
		}
		if networks, _ := filepath.Glob("/run/netns/cni-*"); len(networks) == 0 {
			return
		}
		time.Sleep(time.Second)
	}
}

func runScript(t *testing.T, words ...string) {
	t.Helper()
	if out, err := exec.Command("bash", words...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(words, " "), err, out)
	}
}

// cut takes the network of the second node away.
func cut(t *testing.T) {
	t.Helper()
	if out, err := exec.Command("ip", "link", "set", link, "down").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// repair gives the network back.
func repair(t *testing.T) {
	t.Helper()
	if out, err := exec.Command("ip", "link", "set", link, "up").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// killKubelet ends the kubelet of the second node. Its containers run on.
func killKubelet(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(lab.Dir(), "data", "kubelet-2.pid"))
	pid, wrong := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || wrong != nil {
		t.Fatal(err, wrong)
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	lab.Until(t, "the end of the kubelet", 10*time.Second, func() bool { return syscall.Kill(pid, 0) != nil })
}
