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

const mark = "metadata: {name: %s, namespace: d, annotations: {latchkey.dev/source: flux-framework.org/MiniCluster/d/a}}"

func named(kind, name, rest string) changes.Object {
	return changes.New(object("{" + kind + ", " + fmt.Sprintf(mark, name) + ", " + rest + "}"))
}

const jobSet = "apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet"

func Example() {
	before := []changes.Object{named(jobSet, "a", "spec: {replicatedJobs: [{name: m}]}")}
	after := []changes.Object{named(jobSet, "a", "spec: {replicatedJobs: [{name: n}]}")}
	for _, change := range changes.Compare(before, after) {
		fmt.Println(change)
	}
	// Output: JobSet/d/a: changed; a server refuses it, because spec.replicatedJobs cannot be changed
}

// TestNumbers wants no change where decoders differ in the types of numbers.
func TestNumbers(t *testing.T) {
	t.Parallel()
	var before, after []changes.Object
	for _, port := range []any{8, int64(8), 8.0, json.Number("8"), json.Number("8.0")} {
		one := map[string]any{"apiVersion": "v1", "kind": "Service", "metadata": map[string]any{"name": "a"}, "spec": map[string]any{"port": port}}
		before, after = after, []changes.Object{changes.New(one)}
		if found := changes.Compare(before, after); before != nil && len(found) > 0 {
			t.Errorf("%T: %v", port, found)
		}
	}
}

// TestCompare wants the verb of each kind of change, and the fields that servers refuse.
func TestCompare(t *testing.T) {
	t.Parallel()
	const configMap, secret, service = "apiVersion: v1, kind: ConfigMap", "apiVersion: v1, kind: Secret", "apiVersion: v1, kind: Service"
	const job, binding = "apiVersion: batch/v1, kind: Job", "apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding"
	for name, row := range map[string]struct {
		kind, oldName, old, newName, changed string
		verb                                 changes.Verb
		refused                              string
	}{
		"labels of a set":        {jobSet, "a", "spec: {suspend: false}", "a", "spec: {suspend: true}", changes.Changed, ""},
		"a set":                  {jobSet, "a", "spec: {network: {subdomain: x}}", "a", "spec: {network: {subdomain: y}}", changes.Changed, "spec.network"},
		"a suspended set":        {jobSet, "a", "spec: {suspend: true, replicatedJobs: [{template: {spec: {template: {spec: {nodeSelector: {a: b}}}}}}]}", "a", "spec: {suspend: true, replicatedJobs: [{template: {spec: {template: {spec: {nodeSelector: {a: c}}}}}}]}", changes.Changed, ""},
		"a set with a new hash":  {jobSet, "a-0123abcd", "spec: {}", "a-4567abcd", "spec: {suspend: true}", changes.Replaced, ""},
		"a set without a hash":   {jobSet, "a", "spec: {}", "a-4567abcd", "spec: {suspend: true}", changes.Replaced, ""},
		"size of a gang":         {job, "a", "spec: {parallelism: 2, template: {spec: {schedulingGroup: {podGroupName: a}}}}", "a", "spec: {parallelism: 3, template: {spec: {schedulingGroup: {podGroupName: a}}}}", changes.Changed, "spec.parallelism"},
		"size of a Job":          {job, "a", "spec: {completionMode: Indexed, completions: 2, parallelism: 2}", "a", "spec: {completionMode: Indexed, completions: 3, parallelism: 3}", changes.Changed, ""},
		"completions alone":      {job, "a", "spec: {completions: 2}", "a", "spec: {completions: 3}", changes.Changed, "spec.completions"},
		"an immutable ConfigMap": {configMap, "a", "immutable: true, data: {a: b}", "a", "immutable: true, data: {a: c}", changes.Changed, "data"},
		"a ConfigMap":            {configMap, "a", "data: {a: b}", "a", "immutable: true, data: {a: c}", changes.Changed, ""},
		"type of a Secret":       {secret, "a", "type: a", "a", "type: b", changes.Changed, "type"},
		"a Service":              {service, "a", "spec: {clusterIP: None}", "a", "spec: {clusterIP: 10.0.0.1}", changes.Changed, "spec.clusterIP"},
		"a RoleBinding":          {binding, "a", "roleRef: {name: a}", "a", "roleRef: {name: b}", changes.Changed, "roleRef"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := changes.Compare([]changes.Object{named(row.kind, row.oldName, row.old)}, []changes.Object{named(row.kind, row.newName, row.changed)})
			if len(found) != 1 || found[0].Verb != row.verb || strings.Join(found[0].Refused, " ") != row.refused || len(found[0].Diff) == 0 {
				t.Errorf("%v, want %s, refused %q", found, row.verb, row.refused)
			}
		})
	}
}

