package metricset_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

// published is where the Metrics Operator's Python SDK looks for the log of each metric that it can parse: the letter of
// the job in the pod's name "<set>-<job>-0", and an ordinary container (converged-computing/metrics-operator,
// sdk/python/v1alpha2/metricsoperator/metrics, pod_prefix and container_name of each class).
var published = map[string]struct{ job, container, options string }{
	"app-amg":               {"l", "launcher", ""},
	"app-lammps":            {"l", "launcher", ""},
	"io-fio":                {"m", "io-fio", ""},
	"io-sysstat":            {"m", "io-sysstat", ""},
	"network-netmark":       {"n", "launcher", ""},
	"network-osu-benchmark": {"l", "launcher", ""},
	"perf-sysstat":          {"m", "perf-sysstat", ", addons: [{name: application, options: {image: 'a:1', command: lmp}}]"},
}

func TestPublishedLogReaders(t *testing.T) {
	t.Parallel()
	for metric, want := range published {
		spec := fmt.Sprintf("{pods: 2, metrics: [{name: %s%s}]}", metric, want.options)
		all := expand(t, spec, latchkey.Options{LogNames: latchkey.LogNamesMetricsOperator})
		job, made := all.jobs()[want.job]
		named := func(c corev1.Container) bool { return c.Name == want.container && c.RestartPolicy == nil }
		if !made || !slices.ContainsFunc(job.Template.Spec.Containers, named) {
			t.Errorf("%s: no ordinary container %s in a job %s, but %q", metric, want.container, want.job, slices.Collect(maps.Keys(all.jobs())))
		}
	}
}

// TestLogNamesOfTheSet wants names as upstream's controller gives them unless the option says otherwise.
func TestLogNamesOfTheSet(t *testing.T) {
	t.Parallel()
	const spec = "{metrics: [{name: perf-sysstat, addons: [{name: application, options: {image: 'a:1', command: lmp, name: lammps}}]}]}"
	got := map[latchkey.LogNames][]string{}
	for _, names := range []latchkey.LogNames{latchkey.LogNamesLatchkey, latchkey.LogNamesMetricsOperator} {
		template := expand(t, spec, latchkey.Options{LogNames: names}).jobs()["m"].Template
		for _, container := range template.Spec.InitContainers {
			got[names] = append(got[names], "init "+container.Name)
		}
		for _, container := range template.Spec.Containers {
			got[names] = append(got[names], container.Name)
		}
		if name := template.Annotations[workload.DefaultContainer]; name != "lammps" {
			t.Errorf("logNames %s: kubectl logs shows %q", names, name)
		}
	}
	want := map[latchkey.LogNames][]string{
		latchkey.LogNamesLatchkey:        {"init app", "lammps"},
		latchkey.LogNamesMetricsOperator: {"lammps", "perf-sysstat"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("containers (-want +got):\n%s", diff)
	}
}

// TestLogNamesAttached wants a native sidecar whatever the option says: an ordinary container could fail the pod, or keep it from
// ending.
func TestLogNamesAttached(t *testing.T) {
	t.Parallel()
	for _, names := range []latchkey.LogNames{latchkey.LogNamesLatchkey, latchkey.LogNamesMetricsOperator} {
		made, _ := sidecar(t, joining, latchkey.Options{LogNames: names}, lammps())
		if made.RestartPolicy == nil || *made.RestartPolicy != corev1.ContainerRestartPolicyAlways {
			t.Errorf("logNames %s: the sidecar has the restart policy %v", names, made.RestartPolicy)
		}
	}
}

func TestDefaultContainers(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct{ spec, job, want string }{
		"a launcher":          {"{pods: 2, metrics: [{name: app-lammps}]}", "l", "launcher"},
		"workers":             {"{pods: 2, metrics: [{name: app-lammps}]}", "w", "workers"},
		"what is measured":    {"{metrics: [{name: io-fio, addons: [{name: application, options: {image: 'a:1', command: b}}]}]}", "m", "storage"},
		"the user's choice":   {"{pod: {annotations: {kubectl.kubernetes.io/default-container: app}}, metrics: [{name: perf-sysstat, addons: [{name: application, options: {image: 'a:1', command: b}}]}]}", "m", "app"},
		"a container missing": {"{pod: {annotations: {kubectl.kubernetes.io/default-container: no}}, metrics: [{name: io-fio}]}", "m", "storage"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := expand(t, row.spec, latchkey.Options{}).jobs()[row.job].Template.Annotations[workload.DefaultContainer]
			if got != row.want {
				t.Errorf("kubectl logs shows %q, want %q", got, row.want)
			}
		})
	}
}
