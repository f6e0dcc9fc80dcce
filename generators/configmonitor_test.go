package generators_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	v1 "github.com/latchkey-dev/latchkey/apis/magalix/v1"
	"github.com/latchkey-dev/latchkey/generators/configmonitor"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

func monitor() *v1.ConfigMonitor {
	return &v1.ConfigMonitor{
		ObjectMeta: metav1.ObjectMeta{Name: "frontend", Namespace: "web"},
		Spec:       v1.ConfigMonitorSpec{ConfigMap: "settings", PodSelector: map[string]string{"app": "frontend"}},
	}
}

// item is an object in the namespace web. text is its YAML without metadata.
func item(group, kind, name, text string) *transform.Item {
	content := map[string]any{}
	if err := yaml.Unmarshal([]byte(text), &content); err != nil {
		panic(err)
	}
	return &transform.Item{Group: group, Kind: kind, Namespace: "web", Name: name, Content: func() map[string]any { return content }}
}

const (
	settings = "data: {color: blue, size: '1'}"
	template = "{template: {metadata: {labels: {app: frontend, tier: web}}}}"
)

func in(namespace string, i *transform.Item) *transform.Item {
	i.Namespace = namespace
	return i
}

// resultLines returns a result as text, one line for each edit and problem.
func resultLines(result transform.Result) []string {
	var all []string
	for _, edit := range result.Edits {
		all = append(all, fmt.Sprintf("%s %s=%s", edit.Item, strings.Join(edit.Path, "."), edit.Value))
	}
	for _, problem := range result.Errors {
		all = append(all, "error: "+problem.Field+": "+problem.Detail)
	}
	for _, problem := range result.Warnings {
		all = append(all, "warning: "+problem.Field+": "+problem.Detail)
	}
	return all
}

func TestTransform(t *testing.T) {
	t.Parallel()
	const (
		stamp     = " spec.template.metadata.annotations.configmap.latchkey.dev/settings=00ebcd5e00fcf0f8"
		stuck     = " matches, but never replaces its pods: delete it and apply it again when the ConfigMap changes, or give it a new name then, as the option onChange=Rename does for jobs that Latchkey makes"
		nothing   = `error: spec.podSelector: no Deployment, StatefulSet or DaemonSet in the namespace of the monitor has pods with these labels: `
		noMapping = "error: spec.podSelector: "
		remedy    = ` matches, and its spec.template.metadata.annotations is not a map: write one there, as in "{key: value}", or leave it out`
		addLabels = nothing + "write labels that one of these has in spec.template.metadata, and give it the namespace of the monitor"
	)
	configMap, deployment := item("", "ConfigMap", "settings", settings), item("apps", "Deployment", "b", "spec: "+template)
	for _, row := range []struct {
		name  string
		items []*transform.Item
		want  []string
	}{
		{"all that roll, by name", []*transform.Item{
			item("apps", "StatefulSet", "c", "spec: "+template), deployment, configMap,
			item("apps", "DaemonSet", "a", "spec: "+template),
		}, []string{"DaemonSet/a" + stamp, "Deployment/b" + stamp, "StatefulSet/c" + stamp}},
		{"what is of another namespace, group or kind, or has other labels", []*transform.Item{
			configMap, deployment, in("other", item("apps", "Deployment", "x", "spec: "+template)),
			item("example.com", "Deployment", "x", "spec: "+template), item("", "Service", "x", "spec: "+template),
			item("apps", "Deployment", "x", "spec: {template: {metadata: {labels: {app: backend}}}}"),
			item("apps", "Deployment", "x", "spec: {template: {metadata: {labels: {app: 1}}}}"),
			item("apps", "Deployment", "x", "metadata: {labels: {app: frontend}}"),
		}, []string{"Deployment/b" + stamp}},
		{"what cannot roll", []*transform.Item{
			configMap, deployment,
			item("", "Pod", "p", "metadata: {labels: {app: frontend}}"),
			item("batch", "Job", "j", "spec: "+template),
			item("batch", "CronJob", "k", "spec: {jobTemplate: {spec: "+template+"}}"),
			item("apps", "ReplicaSet", "r", "spec: "+template),
			item("jobset.x-k8s.io", "JobSet", "s", "spec: {replicatedJobs: [{}, {template: {spec: "+template+"}}]}"),
			item("jobset.x-k8s.io", "JobSet", "none", "spec: {}"),
		}, []string{
			"Deployment/b" + stamp,
			"warning: spec.podSelector: Job/j" + stuck, "warning: spec.podSelector: JobSet/s" + stuck,
			"warning: spec.podSelector: Pod/p" + stuck, "warning: spec.podSelector: ReplicaSet/r" + stuck,
		}},
		{"annotations that are not a map", []*transform.Item{
			configMap, deployment,
			item("apps", "Deployment", "d", "spec: {template: {metadata: {labels: {app: frontend}, annotations: [a]}}}"),
			item("apps", "Deployment", "e", "spec: {template: {metadata: {labels: {app: frontend}, annotations: str}}}"),
			item("apps", "Deployment", "f", "spec: {template: {metadata: {labels: {app: frontend}, annotations: 3}}}"),
			item("apps", "Deployment", "g", "spec: {template: {metadata: {labels: {app: frontend}, annotations: null}}}"),
		}, []string{
			noMapping + "Deployment/d" + remedy, noMapping + "Deployment/e" + remedy, noMapping + "Deployment/f" + remedy,
		}},
		{"a workload elsewhere", []*transform.Item{
			configMap, in("other", item("apps", "Deployment", "x", "spec: "+template)), in("", item("apps", "Deployment", "x", "spec: "+template)),
		}, []string{
			`error: spec.podSelector: Deployment/x has pods with these labels, but is in no namespace and the monitor in namespace "web": give both the same namespace`,
		}},
		{"what waits for somebody", []*transform.Item{
			configMap,
			item("apps", "Deployment", "p", "spec: {paused: true, template: {metadata: {labels: {app: frontend}}}}"),
			item("apps", "StatefulSet", "o", "spec: {updateStrategy: {type: OnDelete}, template: {metadata: {labels: {app: frontend}}}}"),
		}, []string{
			"Deployment/p" + stamp, "StatefulSet/o" + stamp,
			"warning: spec.podSelector: Deployment/p matches, but does not replace its pods by itself, because of spec.paused: change that, or replace the pods by hand",
			"warning: spec.podSelector: StatefulSet/o matches, but does not replace its pods by itself, because of spec.updateStrategy OnDelete: change that, or replace the pods by hand",
		}},
		{"nothing at all", nil, []string{
			`error: spec.configmap: "settings": the input has no ConfigMap of this name in the namespace of the monitor: add it, or write the name of a ConfigMap that is there`,
			addLabels,
		}},
		{"a ConfigMap elsewhere", []*transform.Item{deployment, in("", item("", "ConfigMap", "settings", settings))}, []string{
			`error: spec.configmap: "settings": this ConfigMap is in no namespace and the monitor in namespace "web": give both the same namespace`,
		}},
		{"only a Pod", []*transform.Item{configMap, item("", "Pod", "p", "metadata: {labels: {app: frontend}}")}, []string{
			nothing + "the workloads that match never replace their pods, so leave the monitor out",
			"warning: spec.podSelector: Pod/p" + stuck,
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(row.want, resultLines(configmonitor.Transform(monitor(), row.items))); diff != "" {
				t.Errorf("differs (-want +got):\n%s", diff)
			}
		})
	}
}