// gangOf puts the pods of a set into a PodGroup.
func gangOf(set string) string {
	return strings.Replace(set, "backoffLimit", "template: {spec: {schedulingGroup: {podGroupName: a}}}, backoffLimit", 1)
}

// TestElastic wants of the size of a JobSet, and of nothing else, that the servers which accept it are named.
func TestElastic(t *testing.T) {
	t.Parallel()
	const jobs = "spec: {replicatedJobs: [{name: m, template: {spec: {completionMode: %s, completions: %d, parallelism: %d, backoffLimit: %d}}}]}"
	for want, sets := range map[string][2]string{
		"JobSet/d/a: changed; a server refuses it without JobSet's feature gate ElasticJobSet, because spec.replicatedJobs cannot be changed": {
			fmt.Sprintf(jobs, "Indexed", 2, 2, 0), fmt.Sprintf(jobs, "Indexed", 3, 3, 0),
		},
		"JobSet/d/a: changed; a server refuses it before Kubernetes 1.37 or without JobSet's feature gate ElasticJobSet, because spec.replicatedJobs cannot be changed": {
			gangOf(fmt.Sprintf(jobs, "Indexed", 2, 2, 0)), gangOf(fmt.Sprintf(jobs, "Indexed", 3, 3, 0)),
		},
		"JobSet/d/a: changed; a server refuses it, because spec.replicatedJobs cannot be changed": {
			fmt.Sprintf(jobs, "Indexed", 2, 2, 0), fmt.Sprintf(jobs, "Indexed", 3, 3, 1),
		},
		"JobSet/d/a: changed; a server refuses it, because spec.replicatedJobs, spec.network cannot be changed": {
			fmt.Sprintf(jobs, "NonIndexed", 2, 2, 0), strings.Replace(fmt.Sprintf(jobs, "NonIndexed", 3, 3, 0), "{", "{network: {subdomain: x}, ", 1),
		},
	} {
		found := changes.Compare([]changes.Object{named(jobSet, "a", sets[0])}, []changes.Object{named(jobSet, "a", sets[1])})
		if len(found) != 1 || found[0].String() != want {
			t.Errorf("%v, want %s", found, want)
		}
	}
}

func TestCompareLists(t *testing.T) {
	t.Parallel()
	const configMap = "apiVersion: v1, kind: ConfigMap"
	before := []changes.Object{named(configMap, "same", "data: {}"), named(configMap, "old", "data: {}")}
	after := []changes.Object{named(configMap, "new", "data: {}"), named(configMap, "same", "data: {}")}
	var got []string
	for _, change := range changes.Compare(before, after) {
		got = append(got, change.String())
	}
	if diff := cmp.Diff([]string{"ConfigMap/d/new: new", "ConfigMap/d/old: gone"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSecretsAreNotShown(t *testing.T) {
	t.Parallel()
	const secret = "apiVersion: v1, kind: Secret"
	found := changes.Compare(
		[]changes.Object{named(secret, "a", "data: {key: b2xk, same: c2FtZQ==, gone: Z29uZQ==}")},
		[]changes.Object{named(secret, "a", "data: {key: bmV3, same: c2FtZQ==, more: bW9yZQ==}")},
	)
	text := string(found[0].Diff)
	for _, value := range []string{"b2xk", "bmV3", "c2FtZQ==", "Z29uZQ==", "bW9yZQ=="} {
		if strings.Contains(text, value) {
			t.Errorf("%s is shown in\n%s", value, text)
		}
	}
	if !strings.Contains(text, "-  key: '*** (before)'") || !strings.Contains(text, "+  key: '*** (after)'") {
		t.Errorf("the changed value cannot be told in\n%s", text)
	}
}

func TestAdvice(t *testing.T) {
	t.Parallel()
	recreated := changes.New(object("{" + jobSet + ", metadata: {name: a, annotations: {kustomize.toolkit.fluxcd.io/force: enabled}}, spec: {network: {subdomain: y}}}"))
	was := changes.New(object("{" + jobSet + ", metadata: {name: a}, spec: {network: {subdomain: x}}}"))
	for want, change := range map[string][]changes.Change{
		"onChange Recreate": changes.Compare([]changes.Object{was}, []changes.Object{recreated}),
		"onChange Fail":     changes.Compare([]changes.Object{named(jobSet, "a", "spec: {network: {}}")}, []changes.Object{named(jobSet, "a", "spec: {network: {subdomain: y}}")}),
		"onChange Rename":   changes.Compare([]changes.Object{named(jobSet, "a-0123abcd", "spec: {}")}, []changes.Object{named(jobSet, "a-4567abcd", "spec: {}")}),
	} {
		if len(change) != 1 || !strings.HasPrefix(change[0].Advice, want+": ") {
			t.Errorf("%s: %+v", want, change)
		}
	}
}
