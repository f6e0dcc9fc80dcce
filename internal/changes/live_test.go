package changes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/changes"
)

// inWords compares manifests with the objects of a cluster.
func inWords(manifests, cluster []map[string]any) []string {
	var words []string
	for _, change := range changes.Compare(changes.FromCluster(manifests, cluster, "d")) {
		words = append(words, change.String())
	}
	return words
}

const manifest = `
apiVersion: batch/v1
kind: Job
metadata: {name: a, annotations: {latchkey.dev/source: g/K/d/a}}
spec:
  template:
    spec:
      containers:
      - {name: one, resources: {limits: {cpu: 1000m}}, volumeMounts: [{name: v, mountPath: /a}, {name: v, mountPath: /b, subPath: b}]}
`

// TestDefaultsOfTheServer wants no difference for what a server and controllers add.
func TestDefaultsOfTheServer(t *testing.T) {
	t.Parallel()
	live := object(`
apiVersion: batch/v1
kind: Job
metadata: {name: a, namespace: d, uid: u, resourceVersion: "1", annotations: {latchkey.dev/source: g/K/d/a, added: x}, labels: {added: y}}
spec:
  suspend: false
  template:
    metadata: {creationTimestamp: null}
    spec:
      dnsPolicy: ClusterFirst
      containers:
      - {name: injected}
      - {name: one, imagePullPolicy: Always, resources: {limits: {cpu: "1"}}, volumeMounts: [{name: v, mountPath: /a}, {name: v, mountPath: /b, subPath: b}]}
status: {active: 1}
`)
	if got := inWords([]map[string]any{object(manifest)}, []map[string]any{live}); len(got) > 0 {
		t.Errorf("differences: %q", got)
	}
}

// TestReadFromTheServer wants no difference for what a server has added to an object that was saved to a file, and one for
// what the manifest says otherwise.
func TestReadFromTheServer(t *testing.T) {
	t.Parallel()
	const read = `{apiVersion: v1, kind: Pod, metadata: {name: p, uid: u}, spec: {preemptionPolicy: PreemptLowerPriority, priority: 0,
		volumes: [{name: kube-api-access-xztc9, projected: {sources: []}}], tolerations: [{key: node.kubernetes.io/not-ready}],
		containers: [{name: one, args: [a], volumeMounts: [{name: kube-api-access-xztc9, mountPath: /var/run/secrets/kubernetes.io/serviceaccount}]}]}}`
	for args, want := range map[string]string{
		"a": "[]",
		"b": "[Pod/p: changed; a server refuses it, because spec.containers cannot be changed]",
	} {
		manifest := object("{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: one, args: [" + args + "]}]}}")
		found := changes.Compare(changes.FromFiles([]map[string]any{object(read)}, []map[string]any{manifest}))
		if got := fmt.Sprint(found); got != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
	rendered := object(strings.Replace(read, "uid", "generateName", 1))
	if found := changes.Compare(changes.FromFiles([]map[string]any{rendered}, []map[string]any{object("{apiVersion: v1, kind: Pod, metadata: {name: p}}")})); len(found) != 1 {
		t.Errorf("what was rendered and is there no longer: %v", found)
	}
}

// TestRemovedFields wants a field that was applied before and is no longer in the manifest to count.
func TestRemovedFields(t *testing.T) {
	t.Parallel()
	live := object(manifest)
	live["spec"].(map[string]any)["backoffLimitPerIndex"] = 3.0
	live["metadata"].(map[string]any)["annotations"].(map[string]any)["kubectl.kubernetes.io/last-applied-configuration"] = `{"spec":{"backoffLimitPerIndex":3}}`
	want := []string{"Job/a: changed; a server refuses it, because spec.backoffLimitPerIndex cannot be changed"}
	if diff := cmp.Diff(want, inWords([]map[string]any{object(manifest)}, []map[string]any{live})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestLeftInTheCluster wants what an earlier rendering of the same source left, and nothing of other sources.
func TestLeftInTheCluster(t *testing.T) {
	t.Parallel()
	configMap := func(name, source string) map[string]any {
		return object("{apiVersion: v1, kind: ConfigMap, metadata: {name: " + name + ", namespace: d, annotations: {latchkey.dev/source: " + source + "}}, data: {k: " + name + "}}")
	}
	got := inWords(
		[]map[string]any{configMap("a-00000002", "g/K/d/a")},
		[]map[string]any{configMap("a-00000001", "g/K/d/a"), configMap("service", "g/K/d/a"), configMap("other", "g/K/d/other")},
	)
	want := []string{"ConfigMap/d/a-00000002: replaces a-00000001", "ConfigMap/d/service: gone"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestKeptByTheServer wants no difference where a server keeps what was applied in another form, or gives back what the
// manifest leaves out.
func TestKeptByTheServer(t *testing.T) {
	t.Parallel()
	const applied = "annotations: {kubectl.kubernetes.io/last-applied-configuration: '%s'}"
	for manifest, cluster := range map[string]string{
		"{apiVersion: v1, kind: Secret, metadata: {name: a}, type: Opaque, stringData: {k: abc}}":                  "{apiVersion: v1, kind: Secret, metadata: {name: a, namespace: d}, type: Opaque, data: {k: YWJj}}",
		"{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {clusterIP: ''}}":                              "{apiVersion: v1, kind: Service, metadata: {name: a, namespace: d}, spec: {clusterIP: 10.0.0.1, type: ClusterIP}}",
		"{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {tolerations: [{key: x}], securityContext: null}}": "{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: d}, spec: {securityContext: {}, tolerations: [{key: x}, {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 300}]}}",
		"{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {tolerations: [{key: x}, {key: y}]}}":              "{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: d}, spec: {tolerations: [{key: x}, {key: y}, {key: node.kubernetes.io/unreachable, operator: Exists}]}}",
		"{apiVersion: a.b/v1, kind: Foo, metadata: {name: a}}":                                                     "{apiVersion: a.b/v1, kind: Foo, metadata: {name: a, namespace: d, " + fmt.Sprintf(applied, `{"metadata": {"name": "a", "namespace": "d"}}`) + "}}",
	} {
		if got := inWords([]map[string]any{object(manifest)}, []map[string]any{object(cluster)}); len(got) > 0 {
			t.Errorf("%s: %q", manifest, got)
		}
	}
}

// TestChangedInTheCluster wants a value that the manifest has, though it says nothing to a server, to count.
func TestChangedInTheCluster(t *testing.T) {
	t.Parallel()
	const deployment = "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {template: {spec: {hostNetwork: %s, containers: []}}}}"
	const secret = "{apiVersion: v1, kind: Secret, metadata: {name: a}, type: %s}"
	for _, row := range []struct{ object, manifest, cluster, want string }{
		{deployment, "false", "true", "Deployment/a: changed"},
		{secret, "Opaque", "a.b/c", "Secret/a: changed; a server refuses it, because type cannot be changed"},
		{secret, "a.b/c", "Opaque", "Secret/a: changed; a server refuses it, because type cannot be changed"},
	} {
		manifest, cluster := object(fmt.Sprintf(row.object, row.manifest)), object(fmt.Sprintf(row.object, row.cluster))
		if diff := cmp.Diff([]string{row.want}, inWords([]map[string]any{manifest}, []map[string]any{cluster})); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", row, diff)
		}
	}
}
