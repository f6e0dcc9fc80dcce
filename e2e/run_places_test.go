//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
)

// podCases are about the pods that the brokers live in.
var podCases = []runCase{
	{name: "user-1000", says: []string{"I am 1000 in /home/flux-operator\n", "I am 1000"}},
	{name: "pod-user-1000", says: []string{"I am 1000:1000 2000\n"}},
	{name: "size-1", says: []string{"alone\n"}, after: func(t *testing.T, r *setRun) {
		if pods := r.seen(); len(pods) != 1 {
			t.Errorf("%d pods for one broker", len(pods))
		}
	}},
	{name: "restricted", says: []string{"restricted 1000\n"}, before: func(t *testing.T, r *setRun) {
		r.must(t, "", "label", "namespace", r.namespace, "pod-security.kubernetes.io/enforce=restricted")
	}},
	{name: "cores", says: []string{"\n2 nodes with 2 cores\n"}},
	{name: "topology", says: []string{"parent of 1 is 0\n", "parent of 2 is 0\n", "parent of 3 is 1\n"}},
	{name: "min-size", says: []string{"\n2 of three\n"}, after: func(t *testing.T, r *setRun) {
		if log := r.runner(2); strings.Contains(log, "quorum->run") {
			t.Errorf("the third broker was up in time, so this has shown nothing:\n%s", log)
		}
	}},
	{name: "as-job", says: []string{"from a job\n", "from a job\n"}},
	{name: "no-view", says: []string{"flux is /opt/view/bin/flux\n"}},
	{name: "renamed", edit: rename, says: []string{"renamed on run-renamed-m-0-"}},
}

// rename lets kustomize rename the rendered set.
func rename(t *testing.T, r *setRun) {
	root := t.TempDir()
	component, err := filepath.Abs(filepath.Join("..", "kustomize"))
	if err == nil {
		component, err = filepath.Rel(filepath.Join(root, "base"), component)
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"base/rendered.yaml":         string(r.set.manifest),
		"base/kustomization.yaml":    "resources: [rendered.yaml]\ncomponents: [" + component + "]\n",
		"overlay/kustomization.yaml": "resources: [../base]\nnamePrefix: run-\nnamespace: " + r.namespace + "\n",
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r.set.manifest = []byte(kustomize(t, filepath.Join(root, "overlay")))
}

// sidecarCases are about what runs beside the brokers.
var sidecarCases = []runCase{
	{name: "services", says: []string{"a greeting from the service\n"}, after: servicesGone},
	{name: "sidecar", says: []string{"\n/mnt/flux/watched\n"}, after: watched},
	{name: "sidecar-container", says: []string{"\n/mnt/flux/watched\n"}, after: watched},
}

// servicesGone expects that the services pod has ended with the set.
func servicesGone(t *testing.T, r *setRun) {
	until(t, "the end of the services pod", time.Minute, func() bool {
		return r.must(t, "", "get", "pods", "-l", "app.kubernetes.io/component=services", "-o", "name", "--ignore-not-found") == ""
	})
}

// watched expects that the sidecars waited for their brokers and then talked to them.
func watched(t *testing.T, r *setRun) {
	for rank := range 2 {
		pod, _ := r.broker(rank)
		inOrder(t, r.said(pod.Name, "watcher"), "waiting for the broker's socket\n", "the broker has size 2\n")
	}
}

// stateCases are about what outlives a set.
var stateCases = []runCase{
	{name: "archive-save", edit: onHost, says: []string{"noted\n"}, after: func(t *testing.T, r *setRun) {
		next := newRun(t, runCase{name: "archive-restore", says: []string{"\nkept\n"}})
		next.edit = func(*testing.T, *setRun) { next.set.manifest = atFolder(next.set.manifest, r.folder) }
		next.start(t)
		next.waitForEnd(t)
		next.check(t)
	}},
}

// onHost gives the set a folder of the node, which has to be this machine.
func onHost(t *testing.T, r *setRun) {
	needNode(t, r.lab)
	r.folder = t.TempDir()
	r.set.manifest = atFolder(r.set.manifest, r.folder)
}

func atFolder(manifest []byte, folder string) []byte {
	return []byte(strings.ReplaceAll(string(manifest), "/HOSTFOLDER", folder))
}

// needNode skips the test unless the nodes' containers are processes of this machine, as in a one-node lab.
func needNode(t *testing.T, l *lab) {
	t.Helper()
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id") // without it nothing matches
	const template = `{range .items[*]}{.status.nodeInfo.bootID}{"\n"}{end}`
	for id := range strings.Lines(l.must(t, "", "get", "nodes", "-o", "jsonpath="+template)) {
		if id != string(boot) {
			missing(t, "node", "a node of the cluster is not this machine, "+host)
		}
	}
}

// brokers returns the pods of the brokers in the order in which they appeared.
func (r *record) brokers() []corev1.Pod {
	var all []corev1.Pod
	for _, pod := range r.seen() {
		if pod.Labels[indexLabel] != "" {
			all = append(all, pod)
		}
	}
	return all
}
