package metricset_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/attach"
	"github.com/latchkey-dev/latchkey/generators/metricset"
)

// lammps is a MiniCluster of two brokers.
func lammps() attach.Host {
	return attach.Host{
		Name: "lammps", Pods: 2, Plain: true,
		Runner:      []string{"/bin/bash", "/flux_operator/broker.sh"},
		Application: "lmp  -in in.melt",
		Containers:  []string{"flux-view", "lammps", "proxy"},
	}
}

// attached returns what a spec adds to a host, and its problems in words.
func attached(t *testing.T, spec string, opts latchkey.Options, host attach.Host) (added attach.Addition, errs, warnings []string) {
	t.Helper()
	ms := read(t, spec)
	ms.Join(host.Pods)
	opts.Default()
	added, problems, told := metricset.Attach(ms, opts, host)
	return added, inWords(problems), inWords(told)
}

func inWords(problems field.ErrorList) []string {
	var words []string
	for _, problem := range problems {
		words = append(words, problem.Field+": "+problem.Detail)
	}
	return words
}

// sidecar is the only one of what is added.
func sidecar(t *testing.T, spec string, opts latchkey.Options, host attach.Host) (corev1.Container, attach.Addition) {
	t.Helper()
	added, errs, _ := attached(t, spec, opts, host)
	if len(errs) > 0 || len(added.Sidecars) != 1 {
		t.Fatalf("%d sidecars, errors %q", len(added.Sidecars), errs)
	}
	return added.Sidecars[0], added
}

const joining = "{metrics: [{name: perf-sysstat, options: {rate: 5}, resources: {limits: {cpu: 100m}}}]}"

func TestAttach(t *testing.T) {
	t.Parallel()
	made, added := sidecar(t, joining, latchkey.Options{}, lammps())
	want := map[string]string{
		"LATCHKEY_KEY": "entrypoint-0", "LATCHKEY_RATE": "5", "LATCHKEY_INTERVAL": "1",
		"LATCHKEY_RUNNER": "/bin/bash /flux_operator/broker.sh", "LATCHKEY_SIDECAR": "native",
	}
	if diff := cmp.Diff(want, variables(made)); diff != "" {
		t.Errorf("environment (-want +got):\n%s", diff)
	}
	if made.Name != "perf-sysstat" || made.TTY || made.Stdin || made.Resources.Limits.Cpu().String() != "100m" {
		t.Errorf("the sidecar is %+v", made)
	}
	wantMounts := []corev1.VolumeMount{{Name: attach.FilesVolume, MountPath: "/metrics_operator", ReadOnly: true}}
	if diff := cmp.Diff(wantMounts, made.VolumeMounts); diff != "" {
		t.Errorf("mounts (-want +got):\n%s", diff)
	}
	if got := added.Files["entrypoint-0.application"]; got != "lmp -in in.melt" {
		t.Errorf("the application is %q", got)
	}
	for _, file := range []string{"flux-perf-sysstat.sh", "flux-tasks.sh", "watch.sh", "pidstat.sh", "lib.sh", "entrypoint-0.metadata"} {
		if added.Files[file] == "" {
			t.Errorf("there is no %s", file)
		}
	}
	if _, there := added.Files["entrypoint-0.watch"]; there {
		t.Error("a command line is watched, although none was given")
	}
	if !strings.Contains(added.Files["entrypoint-0.metadata"], `{"pods":2,`) {
		t.Errorf("metadata %q", added.Files["entrypoint-0.metadata"])
	}
}

