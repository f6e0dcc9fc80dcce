package fn

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/runtime"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// stagesInput has a MiniCluster, a set that is attached to it, and a workload with another one.
const stagesInput = `apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata: {name: lammps}
spec:
  containers: [{image: ubuntu, command: hostname}]
---
apiVersion: flux-framework.org/v1alpha2
kind: MetricSet
metadata: {name: cpu, annotations: {latchkey.dev/attach-to: lammps}}
spec: {metrics: [{name: perf-sysstat}]}
---
apiVersion: flux-framework.org/v1alpha2
kind: MetricSet
metadata: {name: disk, annotations: {latchkey.dev/attach-to: Pod/web}}
spec: {metrics: [{name: io-sysstat}]}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: web, image: nginx}]}
`

// TestStages calls the stages one by one. None of them may change what an earlier one has made.
func TestStages(t *testing.T) {
	t.Parallel()
	items, results := ParseDocuments("in.yaml", []byte(stagesInput))
	in := &ResourceList{Items: items, Results: results}
	config, found := configure(in, Settings{})
	sources, more := decode(in, config)
	found = append(found, more...)
	written := sources[1].Object.DeepCopyObject()

	resolved, more := resolve(sources, latchkey.Options{Sources: latchkey.SourcesKeep})
	found = append(found, more...)
	if diff := cmp.Diff(written, runtime.Object(sources[1].Object)); diff != "" {
		t.Errorf("resolve changes a decoded object (-before +after):\n%s", diff)
	}
	expanded := expand(resolved)
	var before []runtime.Object
	for _, object := range expanded[2].Objects {
		before = append(before, object.DeepCopyObject())
	}
	owners := newOwnership(in.Items, resolved, config)
	attached, attachments, more := attach(expanded, owners)
	found = append(found, more...)
	if diff := cmp.Diff(before, expanded[2].Objects); diff != "" {
		t.Errorf("attach changes the objects of a set (-before +after):\n%s", diff)
	}
	found = append(found, judge(expanded, attached, owners, config)...)
	transforms, more := transformItems(attached, owners, true)
	if found = append(found, more...); len(found) > 0 {
		t.Fatalf("findings: %v", found)
	}
	changed, err := edit(in.Items, slices.Concat(attachments, transforms))
	if err != nil {
		t.Fatal(err)
	}
	out, err := keep(attached, owners, changed)
	if err != nil {
		t.Fatal(err)
	}
	out = append(out, stamp(attached, config.caller, out)...)
	var names []string
	for _, item := range out {
		name, _, _ := strings.Cut(item.Name, "-")
		names = append(names, item.Kind+"/"+name)
	}
	want := []string{
		"MiniCluster/lammps", "MetricSet/cpu", "MetricSet/disk", "Pod/web",
		"ConfigMap/disk", "ConfigMap/lammps", "ConfigMap/lammps", "Service/lammps", "JobSet/lammps",
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
	if at := slices.Index(names, "Pod/web"); !out[at].Edited() || items[3].Edited() {
		t.Error("the Pod was not changed in a copy")
	}
}
