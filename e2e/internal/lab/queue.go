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

// NeedQueue returns a lab with a queue of Kueue, or skips the test if the cluster has no Kueue. The namespace has the label
// latchkey-kueue=yes, for a Kueue that manages only some namespaces.
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
