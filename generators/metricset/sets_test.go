package metricset_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

// TestTextsAreApart wants the metadata of each metric of a set under a key of its own.
func TestTextsAreApart(t *testing.T) {
	t.Parallel()
	all := expand(t, specs()["all of them twice"], latchkey.Options{})
	config := podtest.One[*corev1.ConfigMap](t, all)
	var got []string
	for _, name := range slices.Sorted(maps.Keys(all.jobs())) {
		pod := all.jobs()[name].Template.Spec
		for _, container := range slices.Concat(pod.InitContainers, pod.Containers) {
			key := podtest.Variables(container)["LATCHKEY_KEY"]
			if key == "" {
				continue
			}
			got = append(got, name+"/"+container.Name+" "+key)
			if config.Data[key+".metadata"] == "" {
				t.Errorf("%s has no metadata", key)
			}
		}
	}
	want := []string{
		"l/launcher launcher", "l1/launcher launcher-1", "m/app entrypoint-0", "m1/storage entrypoint-1",
		"m2/app entrypoint-2", "m3/storage entrypoint-3", "w/workers launcher", "w1/workers launcher-1",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("jobs, containers and keys (-want +got):\n%s", diff)
	}
	launcher := podtest.Variables(all.container(t, "l1", "launcher"))
	if launcher["LATCHKEY_LAUNCHER_JOB"] != "l1" || launcher["LATCHKEY_WORKER_JOB"] != "w1" {
		t.Errorf("the second launcher looks for the jobs of the first: %v", launcher)
	}
	targets := podtest.One[*jobset.JobSet](t, all).Spec.SuccessPolicy.TargetReplicatedJobs
	if diff := cmp.Diff([]string{"m", "m1", "l", "m2", "m3", "l1"}, targets); diff != "" {
		t.Errorf("what the set waits for (-want +got):\n%s", diff)
	}
}

// A worker prints and runs the launcher's files, unless an addon changes the files of one of the two.
func TestWorkersFiles(t *testing.T) {
	t.Parallel()
	for spec, want := range map[string]string{
		"{pods: 2, metrics: [{name: app-amg}]}": "launcher",
		"{pods: 2, metrics: [{name: app-amg, addons: [{name: commands, options: {preBlock: echo one}}]}]}": "worker",
		"{pods: 2, metrics: [{name: app-hpl}]}": "worker",
	} {
		all := expand(t, spec, latchkey.Options{})
		got := podtest.Variables(all.container(t, "w", "workers"))["LATCHKEY_KEY"]
		data := podtest.One[*corev1.ConfigMap](t, all).Data
		if _, own := data["worker.metadata"]; got != want || own != (want == "worker") || data["launcher.metadata"] == "" {
			t.Errorf("%s: the key of the workers is %q, want %q; files %q", spec, got, want, slices.Sorted(maps.Keys(data)))
		}
	}
}

// Launcher and workers wait as long as the script says, unless the option wait says otherwise.
func TestWait(t *testing.T) {
	t.Parallel()
	for spec, want := range map[string]string{
		"{pods: 2, metrics: [{name: app-amg}]}":                              "",
		"{pods: 2, metrics: [{name: app-amg, options: {wait: 60}}]}":         "60",
		"{pods: 2, metrics: [{name: network-netmark, options: {wait: 60}}]}": "60",
	} {
		all := expand(t, spec, latchkey.Options{})
		for name, job := range all.jobs() {
			if got := podtest.Variables(job.Template.Spec.Containers[0])["LATCHKEY_WAIT_SECONDS"]; got != want {
				t.Errorf("%s: %s waits %q s, want %q", spec, name, got, want)
			}
		}
	}
}

func TestSameMetricTwiceKeepsItsOptions(t *testing.T) {
	t.Parallel()
	all := expand(t, "{metrics: [{name: io-fio, options: {size: 1M}}, {name: io-fio, options: {size: 2M}}]}", latchkey.Options{})
	data := podtest.One[*corev1.ConfigMap](t, all).Data
	for key, size := range map[string]string{"entrypoint-0": "--size=1M", "entrypoint-1": "--size=2M"} {
		if !strings.Contains(data[key+".command-0"], size) {
			t.Errorf("%s runs %q, want %s", key, data[key+".command-0"], size)
		}
	}
}

func TestEndlessMetricsAreNotWaitedFor(t *testing.T) {
	t.Parallel()
	tests := map[string][]string{
		"{metrics: [{name: io-sysstat}]}":                                            nil,
		"{metrics: [{name: io-sysstat}, {name: sys-hwloc}]}":                         {"m1"},
		"{metrics: [{name: io-sysstat, options: {completions: 1}}, {name: io-fio}]}": nil,
		"{pods: 2, metrics: [{name: app-lammps}, {name: io-fio}]}":                   {"l", "m"},
	}
	for spec, jobs := range tests {
		var want *jobset.SuccessPolicy // a JobSet without one waits for all its jobs
		if jobs != nil {
			want = &jobset.SuccessPolicy{Operator: jobset.OperatorAll, TargetReplicatedJobs: jobs}
		}
		got := podtest.One[*jobset.JobSet](t, expand(t, spec, latchkey.Options{})).Spec.SuccessPolicy
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", spec, diff)
		}
	}
}

