package metricset_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/metricset"
	"github.com/latchkey-dev/latchkey/generators/metricset/metrics"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

// lammps is a MiniCluster of two brokers.
func lammps() attach.Pod {
	return attach.Pod{
		Name: "lammps", Title: "the MiniCluster lammps", Field: "spec.pod", User: attach.User{Plain: true},
		Flux:       &attach.Flux{Pods: 2, Command: []string{"/bin/bash", "/flux_operator/broker.sh"}, Application: "lmp  -in in.melt"},
		Containers: []string{"flux-view", "lammps", "proxy"},
		Labels:     map[string]string{"team": "hpc"},
	}
}

// attached returns what a spec adds to a carrier, and its problems in words.
func attached(t *testing.T, spec string, opts latchkey.Options, carrier attach.Pod) (added attach.Addition, errs, warnings []string) {
	t.Helper()
	return attachedSet(t, read(t, spec), opts, carrier)
}

func attachedSet(t *testing.T, ms *v1alpha2.MetricSet, opts latchkey.Options, carrier attach.Pod) (added attach.Addition, errs, warnings []string) {
	t.Helper()
	opts.Default()
	added, problems, told := metricset.Addition(ms, opts, carrier)
	return added, inWords(problems), inWords(told)
}

func inWords(problems field.ErrorList) []string {
	var words []string
	for _, problem := range problems {
		words = append(words, problem.Field+": "+problem.Detail)
	}
	return words
}

// sidecar returns the only sidecar that is added.
func sidecar(t *testing.T, spec string, opts latchkey.Options, carrier attach.Pod) (corev1.Container, attach.Addition) {
	t.Helper()
	added, errs, _ := attached(t, spec, opts, carrier)
	if len(errs) > 0 || len(added.Sidecars) != 1 {
		t.Fatalf("%d sidecars, errors %q", len(added.Sidecars), errs)
	}
	return added.Sidecars[0].Container, added
}

const joining = "{metrics: [{name: perf-sysstat, options: {rate: 5}, resources: {limits: {cpu: 100m}}}]}"

func TestAttach(t *testing.T) {
	t.Parallel()
	made, added := sidecar(t, joining, latchkey.Options{}, lammps())
	want := map[string]string{
		"LATCHKEY_KEY": "entrypoint-0", "LATCHKEY_RATE": "5", "LATCHKEY_INTERVAL": "1",
		"LATCHKEY_RUNNER": "/bin/bash /flux_operator/broker.sh",
	}
	if diff := cmp.Diff(want, podtest.Variables(made)); diff != "" {
		t.Errorf("environment (-want +got):\n%s", diff)
	}
	if made.Name != "perf-sysstat" || made.TTY || made.Stdin || made.Resources.Limits.Cpu().String() != "100m" {
		t.Errorf("the sidecar is %+v", made)
	}
	wantMounts := []corev1.VolumeMount{{Name: "latchkey-metrics", MountPath: "/metrics_operator"}}
	if diff := cmp.Diff(wantMounts, made.VolumeMounts); diff != "" {
		t.Errorf("mounts (-want +got):\n%s", diff)
	}
	if got := added.Files.Data["entrypoint-0.application"]; got != "lmp -in in.melt" {
		t.Errorf("the application is %q", got)
	}
	for _, file := range []string{"flux-perf-sysstat.sh", "entrypoint-0.metadata"} {
		if added.Files.Data[file] == "" {
			t.Errorf("there is no %s", file)
		}
	}
	if _, there := added.Files.Data["entrypoint-0.watch"]; there {
		t.Error("a command line is watched, although none was given")
	}
	if !strings.Contains(added.Files.Data["entrypoint-0.metadata"], `{"pods":2,`) {
		t.Errorf("metadata %q", added.Files.Data["entrypoint-0.metadata"])
	}
}

// TestAttachKernel wants perf-bpftrace to know that Kubernetes starts it again if it ends.
func TestAttachKernel(t *testing.T) {
	t.Parallel()
	made, _ := sidecar(t, "{metrics: [{name: perf-bpftrace}]}", latchkey.Options{}, lammps())
	if got := podtest.Variables(made)["LATCHKEY_SIDECAR"]; got != "native" {
		t.Errorf("the sidecar is %q", got)
	}
}

func TestAttachNames(t *testing.T) {
	t.Parallel()
	carrier := lammps()
	carrier.Sidecars = []string{"perf-sysstat", "perf-sysstat-x", "perf-sysstat-3", "perf-sysstat-02", "perf-sysstat--1", "io-sysstat-0"}
	added, errs, _ := attached(t, "{metrics: [{name: perf-sysstat}, {name: perf-sysstat, options: {threads: true}}, {name: perf-sysstat}, {name: io-sysstat}]}", latchkey.Options{}, carrier)
	var got []string
	for _, made := range added.Sidecars {
		got = append(got, made.Container.Name+" "+podtest.Variables(made.Container)["LATCHKEY_KEY"])
	}
	want := []string{"perf-sysstat-1 entrypoint-0", "perf-sysstat-2 entrypoint-1", "perf-sysstat-4 entrypoint-2", "io-sysstat entrypoint-3"}
	if diff := cmp.Diff(want, got); diff != "" || len(errs) > 0 {
		t.Errorf("(-want +got):\n%s%q", diff, errs)
	}
}

