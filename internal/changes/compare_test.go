package changes_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/internal/changes"
)

func object(text string) map[string]any {
	content := map[string]any{}
	if err := yaml.Unmarshal([]byte(text), &content); err != nil {
		panic(err)
	}
	return content
}

// named returns an object that is made from the MiniCluster a.
func named(kind, name, rest string) changes.Object {
	const mark = "metadata: {name: %s, namespace: d, annotations: {latchkey.dev/source: flux-framework.org/MiniCluster/d/a}}"
	return changes.New(object("{" + kind + ", " + fmt.Sprintf(mark, name) + ", " + rest + "}"))
}

const (
	jobSet    = "apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet"
	configMap = "apiVersion: v1, kind: ConfigMap"
	secret    = "apiVersion: v1, kind: Secret"
)

func Example() {
	before := []changes.Object{named(jobSet, "a-0123abcd", "spec: {replicatedJobs: [{name: m}]}")}
	after := []changes.Object{named(jobSet, "a-4567abcd", "spec: {replicatedJobs: [{name: n}]}")}
	for _, change := range changes.Compare(before, after, false) {
		fmt.Println(change)
	}
	// Output: JobSet/d/a-4567abcd: replaces a-0123abcd
}

// TestCompare wants one line for each object that is not the same, and the advice on it.
func TestCompare(t *testing.T) {
	t.Parallel()
	recreated := named(jobSet, "recreated", "spec: {suspend: false}")
	recreated.SetAnnotations(map[string]string{"latchkey.dev/source": "x", "kustomize.toolkit.fluxcd.io/force": "enabled"})
	before := []changes.Object{
		named(configMap, "same", "data: {}"), named(configMap, "old", "data: {}"), named(configMap, "a-0123abcd", "data: {a: b}"),
		named(jobSet, "changed", "spec: {suspend: true}"), named(jobSet, "b-0123abcd", "spec: {}"), named(jobSet, "labels", "spec: {}, x: y"),
		named(jobSet, "recreated", "spec: {suspend: true}"), named(jobSet, "gone", "spec: {}"), named(jobSet, "c", "spec: {}"),
	}
	after := []changes.Object{
		named(configMap, "new", "data: {}"), named(configMap, "same", "data: {}"), named(configMap, "a-4567abcd", "data: {a: c}"),
		named(jobSet, "changed", "spec: {suspend: false}"), named(jobSet, "b-4567abcd", "spec: {suspend: true}"), named(jobSet, "labels", "spec: {}, x: z"),
		recreated, named(jobSet, "c-4567abcd", "spec: {suspend: true}"),
	}
	var got []string
	for _, change := range changes.Compare(before, after, false) {
		advice, _, _ := strings.Cut(change.Advice, ":")
		got = append(got, change.String()+" | "+advice)
		if hasDiff := change.Old != nil && change.New != nil; hasDiff != (len(change.Diff) > 0) {
			t.Errorf("%s has the lines %q", change, change.Diff)
		}
	}
	if diff := cmp.Diff([]string{
		"ConfigMap/d/new: new | ",
		"ConfigMap/d/a-4567abcd: replaces a-0123abcd | pods that run keep the old one, which stays until it is pruned or deleted",
		"JobSet/d/changed: changed | onChange Fail",
		"JobSet/d/b-4567abcd: replaces b-0123abcd | onChange Rename",
		"JobSet/d/labels: changed | ",
		"JobSet/d/recreated: changed | onChange Recreate",
		"JobSet/d/c-4567abcd: replaces c | onChange Rename",
		"ConfigMap/d/old: gone | it stays until it is pruned or deleted",
		"JobSet/d/gone: gone | it runs on until it is pruned or deleted",
	}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestAnswers compares what a server holds with its answers: what it sets itself is not a change, what it accepts needs no advice, and a
// refused object is compared with what was applied.
func TestAnswers(t *testing.T) {
	t.Parallel()
	const live = `{kind: JobSet, apiVersion: jobset.x-k8s.io/v1alpha2, metadata: {name: %s, namespace: d, uid: u, generation: 1, annotations: {
latchkey.dev/source: x, kubectl.kubernetes.io/last-applied-configuration: '{"kind": "JobSet", "spec": {"command": "old"}}'}}, spec: {command: old, suspend: %s}, status: {a: b}}`
	var before []changes.Object
	for _, name := range []string{"same", "accepted", "refused"} {
		before = append(before, changes.New(object(fmt.Sprintf(live, name, "false"))))
	}
	same := object(fmt.Sprintf(live, "same", "false"))
	same["metadata"].(map[string]any)["generation"] = 2
	refused := changes.New(object("{kind: JobSet, apiVersion: jobset.x-k8s.io/v1alpha2, metadata: {name: refused, namespace: d, annotations: {latchkey.dev/source: x}}, spec: {command: new}}"))
	refused.Refusal = "field is immutable"
	found := changes.Compare(before, []changes.Object{changes.New(same), changes.New(object(fmt.Sprintf(live, "accepted", "true"))), refused}, true)
	if len(found) != 2 || found[0].String() != "JobSet/d/accepted: changed" || found[0].Advice != "" ||
		found[1].String() != "JobSet/d/refused: the server refuses it: field is immutable" || !strings.HasPrefix(found[1].Advice, "onChange Fail: ") {
		t.Fatalf("%v", found)
	}
	if lines := string(found[1].Diff); !strings.Contains(lines, "\n-  command: old\n+  command: new\n") || strings.Contains(lines, "suspend") {
		t.Errorf("the lines of the refused object are\n%s", lines)
	}
}

// TestNumbers wants no change where decoders differ in the types of numbers.
func TestNumbers(t *testing.T) {
	t.Parallel()
	var before []changes.Object
	for _, port := range []any{8, int64(8), 8.0, json.Number("8")} {
		one := map[string]any{"apiVersion": "v1", "kind": "Service", "metadata": map[string]any{"name": "a"}, "spec": map[string]any{"port": port}}
		after := []changes.Object{changes.New(one)}
		if found := changes.Compare(before, after, false); before != nil && len(found) > 0 {
			t.Errorf("%T: %v", port, found)
		}
		before = after
	}
}

func TestSecretsAreNotShown(t *testing.T) {
	t.Parallel()
	found := changes.Compare(
		[]changes.Object{named(secret, "a", "data: {key: b2xk, same: c2FtZQ==, gone: Z29uZQ==}, stringData: {a: old-text}")},
		[]changes.Object{named(secret, "a", "data: {key: bmV3, same: c2FtZQ==, more: bW9yZQ==}, stringData: {a: new-text}")}, false,
	)
	text := string(found[0].Diff)
	for _, value := range []string{"b2xk", "bmV3", "c2FtZQ==", "Z29uZQ==", "bW9yZQ==", "old-text", "new-text"} {
		if strings.Contains(text, value) {
			t.Errorf("%s is shown in\n%s", value, text)
		}
	}
	if !strings.Contains(text, "-  key: '*** (before)'") || !strings.Contains(text, "+  key: '*** (after)'") {
		t.Errorf("the changed value cannot be told in\n%s", text)
	}
}

// TestTakesOver wants a word about objects of a cluster that Latchkey has not made.
func TestTakesOver(t *testing.T) {
	t.Parallel()
	made := []changes.Object{named("apiVersion: v1, kind: Service", "registry", "spec: {selector: {a: b}}")}
	for metadata, isForeign := range map[string]bool{
		"{name: registry, namespace: d}":                                                        true,
		"{name: registry, namespace: d, labels: {app.kubernetes.io/managed-by: Helm}}":          true,
		"{name: registry, namespace: d, labels: {app.kubernetes.io/managed-by: latchkey}}":      false,
		"{name: registry, namespace: d, annotations: {latchkey.dev/source: x/MiniCluster/d/b}}": false,
	} {
		old := []changes.Object{changes.New(object("{apiVersion: v1, kind: Service, metadata: " + metadata + ", spec: {selector: {c: d}}}"))}
		for _, change := range changes.Compare(old, made, true) {
			if got := strings.Contains(change.Advice, "not Latchkey's") && strings.HasSuffix(change.Advice, "latchkey.dev/include: configmaps,jobs,volumes"); got != isForeign {
				t.Errorf("%s: %q", metadata, change.Advice)
			}
		}
	}
}
