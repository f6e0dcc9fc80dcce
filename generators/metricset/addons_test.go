package metricset_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/addons"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

var at = field.NewPath("addons").Index(0)

// launched is the plan of a metric with a launcher, which measures one command, and two workers.
func launched() plan.Plan {
	return plan.Plan{Jobs: []plan.Job{
		{Base: "l", Name: "l1", Pods: 1, Containers: []plan.Container{
			{Name: "launcher", Role: plan.Measure, Measured: []string{"lmp -in in.melt"}, Pre: []string{"pre"}, Post: []string{"post"}},
		}},
		{Base: "w", Name: "w1", Pods: 2, Containers: []plan.Container{{Name: "workers", Role: plan.Work}}},
	}}
}

// watched is the plan of a metric that watches another container.
func watched() plan.Plan {
	return plan.Plan{Jobs: []plan.Job{{Base: "m", Name: "m", Pods: 1, Containers: []plan.Container{{Name: "app", Role: plan.Watch}}}}}
}

// decode reads the options of an addon, as a user writes them, for a plan.
func decode(t *testing.T, addon addons.Addon, text string, made plan.Plan) (any, *options.Problems) {
	t.Helper()
	var written options.Written
	if err := yaml.UnmarshalStrict([]byte(text), &written); err != nil {
		t.Fatal(err)
	}
	return addon.Decode(written, at, made)
}

// record is what the metadata says of an addon, without the options.
func record(name string) plan.Record { return plan.Record{Addon: true, Pods: 3, MetricName: name} }

// byName compares records by what is in record.
var byName = cmp.Transformer("record", func(r plan.Record) string { return fmt.Sprint(r.Addon, r.Pods, r.MetricName) })

func volume(name, path string, readOnly bool, source corev1.VolumeSource) plan.Volume {
	return plan.Volume{Name: name, Path: path, ReadOnly: readOnly, Source: source}
}

// everyJob adds a volume to all jobs.
func everyJob(p plan.Plan, added plan.Volume) {
	for i := range p.Jobs {
		p.Jobs[i].Volumes = append(p.Jobs[i].Volumes, added)
	}
}

// viewed adds what brings the programs of an addon to all jobs.
func viewed(p plan.Plan, name, image string) {
	everyJob(p, volume("latchkey-"+name, "/opt/share", false, corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}))
	for i := range p.Jobs {
		container := &p.Jobs[i].Containers[0]
		container.Pre = append(container.Pre, `. "$LATCHKEY_FILES/use-view.sh" /opt/share`)
		container.Sources = append(container.Sources, "use-view.sh")
		p.Jobs[i].Containers = slices.Insert(p.Jobs[i].Containers, 0, plan.Container{
			Name: name, Role: plan.Prepare, Key: name, Image: image, Script: "view.sh",
			Env: workload.Environment{{Name: "LATCHKEY_MOUNT", Value: "/opt/share"}},
		})
	}
}