func TestAttachVolumes(t *testing.T) {
	t.Parallel()
	made, added := sidecar(t, `
metrics:
- name: io-sysstat
  addons:
  - {name: volume-empty, options: {name: scratch, path: /scratch}}
  - {name: commands, options: {preBlock: echo before, prefix: nice}}
`, latchkey.Options{}, lammps())
	if !slices.ContainsFunc(made.VolumeMounts, func(m corev1.VolumeMount) bool { return m.Name == "scratch" && m.MountPath == "/scratch" }) {
		t.Errorf("mounts %v", made.VolumeMounts)
	}
	if volumes := added.Sidecars[0].Volumes; len(volumes) != 2 || volumes[0].Name != "latchkey-metrics" || volumes[1].Name != "scratch" {
		t.Errorf("volumes %v", volumes)
	}
	if added.Files.Data["entrypoint-0.pre-0"] != "echo before" || !strings.HasPrefix(added.Files.Data["entrypoint-0.command-0"], "nice iostat ") {
		t.Errorf("snippets %q %q", added.Files.Data["entrypoint-0.pre-0"], added.Files.Data["entrypoint-0.command-0"])
	}
}

// TestAttachVolumesOfOneName wants two metrics with volumes of the same name to keep their own volumes.
func TestAttachVolumesOfOneName(t *testing.T) {
	t.Parallel()
	added, errs, _ := attached(t, `
metrics:
- {name: perf-sysstat, addons: [{name: volume-pvc, options: {name: data, path: /data, claimName: one}}]}
- {name: io-sysstat, addons: [{name: volume-pvc, options: {name: data, path: /data, claimName: two}}]}
`, latchkey.Options{}, lammps())
	var got []string
	for _, made := range added.Sidecars {
		for _, volume := range made.Volumes[1:] { // the first has the files
			got = append(got, made.Container.Name+" "+volume.Name+" "+volume.PersistentVolumeClaim.ClaimName)
		}
	}
	if diff := cmp.Diff([]string{"perf-sysstat data one", "io-sysstat data two"}, got); diff != "" || len(errs) > 0 {
		t.Errorf("(-want +got):\n%s%q", diff, errs)
	}
}

