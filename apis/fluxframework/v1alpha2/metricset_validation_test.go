package v1alpha2_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/internal/apitest"
)

type (
	MetricSet = v1alpha2.MetricSet
	Metric    = v1alpha2.Metric
	Addon     = v1alpha2.Addon
)

// metricSet returns a MetricSet with one metric, after a change.
func metricSet(change func(*MetricSet)) *MetricSet {
	ms := &MetricSet{ObjectMeta: metav1.ObjectMeta{Name: "io"}}
	ms.Spec.Metrics = []Metric{{Name: "io-fio"}}
	if change != nil {
		change(ms)
	}
	return ms
}

func TestValidateMetricSet(t *testing.T) {
	t.Parallel()
	const (
		labelRule = `use at most 63 letters, digits, "-", "_" and ".", a letter or digit at either end`
		keyRule   = `use at most 63 letters, digits, "-", "_" and ".", perhaps after a domain and "/"`
	)
	long := strings.Repeat("a", 64)
	tests := []struct {
		name     string
		change   func(*MetricSet)
		problems field.ErrorList
	}{
		{name: "one metric"},
		{
			name:     "no name",
			change:   func(ms *MetricSet) { ms.Name = "" },
			problems: problems(required("metadata.name", "the set has no name: give it one, all other names are made from it")),
		},
		{
			name:     "a name that a server makes",
			change:   func(ms *MetricSet) { ms.Name, ms.GenerateName = "", "io-" },
			problems: problems(required("metadata.name", "generateName is no name yet, and all other names are made from that of the set: write metadata.name instead")),
		},
		{
			name:   "a name that is none",
			change: func(ms *MetricSet) { ms.Name = "My.Set" },
			problems: problems(invalid("metadata.name", "My.Set",
				`"My.Set" is not allowed here: use at most 63 lower-case letters, digits and "-", a letter first`)),
		},
		{
			name:     "a namespace that is none",
			change:   func(ms *MetricSet) { ms.Namespace = "HPC" },
			problems: problems(invalid("metadata.namespace", "HPC", `"HPC" is not allowed here: use at most 63 lower-case letters, digits and "-", no "-" at either end`)),
		},
		{
			name:     "no pods",
			change:   func(ms *MetricSet) { ms.Spec.Pods = new(int32(0)) },
			problems: problems(invalid("spec.pods", int32(0), "0 is too small: use 1 or more (number of pods of each metric)")),
		},
		{
			name:   "a deadline that is over",
			change: func(ms *MetricSet) { ms.Spec.DeadlineSeconds = new(int64(0)) },
			problems: problems(invalid("spec.deadlineSeconds", int64(0),
				"0 is too small: use 1 or more (seconds until a job is ended), or leave it out for about a year")),
		},
		{
			name:   "a Service that cannot be",
			change: func(ms *MetricSet) { ms.Spec.ServiceName = "1st" },
			problems: problems(invalid("spec.serviceName", "1st",
				`"1st" is not allowed here: use at most 63 lower-case letters, digits and "-", a letter first`)),
		},
		{
			name:     "no metrics",
			change:   func(ms *MetricSet) { ms.Spec.Metrics = nil },
			problems: problems(required("spec.metrics", `there is no metric: list at least one, for example "- name: sys-hwloc"`)),
		},
		{
			name:   "metrics and addons without names",
			change: func(ms *MetricSet) { ms.Spec.Metrics = []Metric{{Addons: []Addon{{Name: "commands"}, {}}}} },
			problems: problems(
				required("spec.metrics[0].name", "the metric has no name: choose one of the catalogue, for example sys-hwloc"),
				required("spec.metrics[0].addons[1].name", "the addon has no name: choose one of the catalogue, for example volume-pvc"),
			),
		},
		{
			name: "a request above the limit of the set",
			change: func(ms *MetricSet) {
				ms.Spec.Resources = quantities("cpu", "1")
				ms.Spec.Metrics[0].Resources.Requests = quantities("cpu", "2")
			},
			problems: problems(invalid("spec.metrics[0].resources.requests[cpu]", "2",
				`"2" is more than the limit, which is "1": request at most the limit`)),
		},
		{
			name:   "huge pages alone",
			change: func(ms *MetricSet) { ms.Spec.Metrics[0].Resources.Limits = quantities("hugepages-2Mi", "2Mi") },
			problems: problems(forbidden("spec.metrics[0].resources",
				"huge pages need cpu or memory beside them: add one of the two")),
		},
		{
			name: "huge pages beside the memory of the set",
			change: func(ms *MetricSet) {
				ms.Spec.Resources = quantities("memory", "1Gi")
				ms.Spec.Metrics[0].Resources.Limits = quantities("hugepages-2Mi", "2Mi")
			},
		},
		{
			name: "a value of an annotation that the server refuses",
			change: func(ms *MetricSet) {
				ms.Spec.Pod.Annotations = map[string]string{"controller.kubernetes.io/pod-deletion-cost": "low"}
			},
			problems: problems(invalid("spec.pod.annotations[controller.kubernetes.io/pod-deletion-cost]", "low",
				`"low" is not a whole number of 32 bits: write one without "+" and without zeros before it, for example -100`)),
		},
		{
			name:   "less than nothing",
			change: func(ms *MetricSet) { ms.Spec.Metrics[0].Resources.Limits = quantities("memory", "-1Gi") },
			problems: problems(invalid("spec.metrics[0].resources.limits[memory]", "-1Gi",
				`"-1Gi" is negative: use 0 or more`)),
		},
		{
			name: "labels of pods that are taken",
			change: func(ms *MetricSet) {
				ms.Spec.Pod.Labels = map[string]string{"metricset-name": "mine", "job-name": "mine", "team": "hpc"}
			},
			problems: problems(
				invalid("spec.pod.labels[job-name]", "mine", `"job-name" is set by the Job controller, which refuses another value: leave it out`),
				invalid("spec.pod.labels[metricset-name]", "mine", `"metricset-name" is set by Latchkey, and pods are selected by it: choose another key`),
			),
		},
		{
			name:   "an account that cannot be",
			change: func(ms *MetricSet) { ms.Spec.Pod.ServiceAccountName = "Me" },
			problems: problems(invalid("spec.pod.serviceAccountName", "Me",
				`"Me" is not allowed here: use at most 253 lower-case letters, digits, "-" and ".", a letter or digit at either end`)),
		},
		{
			name: "everything at once",
			change: func(ms *MetricSet) {
				ms.Name, ms.Labels, ms.Spec.Pod.NodeSelector = long, map[string]string{"a": long}, map[string]string{"a b": ""}
			},
			problems: problems(
				invalid("metadata.name", long, `"`+long+`" is not allowed here: use at most 63 lower-case letters, digits and "-", a letter first`),
				invalid("metadata.labels[a]", long, `"`+long+`" is not allowed here: `+labelRule),
				invalid("spec.pod.nodeSelector[a b]", "a b", `"a b" is not allowed here: `+keyRule),
			),
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			ms := metricSet(test.change)
			ms.Default()
			before := ms.DeepCopy()
			errs, warnings := ms.Validate(latchkey.Options{})
			if diff := cmp.Diff(test.problems, errs); diff != "" {
				t.Errorf("errors (-want +got):\n%s", diff)
			}
			if len(warnings) > 0 {
				t.Errorf("warnings: %v", warnings)
			}
			if diff := cmp.Diff(before, ms); diff != "" {
				t.Errorf("Validate changed the object (-before +after):\n%s", diff)
			}
		})
	}
}