// hash returns the hash that a ConfigMap gets.
func hash(t *testing.T, configMap string) string {
	t.Helper()
	result := configmonitor.Transform(monitor(), []*transform.Item{
		item("", "ConfigMap", "settings", configMap), item("apps", "Deployment", "a", "spec: "+template),
	})
	if len(result.Edits) != 1 {
		t.Fatalf("edits: %v", resultLines(result))
	}
	return result.Edits[0].Value.(string)
}

func TestHash(t *testing.T) {
	t.Parallel()
	base := hash(t, settings)
	for name, same := range map[string]string{
		"another order":      "data: {size: '1', color: blue}",
		"labels":             "metadata: {labels: {a: b}}\n" + settings,
		"an empty section":   settings + "\nbinaryData: {}",
		"immutability":       "immutable: true\n" + settings,
		"the style of a key": "data:\n  color: \"blue\"\n  size: |-\n    1",
	} {
		if got := hash(t, same); got != base {
			t.Errorf("%s changes the hash from %s to %s", name, base, got)
		}
	}
	seen := map[string]string{base: "the base"}
	for _, other := range []string{
		"{}", "data: {color: blue}", "data: {color: red, size: '1'}", "data: {color: blue, Size: '1'}",
		"data: {color: blue, size: '1\n'}", "binaryData: {color: blue, size: '1'}", "data: {color: '1', size: blue}",
	} {
		got := hash(t, other)
		if seen[got] != "" {
			t.Errorf("%s and %s have the same hash", other, seen[got])
		}
		seen[got] = other
	}
	if one, two := hash(t, "binaryData: {a: YWJjZGVm}"), hash(t, "binaryData:\n  a: |\n    YWJj\n    ZGVm\n"); one != two {
		t.Errorf("binary data in two lines changes the hash from %s to %s", one, two)
	}
}

func TestLongNames(t *testing.T) {
	t.Parallel()
	keys := map[string]bool{}
	for _, name := range []string{strings.Repeat("a", 63), strings.Repeat("a", 64), strings.Repeat("a", 65), strings.Repeat("a", 253)} {
		m := monitor()
		m.Spec.ConfigMap = name
		result := configmonitor.Transform(m, []*transform.Item{item("", "ConfigMap", name, settings), item("apps", "Deployment", "a", "spec: "+template)})
		_, key, _ := strings.Cut(result.Edits[0].Path[4], "/")
		if len(key) != 63 || keys[key] {
			t.Errorf("a name of %d characters has the key %q of %d characters, seen before: %t", len(name), key, len(key), keys[key])
		}
		keys[key] = true
	}
}