// TestAttachSecurity wants no more rights than it takes to read the figures of the application.
func TestAttachSecurity(t *testing.T) {
	t.Parallel()
	ptrace := &corev1.Capabilities{Add: []corev1.Capability{"SYS_PTRACE"}}
	as := func(user int64) attach.Host {
		host := lammps()
		host.User, host.Group = &user, &user
		return host
	}
	strong := as(1000)
	strong.Plain = false
	for name, test := range map[string]struct {
		host   attach.Host
		ptrace latchkey.Ptrace
		want   *corev1.SecurityContext
	}{
		"a user that only the image knows": {lammps(), "", &corev1.SecurityContext{Privileged: new(false), Capabilities: ptrace}},
		"never":                            {lammps(), latchkey.PtraceNever, &corev1.SecurityContext{Privileged: new(false)}},
		"root":                             {as(0), "", &corev1.SecurityContext{Privileged: new(false), RunAsUser: new(int64(0)), RunAsGroup: new(int64(0))}},
		"a user, always":                   {as(1000), latchkey.PtraceAlways, &corev1.SecurityContext{Privileged: new(false), Capabilities: ptrace, RunAsUser: new(int64(1000)), RunAsGroup: new(int64(1000))}},
		"an application with more rights":  {strong, "", &corev1.SecurityContext{Privileged: new(false), Capabilities: ptrace, RunAsUser: new(int64(1000)), RunAsGroup: new(int64(1000))}},
		"a user, as restricted pods demand": {as(1000), "", &corev1.SecurityContext{
			RunAsUser: new(int64(1000)), RunAsGroup: new(int64(1000)), AllowPrivilegeEscalation: new(false),
			Capabilities:   &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}},
			SeccompProfile: &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			made, _ := sidecar(t, joining, latchkey.Options{Ptrace: test.ptrace}, test.host)
			if diff := cmp.Diff(test.want, made.SecurityContext); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestAttachNames(t *testing.T) {
	t.Parallel()
	host := lammps()
	host.Sidecars = []string{"perf-sysstat"}
	added, errs, _ := attached(t, "{metrics: [{name: perf-sysstat}, {name: perf-sysstat, options: {threads: true}}, {name: io-sysstat}]}", latchkey.Options{}, host)
	var got []string
	for _, made := range added.Sidecars {
		got = append(got, made.Name+" "+variables(made)["LATCHKEY_KEY"])
	}
	want := []string{"perf-sysstat-1 entrypoint-0", "perf-sysstat-2 entrypoint-1", "io-sysstat entrypoint-2"}
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
	if len(added.Volumes) != 1 || added.Volumes[0].Name != "scratch" {
		t.Errorf("volumes %v", added.Volumes)
	}
	if added.Files["entrypoint-0.pre-0"] != "echo before" || !strings.HasPrefix(added.Files["entrypoint-0.command-0"], "nice iostat ") {
		t.Errorf("texts %q %q", added.Files["entrypoint-0.pre-0"], added.Files["entrypoint-0.command-0"])
	}
}

func TestAttachProblems(t *testing.T) {
	t.Parallel()
	taken := lammps()
	taken.Containers = append(taken.Containers, "io-sysstat")
	for name, test := range map[string]struct {
		spec           string
		host           attach.Host
		errs, warnings []string
	}{
		"a metric with an application": {"{metrics: [{name: app-lammps}, {name: io-fio}]}", lammps(), []string{
			`spec.metrics[0].name: "app-lammps" brings an application of its own, and the pods of a MiniCluster have theirs: choose one of "io-sysstat", "perf-sysstat", or leave the annotation latchkey.dev/attach-to out`,
			`spec.metrics[1].name: "io-fio" brings an application of its own, and the pods of a MiniCluster have theirs: choose one of "io-sysstat", "perf-sysstat", or leave the annotation latchkey.dev/attach-to out`,
		}, nil},
		"addons": {"{metrics: [{name: perf-sysstat, addons: [{name: application, options: {image: 'a:1', command: b}}, {name: workload-flux}, {name: perf-mpitrace}]}]}", lammps(), []string{
			`spec.metrics[0].addons[0].name: "application" cannot join a MiniCluster: the application is what Flux runs: give it as the command of the MiniCluster, or as a container beside it`,
			`spec.metrics[0].addons[1].name: "workload-flux" cannot join a MiniCluster: Flux is there already: leave the addon out`,
			`spec.metrics[0].addons[2].name: "perf-mpitrace" cannot join a MiniCluster: it measures a command that the metric starts, and there Flux starts it: put the profiler into the command of the MiniCluster`,
		}, nil},
		"a container of that name": {"{metrics: [{name: io-sysstat}]}", taken, []string{
			`spec.metrics[0].name: the MiniCluster lammps has a container "io-sysstat", and that of the metric would have the same name: rename the container of the MiniCluster`,
		}, nil},
		"an index that there is not": {"{metrics: [{name: perf-sysstat, mapOptions: {commands: {2: x}}}]}", lammps(), []string{
			`spec.metrics[0].mapOptions.commands[2]: there is no pod of index 2: the last one has 1, so use that or a lower one, or more pods`,
		}, nil},
		"a prefix around what has no command": {"{metrics: [{name: perf-sysstat, addons: [{name: commands, options: {prefix: nice}}]}]}", lammps(), []string{
			`spec.metrics[0].addons[0].options.prefix: this metric reads many figures at once and has no command that could be wrapped: use preBlock or postBlock`,
		}, nil},
		"what has no effect": {
			"{metrics: [{name: io-sysstat}], serviceName: x, deadlineSeconds: 5, dontSetFQDN: false, logging: {interactive: true}, pod: {nodeSelector: {a: b}}}", lammps(), nil,
			[]string{
				"spec.logging.interactive: it has no effect: the sidecars of a MiniCluster live as long as its brokers",
				"spec.serviceName: it has no effect: the set joins the pods of the MiniCluster lammps, so say it there",
				"spec.dontSetFQDN: it has no effect: the set joins the pods of the MiniCluster lammps, so say it there",
				"spec.deadlineSeconds: it has no effect: the set joins the pods of the MiniCluster lammps, so say it there",
				"spec.pod: it has no effect: the set joins the pods of the MiniCluster lammps, so say it there",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			added, errs, warnings := attached(t, test.spec, latchkey.Options{}, test.host)
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
