//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestOverlay builds an overlay with all that kustomize can do to a set, from its source on, and runs what comes out.
func TestOverlay(t *testing.T) {
	tool(t, "kustomize")
	r := newRun(t, runCase{name: "overlay", edit: overlay, says: []string{"patched from run-overlay-test-m-0-", "patched from run-overlay-test-m-0-"}})
	r.input = filepath.Join("testdata", "overlay", "minicluster.yaml")
	r.start(t)
	if r.object != "run-overlay-test" {
		t.Errorf("the JobSet is called %s", r.object)
	}
	r.waitForEnd(t)
	r.check(t)
	watched(t, r)
	for _, pod := range r.seen() {
		if pod.Labels["team"] != "hpc" {
			t.Errorf("pod %s has the labels %q", pod.Name, pod.Labels)
		}
	}
	selector := r.must(t, "", "get", "service", "run-overlay-test", "-o", "jsonpath={.spec.selector}")
	holds(t, selector, `"team":"hpc"`, `"latchkey.dev/network":"run-overlay-test"`)
}

// overlay puts the base, the overlay and the component into folders of their own, and Latchkey into the base.
func overlay(t *testing.T, r *setRun) {
	root := t.TempDir()
	for from, to := range map[string]string{
		"testdata/overlay/kustomization.yaml": "overlay/kustomization.yaml",
		"testdata/overlay/minicluster.yaml":   "base/minicluster.yaml",
		"../functionconfig.yaml":              "base/functionconfig.yaml",
		"../kustomize/kustomization.yaml":     "component/kustomization.yaml",
		"../kustomize/configuration.yaml":     "component/configuration.yaml",
	} {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(root, to), strings.ReplaceAll(string(text), "NAMESPACE", r.namespace))
	}
	writeFile(t, filepath.Join(root, "base/kustomization.yaml"),
		"resources: [minicluster.yaml]\ntransformers: [functionconfig.yaml]\ncomponents: [../component]\n")
	r.set.manifest = []byte(kustomize(t, filepath.Join(root, "overlay")))
}

// changed is a set whose command is said by each test.
const changed = `apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata:
  name: hello
  namespace: default
  annotations:
    latchkey.dev/on-change: HOW
spec:
  size: 2
  tasks: 2
  containers:
  - image: docker.io/library/ubuntu:latest
    command: echo COMMAND
`

// changedSet renders the set with a command.
func changedSet(t *testing.T, l *lab, how, command string) set {
	t.Helper()
	path := filepath.Join(t.TempDir(), "changed.yaml")
	writeFile(t, path, strings.NewReplacer("HOW", how, "COMMAND", command).Replace(changed))
	s := renderIn(t, input{"hello", path}, l.namespace)
	if t.Failed() {
		t.FailNow()
	}
	return s
}

// jobSet is the name of a set's JobSet.
func (s set) jobSet(t *testing.T) string {
	t.Helper()
	for _, o := range s.objects(t) {
		if o.Kind == "JobSet" {
			return o.Metadata.Name
		}
	}
	t.Fatal("the set has no JobSet")
	return ""
}

// changingDoc is what users read about changed sets.
const changingDoc = "../docs/changing-a-set.md"

// TestChangeFails applies a changed set as it is by default: kubectl refuses it, in the words that the document shows.
func TestChangeFails(t *testing.T) {
	doc, err := os.ReadFile(changingDoc)
	if err != nil {
		t.Fatal(err)
	}
	l := need(t)
	l.must(t, "", "create", "quota", "no-pods", "--hard=pods=0")
	l.apply(t, changedSet(t, l, "Fail", "one").manifest)
	other := changedSet(t, l, "Fail", "two")
	const refused = `"hello" is invalid: spec.replicatedJobs: Invalid value: [{"name":"keygen",`
	resized := strings.Replace(string(changedSet(t, l, "Fail", "one").manifest), "parallelism: 2\n", "parallelism: 1\n", 1)
	for _, changed := range []string{string(other.manifest), resized} {
		said, err := l.kubectl(changed, "apply", "-f", "-")
		if err == nil {
			t.Errorf("kubectl applies a changed set:\n%s", said)
		}
		holds(t, said, refused, "field is immutable")
	}
	holds(t, string(doc), refused, "field is immutable")

	// What the document says to do.
	l.must(t, "", "delete", "jobset/hello", "--wait")
	l.apply(t, other.manifest)
}

var prune = regexp.MustCompile(`(?m)^ *(--prune.*?) *\\?$`)

// pruneFlags are the flags by which the document prunes.
func pruneFlags(t *testing.T) []string {
	t.Helper()
	doc, err := os.ReadFile(changingDoc)
	if err != nil {
		t.Fatal(err)
	}
	var flags []string
	for _, match := range prune.FindAllStringSubmatch(string(doc), -1) {
		flags = append(flags, strings.Fields(match[1])...)
	}
	if len(flags) < 3 {
		t.Fatalf("%s shows the flags %q", changingDoc, flags)
	}
	return append([]string{"--selector", "app.kubernetes.io/managed-by=latchkey"}, flags...)
}

// TestRename applies a set, and then with another command: it runs again, and kubectl prunes what the first run was.
func TestRename(t *testing.T) {
	flags := pruneFlags(t)
	l := need(t)
	l.needFlux(t)
	slots <- struct{}{}
	t.Cleanup(func() { <-slots })

	first := changedSet(t, l, "Rename", "one")
	l.apply(t, first.manifest, flags...)
	l.waitFor(t, first.jobSet(t), runLimit)
	holds(t, l.logs(t, l.lead(t, first.jobSet(t)), "hello"), "one\n")
	const keys = `jsonpath={.data}`
	key := l.must(t, "", "get", "secret", "hello-curve", "-o", keys)

	unchanged(t, first, l.apply(t, first.manifest, flags...))

	second := changedSet(t, l, "Rename", "two")
	said := l.apply(t, second.manifest, flags...)
	holds(t, said, "jobset.jobset.x-k8s.io/"+first.jobSet(t)+" pruned\n", "configmap/hello-entrypoint-")
	if n := strings.Count(said, " pruned\n"); n != 2 {
		t.Errorf("%d objects pruned, want the JobSet and the ConfigMap:\n%s", n, said)
	}
	l.waitFor(t, second.jobSet(t), runLimit)
	holds(t, l.logs(t, l.lead(t, second.jobSet(t)), "hello"), "two\n")
	if again := l.must(t, "", "get", "secret", "hello-curve", "-o", keys); again != key || key == "" {
		t.Error("the key in the Secret has changed")
	}
	until(t, "the end of the first set", time.Minute, func() bool {
		left := l.must(t, "", "get", "jobsets,jobs,pods,configmaps", "-o", "name")
		return !strings.Contains(left, first.jobSet(t)) && strings.Count(left, "configmap/hello-entrypoint-") == 1
	})
}