// changes are what each addon does to the plan of a launcher and its workers.
var changes = []struct {
	addon, options string
	change         func(p plan.Plan)
}{
	{"application", "{options: {image: 'a:1', command: sleep 10, name: beside, workdir: /w, pullSecret: s, allowPtrace: 'true'}}", func(p plan.Plan) {
		for i := range p.Jobs {
			p.Jobs[i].PullSecrets = []string{"s"}
			p.Jobs[i].Containers = slices.Insert(p.Jobs[i].Containers, 0, plan.Container{
				Name: "beside", Role: plan.Apply, Image: "a:1", WorkingDir: "/w", Command: []string{"sleep", "10"}, Ptrace: true,
			})
		}
	}},
	{"commands", "{options: {preBlock: a, prefix: b, suffix: c, postBlock: d}}", func(p plan.Plan) {
		launcher := &p.Jobs[0].Containers[0]
		launcher.Records = []plan.Record{record("commands")}
		launcher.Pre, launcher.Post = []string{"pre", "a"}, []string{"post", "d"}
		launcher.Wrappers = []plan.Wrapper{{Prefix: "b", Suffix: "c"}}
		launcher.Env = workload.Environment{{Name: "LATCHKEY_ASIDE", Value: "true"}}
	}},
	{"commands", "{options: {preBlock: a, target: w}}", func(p plan.Plan) {
		workers := &p.Jobs[1].Containers[0]
		workers.Records, workers.Pre, workers.Wrappers = []plan.Record{record("commands")}, []string{"a"}, []plan.Wrapper{{}}
	}},
	{"perf-commands", "{options: {prefix: b}}", func(p plan.Plan) {
		launcher := &p.Jobs[0].Containers[0]
		launcher.Records, launcher.Wrappers = []plan.Record{record("perf-commands")}, []plan.Wrapper{{Prefix: "b"}}
		launcher.Ptrace, launcher.Admin = true, true
		launcher.Env = workload.Environment{{Name: "LATCHKEY_ASIDE", Value: "true"}}
	}},
	{"perf-hpctoolkit", "{options: {events: -e IO, prefix: mpirun -np 2, output: my out}}", func(p plan.Plan) {
		viewed(p, "hpctoolkit", "ghcr.io/converged-computing/metric-hpctoolkit-view:ubuntu")
		launcher := &p.Jobs[0].Containers[1]
		launcher.Records = []plan.Record{record("perf-hpctoolkit")}
		launcher.Wrappers = []plan.Wrapper{{Prefix: "mpirun -np 2 /opt/share/view/bin/hpcrun -o 'my out' -e IO", Program: true}}
		launcher.Post = append(launcher.Post, `. "$LATCHKEY_FILES/hpctoolkit.sh" 'my out'`)
		launcher.Sources = append(launcher.Sources, "hpctoolkit.sh")
	}},
	{"perf-mpitrace", "{}", func(p plan.Plan) {
		viewed(p, "mpitrace", "ghcr.io/converged-computing/metric-mpitrace:rocky")
		launcher := &p.Jobs[0].Containers[1]
		launcher.Records = []plan.Record{record("perf-mpitrace")}
		launcher.Pre = append(launcher.Pre, "export OMPI_MCA_mca_base_env_list='LD_PRELOAD=/opt/share/view/lib/libmpitrace.so'")
	}},
	{"volume-cm", "{options: {name: v, path: /v, configMapName: c}, mapOptions: {items: {b: 2, a: dir/1}}}", func(p plan.Plan) {
		source := &corev1.ConfigMapVolumeSource{DefaultMode: new(int32(0o644)), Items: []corev1.KeyToPath{{Key: "a", Path: "dir/1"}, {Key: "b", Path: "2"}}}
		source.Name = "c"
		everyJob(p, volume("v", "/v", true, corev1.VolumeSource{ConfigMap: source}))
	}},
	{"volume-empty", "{options: {name: v, path: /v}}", func(p plan.Plan) {
		everyJob(p, volume("v", "/v", false, corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}))
	}},
	{"volume-hostpath", "{options: {name: v, path: /v, hostPath: /data, readOnly: 'true'}}", func(p plan.Plan) {
		everyJob(p, volume("v", "/v", true, corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: "/data"}}))
	}},
	{"volume-pvc", "{options: {name: v, path: /v, claimName: c}}", func(p plan.Plan) {
		everyJob(p, volume("v", "/v", false, corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: "c"}}))
	}},
	{"volume-secret", "{options: {name: v, path: /v, secretName: s}}", func(p plan.Plan) {
		everyJob(p, volume("v", "/v", false, corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{SecretName: "s", DefaultMode: new(int32(0o644))}}))
	}},
	{"workload-flux", "{options: {tasks: 2, optionFlags: -o cpu-affinity=off, preCommand: a, interactive: 'true', quorum: 1}}", func(p plan.Plan) {
		viewed(p, "flux-framework", "ghcr.io/rse-ops/spack-flux-rocky-view:tag-8")
		launcher := &p.Jobs[0].Containers[1]
		launcher.Records = []plan.Record{record("workload-flux")}
		launcher.Pre = append(launcher.Pre, "a")
		launcher.Wrappers = []plan.Wrapper{{Prefix: `/bin/bash "$LATCHKEY_FILES/flux-run.sh"`, Program: true}}
		launcher.Sources = append(launcher.Sources, "flux-run.sh")
		launcher.Env = workload.Environment{
			{Name: "LATCHKEY_FLUX_VIEW", Value: "/opt/share/view"},
			{Name: "LATCHKEY_FLUX_BROKER", Value: "-Sbroker.quorum=1 -Stbon.connect_timeout=5s -Slog-stderr-level=3"},
			{Name: "LATCHKEY_FLUX_SUBMIT", Value: "flux submit -n 2 --quiet --watch -o cpu-affinity=off"},
			{Name: "LATCHKEY_QUEUE_POLICY", Value: "fcfs"},
			{Name: "LATCHKEY_FLUX_STAY", Value: "true"},
		}
	}},
}