func TestMetricSetDefaults(t *testing.T) {
	t.Parallel()
	ms := metricSet(nil)
	want := ms.DeepCopy()
	want.Spec.Pods, want.PodsDefaulted, want.Spec.ServiceName = new(int32(1)), true, "io"
	want.Spec.DeadlineSeconds, want.Spec.DontSetFQDN = new(int64(31500000)), new(true)
	ms.Default()
	if diff := cmp.Diff(want, ms); diff != "" {
		t.Errorf("defaults (-want +got):\n%s", diff)
	}
}

func TestMetricSetDefaultsKeepWhatIsSaid(t *testing.T) {
	t.Parallel()
	for name, fill := range map[string]func(any){"values": apitest.Fill, "zeros": apitest.FillZeros} {
		var ms MetricSet
		fill(&ms)
		want := ms.DeepCopy()
		ms.Default()
		if diff := cmp.Diff(want, &ms); diff != "" {
			t.Errorf("%s (-said +defaulted):\n%s", name, diff)
		}
	}
	ms := metricSet(nil)
	ms.Default()
	once := ms.DeepCopy()
	ms.Default()
	if diff := cmp.Diff(once, ms); diff != "" {
		t.Errorf("a second time changes something (-once +twice):\n%s", diff)
	}
}

func TestResourcesOf(t *testing.T) {
	t.Parallel()
	ms := metricSet(func(ms *MetricSet) { ms.Spec.Resources = quantities("cpu", "4", "memory", "1Gi") })
	got := ms.ResourcesOf(Metric{Resources: v1alpha2.MetricResources{Limits: quantities("cpu", "2")}})
	if diff := cmp.Diff(quantities("cpu", "2", "memory", "1Gi"), got.Limits); diff != "" {
		t.Errorf("limits (-want +got):\n%s", diff)
	}
	// Kubernetes requests as much as the metric's own limit.
	if diff := cmp.Diff(quantities("memory", "1Gi"), got.Requests); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
	if cpu := ms.Spec.Resources["cpu"]; cpu.String() != "4" {
		t.Errorf("the resources of the set have changed: %v", ms.Spec.Resources)
	}
	if got := metricSet(nil).ResourcesOf(Metric{}); got.Limits != nil || got.Requests != nil {
		t.Errorf("nothing said gives %v", got)
	}
}
