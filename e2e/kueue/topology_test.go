//go:build e2e

package kueue

import (
	"slices"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// topologyObjects are a queue over the fake nodes of ../shared/lab/extras.sh, with their blocks and racks. WHO is the namespace.
const topologyObjects = `apiVersion: kueue.x-k8s.io/v1beta2
kind: Topology
metadata: {name: WHO}
spec: {levels: [{nodeLabel: lab/block}, {nodeLabel: lab/rack}, {nodeLabel: kubernetes.io/hostname}]}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: ResourceFlavor
metadata: {name: WHO-racks}
spec:
  topologyName: WHO
  nodeLabels: {type: kwok}
  tolerations: [{key: kwok.x-k8s.io/node, operator: Exists}]
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: ClusterQueue
metadata: {name: WHO-racks}
spec:
  namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: WHO}}
  resourceGroups:
  - coveredResources: [cpu]
    flavors: [{name: WHO-racks, resources: [{name: cpu, nominalQuota: 1000}]}]
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: LocalQueue
metadata: {name: racks, namespace: WHO}
spec: {clusterQueue: WHO-racks}
`

// racked is a set of which a fake node has room for one pod, and a rack for five. Its key exists, as pods of fake nodes do
// nothing.
const racked = `apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata:
  name: NAME
  namespace: default
  annotations: {latchkey.dev/queue: racks, latchkey.dev/topology: "TOPOLOGY", latchkey.dev/curve-secret: key}
spec:
  size: SIZE
  containers:
  - image: docker.io/library/ubuntu:latest
    command: hostname
    resources: {requests: {cpu: 20}}
`

// TestTopology lets Kueue choose the racks of sets that fit into one rack, and of sets that do not.
func TestTopology(t *testing.T) {
	t.Parallel()
	l := lab.NeedQueue(t, "1")
	if nodes := l.Must(t, "", "get", "nodes", "-l", "type=kwok,lab/rack", "-o", "name"); strings.Count(nodes, "\n") < 20 {
		lab.Missing(t, "kwok", "the cluster has no fake nodes with the label lab/rack")
	}
	objects := strings.ReplaceAll(topologyObjects, "WHO", l.Namespace)
	l.Must(t, objects, "create", "-f", "-")
	t.Cleanup(func() {
		l.Must(t, "", "delete", "jobsets", "--all", "--timeout=60s")
		l.Must(t, objects, "delete", "--ignore-not-found", "--wait=false", "-f", "-")
	})
	for _, row := range []struct {
		name, topology, size string
		pods, racks, blocks  int
	}{
		{"fits", "Require:lab/rack", "5", 5, 1, 1},
		{"prefers", "Prefer:lab/rack", "8", 8, 2, 1},
		{"required", "Require:lab/rack", "8", 0, 0, 0},
	} {
		set := strings.NewReplacer("NAME", row.name, "TOPOLOGY", row.topology, "SIZE", row.size).Replace(racked)
		l.Apply(t, l.RenderText(t, set).Manifest)
		if row.pods == 0 {
			waits(t, l, row.name, "topology")
			continue
		}
		nodes := nodesOf(t, l, row.name, row.pods)
		racks, blocks := labelsOf(t, l, nodes, "lab/rack"), labelsOf(t, l, nodes, "lab/block")
		if len(racks) != row.racks || len(blocks) != row.blocks {
			t.Errorf("%s is in racks %q and blocks %q, want %d and %d", row.name, racks, blocks, row.racks, row.blocks)
		}
		t.Logf("%s: %d pods in %q", row.name, row.pods, racks)
	}
}

// nodesOf waits until all pods of a set have a node, and returns the nodes.
func nodesOf(t *testing.T, l *lab.Lab, name string, pods int) []string {
	t.Helper()
	var nodes []string
	lab.Until(t, "nodes of "+name, lab.PodLimit, func() bool {
		nodes = strings.Fields(l.Must(t, "", "get", "pods", "-l", "jobset.sigs.k8s.io/jobset-name="+name, "-o", "jsonpath={.items[*].spec.nodeName}"))
		return len(nodes) == pods
	})
	return nodes
}

// labelsOf returns the different values of a label of nodes.
func labelsOf(t *testing.T, l *lab.Lab, nodes []string, label string) []string {
	t.Helper()
	escaped := strings.NewReplacer("/", `\/`, ".", `\.`).Replace(label)
	args := append([]string{"get", "nodes", "-o", `jsonpath={range .items[*]}{.metadata.labels.` + escaped + `}{"\n"}{end}`}, nodes...)
	return slices.Compact(slices.Sorted(strings.FieldsSeq(l.Must(t, "", args...))))
}

// waits expects that Kueue does not admit a set, and says why.
func waits(t *testing.T, l *lab.Lab, name, why string) {
	t.Helper()
	var said string
	lab.Until(t, "a message about "+name, lab.PodLimit, func() bool {
		said = condition(t, l, name, "QuotaReserved")
		return strings.Contains(said, why)
	})
	t.Logf("%s waits: %s", name, said)
	if got := state(t, l, name); got != "true" {
		t.Errorf("%s is %q", name, got)
	}
}
