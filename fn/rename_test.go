package fn_test

import (
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/fn"
)

// watched is a MiniCluster with a MetricSet that watches it, and objects of other kinds.
const watched = set + `---
apiVersion: flux-framework.org/v1alpha2
kind: MetricSet
metadata:
  name: io
  annotations: {latchkey.dev/attach-to: lammps} # its carrier
spec: {metrics: [{name: perf-sysstat}]}
---
apiVersion: v1
kind: ConfigMap # stays
metadata: {name: mine}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: cluster-wide}
---
apiVersion: example.com/v1
kind: Unknown
metadata: {name: unknown}
`

// changedNames processes watched after a change of its names, and returns the output and the findings.
func changedNames(t *testing.T, keep bool, change func(*fn.ResourceList, fn.Settings) *fn.ResourceList) (string, string) {
	t.Helper()
	items, results := fn.ParseDocuments("in.yaml", []byte(watched))
	settings := fn.Settings{CommandLine: !keep}
	in := &fn.ResourceList{Items: items, Results: results}
	before := textOf(t, in.Items)
	out, err := fn.Process(change(in, settings), settings)
	if err != nil {
		t.Fatal(err)
	}
	if after := textOf(t, in.Items); after != before {
		t.Errorf("the input was changed:\n%s", after)
	}
	var said strings.Builder
	for _, result := range out.Results {
		said.WriteString(fn.Line(result) + "\n")
	}
	return textOf(t, out.Items), said.String()
}

func textOf(t *testing.T, items []*fn.Item) string {
	t.Helper()
	var text strings.Builder
	for _, item := range items {
		if err := item.Encode(&text); err != nil {
			t.Fatal(err)
		}
	}
	return text.String()
}

func holds(t *testing.T, text string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in:\n%s", want, text)
		}
	}
}

func TestWithSuffix(t *testing.T) {
	t.Parallel()
	text, said := changedNames(t, true, func(l *fn.ResourceList, s fn.Settings) *fn.ResourceList { return l.WithSuffix("-run-2", s.Kinds) })
	if said != "" {
		t.Errorf("it says %s", said)
	}
	holds(t, text, `name: "lammps-run-2"`, `name: "io-run-2"`, `latchkey.dev/attach-to: "lammps-run-2"} # its carrier`,
		"kind: ConfigMap # stays\nmetadata: {name: mine}\n", "name: lammps-run-2-io-run-2-", "name: lammps-run-2\n",
		"latchkey.dev/source: flux-framework.org/MiniCluster//lammps-run-2\n")
	for _, former := range []string{"name: lammps\n", "previousNames", "kubernetes.io/suffixes"} {
		if strings.Contains(text, former) {
			t.Errorf("%q is in:\n%s", former, text)
		}
	}
}

// TestWithSuffixAgain renders what was rendered with a suffix: nothing changes.
func TestWithSuffixAgain(t *testing.T) {
	t.Parallel()
	first, _ := changedNames(t, true, func(l *fn.ResourceList, s fn.Settings) *fn.ResourceList { return l.WithSuffix("-2", s.Kinds) })
	items, results := fn.ParseDocuments("in.yaml", []byte(strings.ReplaceAll(first, "\napiVersion:", "\n---\napiVersion:")))
	out, err := fn.Process(&fn.ResourceList{Items: items, Results: results}, fn.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if again := textOf(t, out.Items); strings.ReplaceAll(again, "---\n", "") != strings.ReplaceAll(first, "---\n", "") {
		t.Errorf("rendered again:\n%s\nbefore:\n%s", again, first)
	}
}

// TestInNamespaceReplaced wants all objects that have namespaces in the namespace, but for those of another rendering.
func TestInNamespaceReplaced(t *testing.T) {
	t.Parallel()
	text := strings.NewReplacer("name: lammps\n", "name: lammps\n  namespace: default\n", "name: io\n", "name: io\n  namespace: other\n",
		"{name: mine}", "{name: mine, namespace: other}", "{name: unknown}", "{name: unknown, namespace: other}").Replace(watched) + `---
apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata: {name: bare}
---
apiVersion: trainer.kubeflow.org/v1alpha1
kind: ClusterTrainingRuntime
metadata: {name: everywhere}
`
	moved := func(text string) (string, string) {
		items, results := fn.ParseDocuments("in.yaml", []byte(text))
		list := &fn.ResourceList{Items: items, Results: results}
		list = list.InNamespace("team", true, fn.Settings{}.Kinds)
		if len(list.Results) > 0 {
			return "", fn.Line(list.Results[0])
		}
		out, err := fn.Process(list, fn.Settings{CommandLine: true})
		if err != nil {
			t.Fatal(err)
		}
		return textOf(t, out.Items), ""
	}
	made, said := moved(text)
	if said != "" || strings.Contains(made, "namespace: default") || strings.Contains(made, "namespace: other") {
		t.Errorf("%s\n%s", said, made)
	}
	holds(t, made, `{name: mine, namespace: "team"}`, `{name: unknown, namespace: "team"}`, `{namespace: "team", name: bare}`,
		"metadata: {name: everywhere}", "metadata: {name: cluster-wide}", "namespace: team\n")
	rendered, _ := changedNames(t, false, func(l *fn.ResourceList, s fn.Settings) *fn.ResourceList { return l.InNamespace("lab", false, s.Kinds) })
	_, said = moved(strings.ReplaceAll(rendered, "\napiVersion:", "\n---\napiVersion:"))
	holds(t, said, `metadata.namespace: "lab" is not the namespace "team" of the command line: render its source for "team" instead`)
}

func TestInNamespace(t *testing.T) {
	t.Parallel()
	text, said := changedNames(t, false, func(l *fn.ResourceList, s fn.Settings) *fn.ResourceList { return l.InNamespace("team", false, s.Kinds) })
	if said != "" {
		t.Errorf("it says %s", said)
	}
	holds(t, text, `metadata: {namespace: "team", name: mine}`, "metadata: {name: cluster-wide}", "metadata: {name: unknown}",
		"latchkey.dev/source: flux-framework.org/MiniCluster/team/lammps\n")
	if strings.Count(text, "name: lammps\n  namespace: team\n") != 2 { // Service and JobSet
		t.Errorf("not every object is in the namespace:\n%s", text)
	}
}

// TestLinesAfterRenaming wants findings to name the lines and the values of the file.
func TestLinesAfterRenaming(t *testing.T) {
	t.Parallel()
	items, results := fn.ParseDocuments("in.yaml", []byte(strings.Replace(set, "size: 1", "size: 0", 1)))
	list := (&fn.ResourceList{Items: items, Results: results}).InNamespace("team", false, fn.Settings{}.Kinds).WithSuffix("-2", fn.Settings{}.Kinds)
	out, err := fn.Process(list, fn.Settings{CommandLine: true})
	if err != nil || len(out.Results) != 1 {
		t.Fatalf("%v, %v", out.Results, err)
	}
	holds(t, fn.Line(out.Results[0]), "in.yaml:6:9: MiniCluster/team/lammps-2: spec.size: ")
}