// TestApply compares the whole plan, and wants the plan that came to stay as it is.
func TestApply(t *testing.T) {
	t.Parallel()
	covered := map[string]bool{}
	for _, test := range changes {
		covered[test.addon] = true
		t.Run(test.addon+" "+test.options, func(t *testing.T) {
			t.Parallel()
			addon, known := addons.Named(test.addon)
			if !known {
				t.Fatal("there is no such addon")
			}
			given, want := launched(), launched()
			test.change(want)
			opts, problems := decode(t, addon, test.options, given)
			if len(problems.Errors) > 0 {
				t.Fatalf("the options have errors: %v", problems.Errors)
			}
			got := addon.Apply(opts, given, 3)
			if diff := cmp.Diff(want, got, byName); diff != "" {
				t.Errorf("the plan (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(launched(), given, byName); diff != "" {
				t.Errorf("the plan that came has changed (-before +after):\n%s", diff)
			}
		})
	}
	if got := slices.Sorted(maps.Keys(covered)); !slices.Equal(got, addons.Names()) {
		t.Errorf("there are tests of %q, the addons are %q", got, addons.Names())
	}
}

// TestApplicationIsWatched wants what watches, and has not been told what, to watch the application.
func TestApplicationIsWatched(t *testing.T) {
	t.Parallel()
	application, _ := addons.Named("application")
	for name, test := range map[string]struct {
		told    map[string]string
		options string
		want    map[string]string
	}{
		"a command":                   {nil, "command: sleep  10", map[string]string{plan.WatchFile: "sleep 10"}},
		"an entrypoint":               {nil, "command: sleep 10, entrypoint: bash run.sh", map[string]string{plan.WatchFile: "sleep 10"}},
		"another command is watched":  {map[string]string{plan.WatchFile: "lmp"}, "command: sleep 10", map[string]string{plan.WatchFile: "lmp"}},
		"a pattern is watched":        {map[string]string{plan.PatternFile: "^lmp"}, "command: sleep 10", map[string]string{plan.PatternFile: "^lmp"}},
		"the files of pods are kept":  {map[string]string{plan.WatchFile + "-1": "lmp"}, "command: sleep 10", map[string]string{plan.WatchFile: "sleep 10", plan.WatchFile + "-1": "lmp"}},
		"the same command again":      {map[string]string{plan.WatchFile: "sleep 10"}, "command: sleep 10", map[string]string{plan.WatchFile: "sleep 10"}},
		"a shell of several commands": {nil, "command: cd /tmp && lmp", plan.Watched("cd /tmp && lmp", "/bin/sh")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			given := watched()
			given.Jobs[0].Containers[0].Files = test.told
			opts, problems := decode(t, application, "{options: {image: 'a:1', "+test.options+"}}", given)
			if len(problems.Errors) > 0 {
				t.Fatalf("the options have errors: %v", problems.Errors)
			}
			made := application.Apply(opts, given, 1)
			if names := []string{made.Jobs[0].Containers[0].Name, made.Jobs[0].Containers[1].Name}; !slices.Equal(names, []string{"app-addon", "app"}) {
				t.Errorf("containers %q", names)
			}
			if diff := cmp.Diff(test.want, made.Jobs[0].Containers[1].Files); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
}
