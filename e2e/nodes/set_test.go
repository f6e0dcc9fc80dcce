//go:build e2e

package nodes

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// limit bounds every wait.
const limit = 4 * time.Minute

// restart is the annotation of sets that start again after a disruption.
const restart = ", latchkey.dev/on-disruption: Restart"

// cluster is a MiniCluster with a broker on each node. Its application ends when both pods have a file /tmp/go.
func cluster(name, annotations string) string {
	return `---
apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata:
  name: ` + name + `
  namespace: default
  annotations: {latchkey.dev/spread: Require` + annotations + `}
spec:
  size: 2
  tasks: 2
  pod:
    tolerations: [{key: latchkey.dev/e2e, operator: Exists}]
  containers:
  - image: docker.io/library/ubuntu:latest
    command: sh -c 'echo begun on $(hostname); until [ -e /tmp/go ]; do sleep 1; done; echo done on $(hostname)'
    resources: {requests: {cpu: 20m}}
`
}

// alone is a MiniCluster of one broker on the second node. Its pod tolerates that the node is lost.
var alone = strings.NewReplacer("size: 2\n  tasks: 2", "size: 1", "{key: latchkey.dev/e2e, operator: Exists}", "{operator: Exists}",
	"pod:", "pod:\n    nodeSelector: {kubernetes.io/hostname: "+second+"}").Replace(cluster("alone", restart))

// launched is a MetricSet with its launcher on the first node and a worker on the second. The launcher fails if the worker does not
// answer any more.
const launched = `---
apiVersion: flux-framework.org/v1alpha2
kind: MetricSet
metadata:
  name: launched
  namespace: default
  annotations: {latchkey.dev/on-disruption: Restart}
spec:
  pods: 2
  metrics:
  - name: app-custom
    image: ghcr.io/converged-computing/metric-lammps:latest
    options:
      command: while timeout 10 ssh "$(tail -n 1 hostlist.txt)" true; do sleep 2; done; exit 3
      workdir: /tmp
    resources: {requests: {cpu: 20m}}
`

// startOthers starts the sets alone and launched. A MetricSet has no field that chooses a node for the launcher alone.
func startOthers(t *testing.T, l *lab.Lab) {
	t.Helper()
	l.Apply(t, l.RenderText(t, alone).Manifest)
	const tolerations = "\n            tolerations:\n"
	on := func(node string) string {
		return "\n            nodeSelector: {kubernetes.io/hostname: " + node + "}" + tolerations + "            - {key: latchkey.dev/e2e, operator: Exists}\n"
	}
	parts := strings.Split(string(l.RenderText(t, launched).Manifest), tolerations)
	l.Apply(t, []byte(parts[0]+on(first)+parts[1]+on(second)+parts[2]))
	for _, set := range []string{"alone", "launched"} {
		untilStatus(t, l, set, "application  running")
	}
}

// holder is a pod that keeps the brokers of a set off a node.
func holder(set, node string) string {
	return `---
apiVersion: v1
kind: Pod
metadata:
  name: hold-` + set + `
  labels: {app.kubernetes.io/component: broker, latchkey.dev/network: ` + set + `, e2e: holder}
spec:
  nodeName: ` + node + `
  terminationGracePeriodSeconds: 0
  tolerations: [{operator: Exists}]
  containers: [{name: hold, image: docker.io/library/busybox:latest, imagePullPolicy: IfNotPresent, command: [sleep, "600"]}]
`
}

// start starts sets, and puts the lead of each on the node that leads names. It waits until all applications run on both nodes.
func start(t *testing.T, l *lab.Lab, sets string, leads map[string]string) {
	t.Helper()
	var holders strings.Builder
	for set, node := range leads {
		other := first
		if node == first {
			other = second
		}
		holders.WriteString(holder(set, other))
	}
	l.Apply(t, []byte(holders.String()))
	l.Must(t, "", "wait", "pod", "--for=condition=PodScheduled", "-l", "e2e=holder", "--timeout=60s")
	l.Apply(t, l.RenderText(t, sets).Manifest)
	for set, node := range leads {
		lab.Until(t, "the lead of "+set+" on "+node, limit, func() bool { return nodeOf(t, l, set, "0") == node })
	}
	l.Must(t, "", "delete", "pod", "-l", "e2e=holder")
	for set := range leads {
		lab.Until(t, "the application of "+set+" on both nodes", limit, func() bool {
			return strings.Count(latchkey(l, "logs", set, insecure), "\nbegun on ") == 2
		})
	}
}

// insecure is for the lab, where kubelets sign their certificates themselves.
const insecure = "--insecure-skip-tls-verify-backend"

func brokers(set string) string {
	return "jobset.sigs.k8s.io/replicatedjob-name=m,jobset.sigs.k8s.io/jobset-name=" + set
}

// nodeOf returns the node of a broker, or "".
func nodeOf(t *testing.T, l *lab.Lab, set, rank string) string {
	t.Helper()
	return l.Must(t, "", "get", "pods", "-l", brokers(set)+","+lab.IndexLabel+"="+rank, "-o", "jsonpath={.items[*].spec.nodeName}")
}

// latchkey runs the program in the namespace of the lab and returns what it prints.
func latchkey(l *lab.Lab, args ...string) string {
	cmd := exec.Command(lab.Binary, args...)
	cmd.Env = append(cmd.Environ(), "KUBECONFIG="+l.Kubeconfig())
	out, _ := cmd.CombinedOutput() // the output and the states of the sets tell whether it did
	return string(out)
}

// untilStatus waits until the status of a set holds all strings.
func untilStatus(t *testing.T, l *lab.Lab, set string, texts ...string) {
	t.Helper()
	began := time.Now()
	for {
		said := latchkey(l, "status", set)
		lacks := func(text string) bool { return !strings.Contains(said, text) }
		if !slices.ContainsFunc(texts, lacks) {
			t.Logf("after %.0f s:\n%s", time.Since(began).Seconds(), said)
			return
		}
		if time.Since(began) > limit {
			t.Fatalf("the status of %s does not say %q, but\n%s", set, texts, said)
		}
		time.Sleep(time.Second)
	}
}

// finish lets the applications of sets end, and wants the sets to complete.
func finish(t *testing.T, l *lab.Lab, sets ...string) {
	t.Helper()
	for _, set := range sets {
		lab.Until(t, "the end of "+set, limit, func() bool {
			for pod := range strings.FieldsSeq(l.Must(t, "", "get", "pods", "-l", brokers(set), "-o", "name")) {
				_, _ = l.Kubectl("", "exec", pod, "-c", set, "--", "touch", "/tmp/go") // a pod that has not begun gets it in the next round
			}
			state := l.Must(t, "", "get", "jobset", set, "-o", "jsonpath={.status.terminalState}")
			if state == "Failed" {
				t.Fatalf("%s has failed:\n%s", set, latchkey(l, "status", set))
			}
			return state == "Completed"
		})
	}
}