// TestAttachTarget wants addons to choose a container by its name in the pod.
func TestAttachTarget(t *testing.T) {
	t.Parallel()
	_, added := sidecar(t, "{metrics: [{name: io-sysstat, addons: [{name: commands, options: {preBlock: echo before, containerTarget: io-sysstat}}]}]}", latchkey.Options{}, lammps())
	if got := added.Files.Data["entrypoint-0.pre-0"]; got != "echo before" {
		t.Errorf("the text is %q", got)
	}
	_, errs, _ := attached(t, "{metrics: [{name: io-sysstat, addons: [{name: commands, options: {preBlock: echo before, containerTarget: storage}}]}]}", latchkey.Options{}, lammps())
	want := []string{`spec.metrics[0].addons[0].options.containerTarget: "storage" is not a container of this metric: choose one of "io-sysstat"`}
	if diff := cmp.Diff(want, errs); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestAttachLabels warns of labels of the set, but not of those that tools give to all objects of a package.
func TestAttachLabels(t *testing.T) {
	t.Parallel()
	ms := read(t, joining)
	ms.Labels = map[string]string{"team": "hpc", "queue": "long"}
	_, errs, warnings := attachedSet(t, ms, latchkey.Options{}, lammps())
	want := []string{"metadata.labels[queue]: it has no effect, because the MetricSet is attached to the MiniCluster lammps: write it there"}
	if diff := cmp.Diff(want, warnings); diff != "" || len(errs) > 0 {
		t.Errorf("(-want +got):\n%s%q", diff, errs)
	}
}

func TestAttachProblems(t *testing.T) {
	t.Parallel()
	oneAttachable := suggest.OneOf(metrics.AttachedNames())
	taken := lammps()
	taken.Containers = append(taken.Containers, "io-sysstat")
	alike := lammps()
	alike.Name, alike.Title, alike.Containers = "perf-sysstat", "the MiniCluster perf-sysstat", []string{"flux-view", "perf-sysstat"}
	onNode := lammps()
	onNode.HostPID = true
	unshared := lammps()
	unshared.Unshared = true
	for name, test := range map[string]struct {
		spec           string
		carrier        attach.Pod
		errs, warnings []string
	}{
		"a metric with an application": {"{metrics: [{name: app-lammps}, {name: io-fio}]}", lammps(), []string{
			`spec.metrics[0].name: "app-lammps" brings an application of its own, but the pods of a MiniCluster have one already: ` + oneAttachable + `, or leave the annotation latchkey.dev/attach-to out`,
			`spec.metrics[1].name: "io-fio" brings an application of its own, but the pods of a MiniCluster have one already: ` + oneAttachable + `, or leave the annotation latchkey.dev/attach-to out`,
		}, nil},
		"addons": {"{metrics: [{name: perf-sysstat, addons: [{name: application, options: {image: 'a:1', command: b}}, {name: workload-flux}, {name: perf-mpitrace}]}]}", lammps(), []string{
			`spec.metrics[0].addons[0].name: "application" cannot be used in pods that have an application: leave the addon out`,
			`spec.metrics[0].addons[1].name: "workload-flux" cannot be used in pods that have an application: leave the addon out`,
			`spec.metrics[0].addons[2].name: "perf-mpitrace" cannot be used in pods that have an application: the addon measures only a command that the metric starts, so put the profiler into the command of the application`,
		}, nil},
		"a container of that name": {"{metrics: [{name: io-sysstat}]}", taken, []string{
			`spec.metrics[0].name: the MiniCluster lammps has a container "io-sysstat", and the container of the metric would have the same name: rename the container of the MiniCluster lammps`,
		}, nil},
		"a MiniCluster of that name": {"{metrics: [{name: perf-sysstat}]}", alike, []string{
			`spec.metrics[0].name: the MiniCluster perf-sysstat has a container "perf-sysstat", and the container of the metric would have the same name: rename the MiniCluster, because the broker's container has its name`,
		}, nil},
		"processes that are not shared": {"{metrics: [{name: io-sysstat}]}", unshared, nil, []string{
			`metadata.annotations[latchkey.dev/attach-to]: the containers of the MiniCluster lammps share their processes although spec.shareProcessNamespace is false, because sidecars would see no process otherwise: leave shareProcessNamespace out there`,
		}},
		"the processes of the node": {"{metrics: [{name: io-sysstat}]}", onNode, []string{
			`metadata.annotations[latchkey.dev/attach-to]: the pods of the MiniCluster lammps use the processes of the node (spec.pod.hostPID), but a MetricSet can only be attached to pods whose containers share their own processes: leave hostPID out there`,
		}, nil},
		"nodes of its own": {"{metrics: [{name: io-sysstat, options: {soleTenancy: true}}, {name: perf-sysstat, options: {soleTenancy: false}}]}", lammps(), nil, []string{
			"spec.metrics[0].options.soleTenancy: it has no effect, because the MetricSet is attached to the MiniCluster lammps: write it there",
		}},
		"an index that there is not": {"{metrics: [{name: perf-sysstat, mapOptions: {commands: {2: x}}}]}", lammps(), []string{
			`spec.metrics[0].mapOptions.commands[2]: there is no pod of index 2: use an index up to 1, or more pods`,
		}, nil},
		"a prefix around what has no command": {"{metrics: [{name: perf-sysstat, addons: [{name: commands, options: {prefix: nice}}]}]}", lammps(), []string{
			`spec.metrics[0].addons[0].options.prefix: this metric reads many figures at once and has no command that could be wrapped: use preBlock or postBlock`,
		}, nil},
		"what has no effect": {
			"{metrics: [{name: io-sysstat}], serviceName: x, deadlineSeconds: 5, dontSetFQDN: false, logging: {interactive: true}, pod: {nodeSelector: {a: b}}}", lammps(), nil,
			[]string{
				"spec.logging.interactive: it has no effect, because sidecars live as long as the pods that they are attached to: leave it out",
				"spec.serviceName: it has no effect, because the MetricSet is attached to the MiniCluster lammps: write it there",
				"spec.dontSetFQDN: it has no effect, because the MetricSet is attached to the MiniCluster lammps: write it there",
				"spec.deadlineSeconds: it has no effect, because the MetricSet is attached to the MiniCluster lammps: write it there",
				"spec.pod: it has no effect, because the MetricSet is attached to the MiniCluster lammps: write it there",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			added, errs, warnings := attached(t, test.spec, latchkey.Options{}, test.carrier)
			if diff := cmp.Diff(test.errs, errs); diff != "" {
				t.Errorf("errors (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.warnings, warnings); diff != "" {
				t.Errorf("warnings (-want +got):\n%s", diff)
			}
			if (len(added.Sidecars) > 0) == (len(errs) > 0) {
				t.Errorf("%d sidecars with %d errors", len(added.Sidecars), len(errs))
			}
		})
	}
}
