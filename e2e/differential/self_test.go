//go:build e2e

package differential

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// The tests below need no cluster.

// TestRefusalOfAJobIsNotHidden wants the refusal of one job of a JobSet to count beside the refusal of another job that is left to the
// server.
func TestRefusalOfAJobIsNotHidden(t *testing.T) {
	t.Parallel()
	j := &comparer{namespace: "default", rules: &rules{left: []string{"nodeAffinity"}}, server: newFake(t, map[string]string{
		"set-first-0": "spec.template.spec.affinity.nodeAffinity", "set-second-0": "spec.template.spec.containers[0].name",
	})}
	job := func(name string) any {
		return tree{"name": name, "template": tree{"spec": tree{"template": tree{"spec": tree{}}}}}
	}
	for _, jobs := range [][]any{{job("first"), job("second")}, {job("second"), job("first")}} {
		var found result
		set := tree{"apiVersion": "batch/v1", "kind": "JobSet", "metadata": tree{"name": "set"}, "spec": tree{"replicatedJobs": jobs}}
		if err := j.tryObjects([]tree{set}, "", &found); err != nil || found.outcome != badOutput {
			t.Errorf("found %+v, %v", found, err)
		}
	}
}

// newFake returns a server that refuses the objects of some names for a field.
func newFake(t *testing.T, refused map[string]string) *server {
	t.Helper()
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var object struct{ Metadata metav1.ObjectMeta }
		if err := json.NewDecoder(r.Body).Decode(&object); err != nil {
			t.Error(err)
		}
		if at := refused[object.Metadata.Name]; at != "" {
			w.WriteHeader(http.StatusUnprocessableEntity)
			cause := metav1.StatusCause{Field: at, Message: "Invalid value"}
			_ = json.NewEncoder(w).Encode(metav1.Status{Details: &metav1.StatusDetails{Causes: []metav1.StatusCause{cause}}})
		}
	}))
	t.Cleanup(backend.Close)
	kinds := map[string]resource{"JobSet": {Name: "jobsets"}, "Job": {Name: "jobs"}}
	return &server{
		url: backend.URL, client: backend.Client(), known: map[[32]byte]verdict{},
		kinds: map[string]map[string]resource{"batch/v1": kinds, "v1": {"Pod": {Name: "pods"}}},
	}
}

// TestForce makes the objects of a custom resource with a mistake and a field of an older release.
func TestForce(t *testing.T) {
	t.Parallel()
	object, err := parse([]byte("apiVersion: flux-framework.org/v1alpha1\nkind: MetricSet\nmetadata: {name: " + strings.Repeat("x", 64) + "}\n" +
		"spec: {application: {image: a, command: b}, metrics: [{name: perf-sysstat, rate: 2}]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if rendered, ok := force(object); !ok || len(rendered) == 0 {
		t.Error("there are no objects")
	}
}

// TestRows wants a row of docs/refusals.md for refusals of inputs that a server takes.
func TestRows(t *testing.T) {
	t.Parallel()
	all := readRules(t, "../../docs/refusals.md")
	for name, spec := range map[string]string{
		"a user that is out of range":         "containers: [{image: 'a:1', command: b, fluxUser: {uid: -1}}]",
		"an older field beside that of today": "containers: [{image: 'a:1', command: b, preCommand: c, commands: {pre: d}}]",
		"hosts twice":                         "containers: [{image: 'a:1', command: b}], flux: {bursting: {hostlist: 'a[0-3]', clusters: [{name: a, size: 4}]}}",
		"a place that is not a label's":       "containers: [{image: 'a:1', command: b}], pod: {annotations: {alpha.jobset.sigs.k8s.io/exclusive-topology: /a}}",
		"a label of Jobs":                     "containers: [{image: 'a:1', command: b}], pod: {labels: {job-name: a}}",
	} {
		object, err := parse([]byte("{apiVersion: flux-framework.org/v1alpha1, kind: MiniCluster, metadata: {name: a}, spec: {" + spec + "}}"))
		if err != nil {
			t.Fatal(err)
		}
		_, errs, err := render([]tree{object}, latchkey.Options{})
		if err != nil || len(errs) == 0 {
			t.Errorf("%s is not refused: %v", name, err)
		}
		for _, found := range errs {
			if !all.hold(found) {
				t.Errorf("%s: there is no row for %s", name, found)
			}
		}
	}
}