// TestRights says who may do what: the options of Latchkey, of metrics and of addons.
func TestRights(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		spec, job, container string
		options              latchkey.Options
		want                 string
	}{
		"what watches may trace":    {specs()["watching"], "m", "app", latchkey.Options{}, "[SYS_PTRACE]"},
		"unless it must not":        {specs()["watching"], "m", "app", latchkey.Options{Ptrace: latchkey.PtraceNever}, "[]"},
		"the application may not":   {specs()["watching"], "m", "app-addon", latchkey.Options{}, "[]"},
		"nor what measures":         {specs()["storing"], "m", "storage", latchkey.Options{}, "[]"},
		"a metric that says so may": {"{metrics: [{name: io-fio, attributes: {securityContext: {allowPtrace: true, allowAdmin: true}}}]}", "m", "storage", latchkey.Options{}, "[SYS_PTRACE SYS_ADMIN]"},
		"a profiler may":            {"{pods: 2, metrics: [{name: app-lammps, addons: [{name: perf-commands, options: {prefix: perf, target: l}}]}]}", "l", "launcher", latchkey.Options{}, "[SYS_PTRACE SYS_ADMIN]"},
		"its workers may not":       {"{pods: 2, metrics: [{name: app-lammps, addons: [{name: perf-commands, options: {prefix: perf, target: l}}]}]}", "w", "workers", latchkey.Options{}, "[]"},
	}
	for name, test := range tests {
		container := expand(t, test.spec, test.options).container(t, test.job, test.container)
		got := "[]"
		context := container.SecurityContext
		if context == nil {
			context = &corev1.SecurityContext{}
		}
		if context.Capabilities != nil {
			got = fmt.Sprint(context.Capabilities.Add)
		}
		if got != test.want || context.Privileged != nil {
			t.Errorf("%s: %s, privileged %v, want %s", name, got, context.Privileged, test.want)
		}
	}
}

func TestSidecars(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		spec    string
		options latchkey.Options
		native  bool
	}{
		"native":      {specs()["watching"], latchkey.Options{}, true},
		"container":   {specs()["watching"], contained, false},
		"interactive": {specs()["interactive"], latchkey.Options{}, false},
	} {
		all := expand(t, test.spec, test.options)
		pod, watcher := all.jobs()["m"].Template.Spec, all.container(t, "m", watcherOf(test.options))
		native := watcher.RestartPolicy != nil && *watcher.RestartPolicy == corev1.ContainerRestartPolicyAlways
		if native != test.native || (podtest.Variables(watcher)["LATCHKEY_SIDECAR"] == "native") != test.native || len(pod.InitContainers) == 1 != test.native {
			t.Errorf("%s: the watcher is native: %t, want %t", name, native, test.native)
		}
		if pod.ShareProcessNamespace == nil || !*pod.ShareProcessNamespace {
			t.Errorf("%s: the processes are not shared", name)
		}
	}
}

func TestOnChange(t *testing.T) {
	t.Parallel()
	names := func(size string, onChange latchkey.OnChange) []string {
		return expand(t, "{metrics: [{name: io-fio, options: {size: "+size+"}}]}", latchkey.Options{OnChange: onChange}).names()
	}
	first, same, other := names("1M", latchkey.OnChangeRename), names("1M", latchkey.OnChangeRename), names("2M", latchkey.OnChangeRename)
	if diff := cmp.Diff(first, same); diff != "" {
		t.Errorf("one content has two names:\n%s", diff)
	}
	if always := names("1M", latchkey.OnChangeFail); always[0] != first[0] {
		t.Errorf("the ConfigMap is called %q, and with onChange=Rename %q", always[0], first[0])
	}
	if first[0] == other[0] || first[2] == other[2] || first[1] != other[1] {
		t.Errorf("names %q and %q: ConfigMap and JobSet must differ, the Service must not", first, other)
	}
	for _, object := range expand(t, specs()["storing"], latchkey.Options{OnChange: latchkey.OnChangeRecreate}) {
		meta := object.(metav1.Object)
		_, workload := object.(*jobset.JobSet)
		if recreated := meta.GetAnnotations()["kustomize.toolkit.fluxcd.io/force"] == "enabled"; recreated != workload {
			t.Errorf("%s is recreated: %t", meta.GetName(), recreated)
		}
	}
}
