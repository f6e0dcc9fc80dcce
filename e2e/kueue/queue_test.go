//go:build e2e

package kueue

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// queued is a set of two brokers that request 200m together, and 10m for the key.
const queued = `apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata:
  name: NAME
  namespace: default
  annotations: {latchkey.dev/queue: queue}
spec:
  size: 2
  containers:
  - image: docker.io/library/ubuntu:latest
    launcher: true
    command: |
      echo begin
      sleep SECONDS
      echo end
    resources: {requests: {cpu: 100m}}
`

func set(name, seconds string) string {
	return strings.NewReplacer("NAME", name, "SECONDS", seconds).Replace(queued)
}

// state returns whether a set waits, runs or has ended, and how: "true", "false", "false Completed". A set that has ended may
// be suspended or not.
func state(t *testing.T, l *lab.Lab, name string) string {
	t.Helper()
	return strings.TrimSpace(l.Must(t, "", "get", "jobset", name, "-o", "jsonpath={.spec.suspend} {.status.terminalState}"))
}

func running(t *testing.T, l *lab.Lab, name string) {
	t.Helper()
	lab.Until(t, "the lead of "+name, lab.PodLimit, func() bool {
		said, _ := l.Kubectl("", "logs", "--insecure-skip-tls-verify-backend", "-l", "jobset.sigs.k8s.io/jobset-name="+name+","+lab.IndexLabel+"=0", "-c", name)
		return strings.Contains(said, "begin\n")
	})
}

// TestQueue gives two sets to a queue that has room for one, and applies both again and again: while they wait, while they
// run, and when they have ended.
func TestQueue(t *testing.T) {
	t.Parallel()
	l := lab.NeedQueue(t, "300m")
	l.NeedFlux(t)
	lab.TakeSlot(t)
	first, second := l.RenderText(t, set("first", "25")), l.RenderText(t, set("second", "1"))
	l.Apply(t, first.Manifest)
	running(t, l, "first")
	l.Apply(t, second.Manifest)
	lab.Unchanged(t, second, l.Apply(t, second.Manifest))
	l.Apply(t, second.Manifest, "--server-side")
	if got := state(t, l, "second"); got != "true" {
		t.Errorf("the second set, which does not fit, is %q", got)
	}

	// While it runs, kubectl apply must be server-side.
	said, err := l.Kubectl(string(first.Manifest), "apply", "-f", "-")
	if err == nil || !strings.Contains(said, "field is immutable") {
		t.Errorf("client-side apply of an admitted set: %v\n%s", err, said)
	}
	before := generation(t, l, "first")
	for range 2 {
		l.Apply(t, first.Manifest, "--server-side")
	}
	if after := generation(t, l, "first"); after != before || !strings.HasPrefix(state(t, l, "first"), "false") {
		t.Errorf("generation %s, and %s after server-side apply; it is %q", before, after, state(t, l, "first"))
	}
	l.WaitFor(t, "first", lab.RunLimit)
	l.WaitFor(t, "second", lab.RunLimit)
	for _, s := range []lab.Set{first, second} {
		l.Apply(t, s.Manifest, "--server-side")
		l.Apply(t, s.Manifest, "--server-side")
	}
	time.Sleep(2 * time.Second)
	for _, name := range []string{"first", "second"} {
		if got := state(t, l, name); !strings.HasSuffix(got, "Completed") {
			t.Errorf("%s is %q after it was applied again", name, got)
		}
	}
}

func generation(t *testing.T, l *lab.Lab, name string) string {
	t.Helper()
	return l.Must(t, "", "get", "jobset", name, "-o", "jsonpath={.metadata.generation}")
}

// TestPreemption lets an urgent set take the place of another one. That one then runs again, with its key.
func TestPreemption(t *testing.T) {
	t.Parallel()
	preempt(t, lab.NeedQueue(t, "300m"), set("patient", "10"))
}

// TestPreemptedGang does the same to a gang.
func TestPreemptedGang(t *testing.T) {
	t.Parallel()
	l := lab.NeedQueue(t, "300m")
	if _, err := l.Kubectl("", "get", "podgroups.v1alpha2.scheduling.k8s.io"); err != nil {
		lab.Missing(t, "gates", "the cluster has no PodGroup of scheduling.k8s.io/v1alpha2")
	}
	preempt(t, l, strings.Replace(set("patient", "10"), "queue: queue", "queue: queue, latchkey.dev/gang: PodGroup", 1))
}

