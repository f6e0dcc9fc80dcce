package generators_test

import (
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
)

func metricSet(name string, pods *int32, annotations map[string]string) *v1alpha2.MetricSet {
	return &v1alpha2.MetricSet{
		ObjectMeta: metav1.ObjectMeta{Name: name, Annotations: annotations},
		Spec:       v1alpha2.MetricSetSpec{Pods: pods, Metrics: []v1alpha2.Metric{{Name: "perf-sysstat"}}},
	}
}

// sidecars returns the names of the containers that were added to the brokers' pods.
func sidecars(t *testing.T, objects []runtime.Object) string {
	t.Helper()
	var names []string
	for _, object := range objects {
		set, ok := object.(*jobset.JobSet)
		if !ok {
			continue
		}
		for _, job := range set.Spec.ReplicatedJobs {
			for _, container := range job.Template.Spec.Template.Spec.InitContainers[1:] {
				names = append(names, container.Name)
			}
		}
	}
	return strings.Join(names, " ")
}

func TestExpandJoined(t *testing.T) {
	t.Parallel()
	old := &v1alpha1.MetricSet{ObjectMeta: metav1.ObjectMeta{Name: "old"}, Spec: v1alpha1.MetricSetSpec{MetricSetSpec: v1alpha2.MetricSetSpec{Metrics: []v1alpha2.Metric{{Name: "io-sysstat"}}}}}
	objects, errs, warnings := generators.Expand(cluster(), latchkey.Options{}, metricSet("cpu", nil, nil), metricSet("more", new(int32(1)), nil), old)
	if len(errs) > 0 || len(warnings) > 0 {
		t.Fatalf("errors %v, warnings %v", errs, warnings)
	}
	if got := sidecars(t, objects); got != "perf-sysstat perf-sysstat-1 io-sysstat" {
		t.Errorf("sidecars %q", got)
	}
}

func TestExpandJoinedProblems(t *testing.T) {
	t.Parallel()
	_, errs, warnings := generators.Expand(cluster(), latchkey.Options{},
		metricSet("cpu", new(int32(4)), map[string]string{"latchkey.dev/workload": "Job", "latchkey.dev/attach-to": "lammps", "latchkey.dev/ptrace": "Never"}))
	if len(errs) != 0 || len(warnings) != 2 || warnings[0].Field != "metadata.annotations[latchkey.dev/workload]" || warnings[1].Field != "spec.pods" {
		t.Errorf("errors %v, warnings %v", errs, warnings)
	}
	for name, pair := range map[string][2]generators.Object{
		"a MiniCluster that joins":        {cluster(), cluster()},
		"a MetricSet that is joined":      {metricSet("cpu", nil, nil), metricSet("more", nil, nil)},
		"a metric that cannot":            {cluster(), &v1alpha2.MetricSet{ObjectMeta: metav1.ObjectMeta{Name: "x"}, Spec: v1alpha2.MetricSetSpec{Metrics: []v1alpha2.Metric{{Name: "io-fio"}}}}},
		"a MiniCluster that has mistakes": {&v1alpha2.MiniCluster{}, metricSet("cpu", nil, nil)},
	} {
		if objects, errs, _ := generators.Expand(pair[0], latchkey.Options{}, pair[1]); len(errs) == 0 || objects != nil {
			t.Errorf("%s: %d objects, errors %v", name, len(objects), errs)
		}
	}
	alone := metricSet("cpu", nil, map[string]string{"latchkey.dev/attach-to": "lammps"})
	if _, errs, _ := generators.Expand(alone, latchkey.Options{}); len(errs) == 0 || !strings.Contains(errs[0].Error(), `there is no MiniCluster "lammps" among the items`) {
		t.Errorf("alone: %v", errs)
	}
	wrong := cluster()
	wrong.Annotations = map[string]string{"latchkey.dev/attach-to": "other"}
	if _, errs, _ := generators.Expand(wrong, latchkey.Options{}); len(errs) != 1 || !strings.Contains(errs[0].Error(), "a MiniCluster cannot be attached to another object") {
		t.Errorf("a MiniCluster: %v", errs)
	}
}

// TestResolveWithoutTarget wants errors about an empty annotation attach-to and about the object's other mistakes. The
// object must not be judged as one that is not attached.
func TestResolveWithoutTarget(t *testing.T) {
	t.Parallel()
	set := metricSet("cpu", nil, map[string]string{"latchkey.dev/attach-to": "", "latchkey.dev/workload": "Job"})
	set.Spec.Metrics = append(set.Spec.Metrics, v1alpha2.Metric{Name: "io-fio"})
	objects, errs, warnings := generators.Expand(set, latchkey.Options{})
	if len(errs) != 2 || errs[0].Field != "metadata.annotations[latchkey.dev/attach-to]" || errs[1].Field != "spec.metrics[1].name" ||
		!strings.Contains(errs[0].Detail, "it is empty: name a MiniCluster of the same namespace, or a workload as in \"Job/bench\", or leave the annotation out") {
		t.Errorf("errors %v", errs)
	}
	if len(objects) > 0 || len(warnings) > 0 {
		t.Errorf("%d objects, warnings about a MiniCluster without a name %v", len(objects), warnings)
	}
	wrong := cluster()
	wrong.Annotations = map[string]string{"latchkey.dev/attach-to": ""}
	if _, errs, _ := generators.Expand(wrong, latchkey.Options{}); len(errs) != 1 || !strings.Contains(errs[0].Error(), "a MiniCluster cannot be attached to another object") {
		t.Errorf("a MiniCluster: %v", errs)
	}
}

// TestJoinedIsNamed wants a warning to name the carrier if no annotation does.
func TestJoinedIsNamed(t *testing.T) {
	t.Parallel()
	mc := cluster()
	_, errs, warnings := generators.Expand(mc, latchkey.Options{}, metricSet("cpu", nil, map[string]string{"latchkey.dev/workload": "Job"}))
	if len(errs) > 0 || len(warnings) != 1 || !strings.Contains(warnings[0].Detail, "the set is attached to "+mc.Name+", so annotate that") {
		t.Errorf("errors %v, warnings %v", errs, warnings)
	}
}

// TestExpandJoinedRename wants what is attached to count in the hash of names, because it cannot be changed either.
func TestExpandJoinedRename(t *testing.T) {
	t.Parallel()
	name := func(rate string) string {
		set := metricSet("cpu", nil, nil)
		set.Spec.Metrics[0].Options = map[string]v1alpha2.OptionValue{"rate": v1alpha2.OptionValue(rate)}
		objects, errs, _ := generators.Expand(cluster(), latchkey.Options{OnChange: latchkey.OnChangeRename}, set)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		return objects[len(objects)-1].(*jobset.JobSet).Name
	}
	if one, two := name("1"), name("2"); one == two || len(one) != len("lammps-12345678") {
		t.Errorf("the names %q and %q", one, two)
	}
}
