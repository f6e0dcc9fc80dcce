package lab

import (
	"strings"
	"testing"
)

// queueObjects are a LocalQueue called "queue", its ClusterQueue, which covers processor time alone, and two classes of
// priority. WHO is the namespace.
const queueObjects = `apiVersion: kueue.x-k8s.io/v1beta2
kind: ResourceFlavor
metadata: {name: WHO}
spec: {nodeLabels: {kubernetes.io/os: linux}}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: ClusterQueue
metadata: {name: WHO}
spec:
  namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: WHO}}
  preemption: {withinClusterQueue: LowerPriority}
  resourceGroups:
  - coveredResources: [cpu]
    flavors: [{name: WHO, resources: [{name: cpu, nominalQuota: QUOTA}]}]
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: LocalQueue
metadata: {name: queue, namespace: WHO}
spec: {clusterQueue: WHO}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: WorkloadPriorityClass
metadata: {name: WHO-urgent}
value: 1000
`

// NeedQueue returns a lab with a queue of Kueue, or skips the test if no Kueue runs: the cluster may have its CRDs without its
// webhooks, which go with the controller. The namespace has the label latchkey-kueue=yes, for a Kueue that manages only some
// namespaces.
func NeedQueue(t *testing.T, quota string) *Lab {
	t.Helper()
	l := Need(t)
	if out, err := l.Kubectl("", "get", "mutatingwebhookconfiguration/kueue-mutating-webhook-configuration"); err != nil {
		Missing(t, "kueue", strings.TrimSpace(out))
	}
	l.Must(t, "", "label", "namespace", l.Namespace, "latchkey-kueue=yes")
	objects := strings.NewReplacer("WHO", l.Namespace, "QUOTA", quota).Replace(queueObjects)
	l.Must(t, objects, "create", "-f", "-")
	t.Cleanup(func() {
		l.Must(t, "", "delete", "jobsets,jobs", "--all", "--timeout=60s")
		l.Must(t, objects, "delete", "--ignore-not-found", "--wait=false", "-f", "-")
	})
	return l
}

// HoldQueue lets the queue of a lab admit nothing more, or admit again.
func (l *Lab) HoldQueue(t *testing.T, hold bool) {
	t.Helper()
	policy := map[bool]string{true: "Hold", false: "None"}[hold]
	l.Must(t, "", "patch", "clusterqueue", l.Namespace, "--type", "merge", "-p", `{"spec":{"stopPolicy":"`+policy+`"}}`)
}

// Queued turns the set of an example, called hello, into one that waits in the queue, and then runs for some seconds. It
// returns old and new words in turns.
func Queued() []string {
	return []string{
		"  name: hello\n", "  name: hello\n  annotations: {latchkey.dev/queue: queue}\n",
		"command: echo hello world", "command: sleep 10\n    resources: {requests: {cpu: 50m}}",
	}
}

// Runs waits until the first broker of the only set of a lab runs.
func (l *Lab) Runs(t *testing.T) {
	t.Helper()
	Until(t, "a broker that runs", PodLimit, func() bool {
		return l.Must(t, "", "get", "pods", "-l", IndexLabel+"=0", "-o", "jsonpath={.items[*].status.phase}") == "Running"
	})
}