// preempt runs a set called patient, which gives way to another one.
func preempt(t *testing.T, l *lab.Lab, patient string) {
	t.Helper()
	l.NeedFlux(t)
	lab.TakeSlot(t)
	const key = `jsonpath={.data.curve\.cert}`
	l.Apply(t, l.RenderText(t, patient).Manifest)
	running(t, l, "patient")
	made := l.Must(t, "", "get", "secret", "patient-curve", "-o", key)
	urgent := strings.Replace(set("urgent", "1"), "queue: queue", "queue: queue, latchkey.dev/priority: "+l.Namespace+"-urgent", 1)
	l.Apply(t, l.RenderText(t, urgent).Manifest)
	lab.Until(t, "the preemption", lab.PodLimit, func() bool { return state(t, l, "patient") == "true" })
	l.WaitFor(t, "urgent", lab.RunLimit)
	l.WaitFor(t, "patient", lab.RunLimit)
	lab.InOrder(t, l.Logs(t, l.Lead(t, "patient"), "patient"), "begin\n", "end\n")
	if again := l.Must(t, "", "get", "secret", "patient-curve", "-o", key); again != made || made == "" {
		t.Error("the key has changed")
	}
}

// kinds are the other sets that a queue admits: a MiniCluster with an attached MetricSet, a plain Job and a MetricSet.
const kinds = `apiVersion: flux-framework.org/v1alpha2
kind: MetricSet
metadata:
  name: watch
  namespace: default
  annotations: {latchkey.dev/attach-to: watched}
spec:
  metrics:
  - name: perf-sysstat
    options: {rate: 1}
---
apiVersion: flux-framework.org/v1alpha2
kind: MetricSet
metadata:
  name: measure
  namespace: default
  annotations: {latchkey.dev/queue: queue}
spec:
  metrics:
  - name: io-sysstat
    options: {rate: 1, completions: 1}
    resources: {requests: {cpu: 50m}}
---
`

// TestKinds runs the other kinds of sets in one queue.
func TestKinds(t *testing.T) {
	t.Parallel()
	l := lab.NeedQueue(t, "1")
	l.NeedFlux(t)
	lab.TakeSlot(t)
	plain := strings.Replace(set("plain", "1"), "queue: queue", "queue: queue, latchkey.dev/workload: Job", 1)
	l.Apply(t, l.RenderText(t, kinds+set("watched", "3")+"---\n"+plain).Manifest)
	l.WaitFor(t, "watched", lab.RunLimit)
	l.WaitFor(t, "measure", lab.RunLimit)
	l.Must(t, "", "wait", "--for=condition=Complete", "job/plain", "--timeout=180s")
	admitted := l.Must(t, "", "get", "workloads.kueue.x-k8s.io", "-o", "jsonpath={.items[*].status.admission.podSetAssignments[*].flavors.cpu}")
	if n := strings.Count(admitted, l.Namespace); n != 4 { // the key and the brokers of watched, plain, measure
		t.Errorf("%d pod sets got a flavor: %s", n, admitted)
	}
}

// TestKptLiveApply applies a set in a queue by kpt: while it waits, while it runs and after it has ended.
func TestKptLiveApply(t *testing.T) {
	program := lab.Tool(t, "kpt")
	l := lab.NeedQueue(t, "300m")
	l.NeedFlux(t)
	lab.TakeSlot(t)
	work := filepath.Join(t.TempDir(), "package")
	lab.WriteFile(t, filepath.Join(work, "Kptfile"), "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: {name: queued}\npipeline:\n  mutators:\n  - exec: latchkey\n")
	lab.WriteFile(t, filepath.Join(work, "set.yaml"), strings.Replace(set("live", "10"), "namespace: default", "namespace: "+l.Namespace, 1))
	lab.OnPath(t, program, "fn", "render", "--allow-exec", work)
	t.Setenv("KUBECONFIG", l.Kubeconfig())
	lab.OnPath(t, program, "live", "init", work, "--namespace", l.Namespace)
	apply := []string{"live", "apply", work, "--server-side", "--output", "events", "--reconcile-timeout", "0s"}
	l.HoldQueue(t, true)
	lab.OnPath(t, program, apply...)
	lab.OnPath(t, program, apply...)
	if got := state(t, l, "live"); got != "true" {
		t.Errorf("the set that waits is %q after it was applied again", got)
	}
	l.HoldQueue(t, false)
	running(t, l, "live")
	before := generation(t, l, "live")
	lab.OnPath(t, program, apply...)
	if after := generation(t, l, "live"); after != before {
		t.Errorf("generation %s, and then %s", before, after)
	}
	l.WaitFor(t, "live", lab.RunLimit)
	lab.OnPath(t, program, apply...)
	if got := state(t, l, "live"); !strings.HasSuffix(got, "Completed") {
		t.Errorf("the set is %q after it was applied again", got)
	}
}
