package metricset_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/metricset"
)

// found lists problems as "field: detail".
func found(problems field.ErrorList) []string {
	var all []string
	for _, problem := range problems {
		all = append(all, problem.Field+": "+problem.Detail)
	}
	return all
}

func TestValidate(t *testing.T) {
	t.Parallel()
	const queuedGang = "spec: Kueue admits the set when the quota has room, and a gang that then waits for nodes keeps this quota from other sets: set waitForPodsReady in Kueue, which takes the quota back, or leave gang out"
	tests := []struct {
		name, spec     string
		options        latchkey.Options
		errs, warnings []string
	}{
		{name: "fine", spec: "{metrics: [{name: io-fio}]}"},
		{
			name: "a queue and no requests", spec: "{metrics: [{name: io-fio}]}", options: latchkey.Options{Queue: "q"},
			warnings: []string{"spec.metrics: the set is in a queue, and its containers request nothing: Kueue counts only requests, so the set takes no quota and gets no flavor: write resources.requests for a container"},
		},
		{
			name: "a queue and requests", spec: "{metrics: [{name: io-fio, resources: {requests: {cpu: 1}}}]}", options: latchkey.Options{Queue: "q"},
		},
		{
			name: "a topology and nodes of its own", spec: "{pods: 2, metrics: [{name: network-netmark, options: {soleTenancy: true}}]}",
			options: latchkey.Options{Spread: latchkey.SpreadRequire, Topology: "Prefer:lab/rack"},
			errs:    []string{"spec.pod: spread: Require asks for a node for each pod, and Kueue puts pods onto as few nodes as it can with a topology, so that the set would never start: use spread: Prefer, or leave the topology out"},
		},
		{
			name: "a queue and a gang", spec: "{metrics: [{name: io-fio, resources: {requests: {cpu: 1}}}]}",
			options:  latchkey.Options{Queue: "q", Gang: latchkey.GangPodGroup},
			warnings: []string{queuedGang},
		},
		{
			name: "a placement and a topology", spec: "{metrics: [{name: io-fio, resources: {requests: {cpu: 1}}}]}",
			options:  latchkey.Options{Queue: "q", Gang: latchkey.GangPodGroup, Placement: "lab/rack", Topology: "Prefer:lab/rack"},
			errs:     []string{"spec: placement and topology exclude each other, because the scheduler and Kueue would both choose the nodes: leave one of the two out"},
			warnings: []string{queuedGang},
		},
		{
			name: "a name that is nearly one", spec: "{metrics: [{name: io-foi, addons: [{name: volume-pcv}]}]}",
			errs: []string{`spec.metrics[0].name: "io-foi" is not a metric: did you mean "io-fio"?`},
		},
		{
			name: "an addon that is none", spec: "{metrics: [{name: io-fio, addons: [{name: volume-pcv}]}]}",
			errs: []string{`spec.metrics[0].addons[0].name: "volume-pcv" is not an addon: did you mean "volume-pvc"?`},
		},
		{
			name: "a claim that many pods mount, and a volume without a claim", spec: "{pods: 2, metrics: [{name: io-fio, addons: [" +
				"{name: volume-pvc, options: {name: a, path: /a, claimName: a}}, {name: volume-pvc, options: {name: b, path: /b}}]}]}",
			errs:     []string{`spec.metrics[0].addons[1].options.claimName: it is missing: write it (name of the claim)`},
			warnings: []string{"spec.metrics[0].addons[0].options.claimName: 2 pods mount the claim: it needs an access mode for many, ReadWriteMany or ReadOnlyMany"},
		},
		{
			name: "options of all sorts",
			spec: "{metrics: [{name: io-fio, options: {sise: 1M, iodepth: deep, directory: data, soleTenancy: maybe}, listOptions: {size: [1]}, mapOptions: {x: {}}}]}",
			errs: []string{
				`spec.metrics[0].options.iodepth: "deep" is a string: use a whole number, for example 64`,
				`spec.metrics[0].options.sise: unknown field: did you mean "size"?`,
				`spec.metrics[0].options.soleTenancy: "maybe" is a string: use true or false`,
				`spec.metrics[0].listOptions.size: unknown field: it belongs under options`,
				`spec.metrics[0].mapOptions.x: unknown field: nothing is allowed here: leave it out`,
				`spec.metrics[0].options.directory: "data" is not an absolute path: begin it with "/"`,
			},
		},
		{
			name: "numbers in quotes and flags in words", spec: "{metrics: [{name: io-fio, options: {iodepth: '32', soleTenancy: 'yes'}}]}",
		},
		{
			name: "an older spelling", spec: "{metrics: [{name: sys-hwloc, listOptions: {commands: [lstopo]}}]}",
			warnings: []string{"spec.metrics[0].listOptions.commands: commands is an older name of command: use that one"},
		},
		{
			name: "both spellings", spec: "{metrics: [{name: sys-hwloc, listOptions: {command: [a], commands: [b]}}]}",
			errs:     []string{"spec.metrics[0].listOptions.commands: this key is given twice: keep one of the two"},
			warnings: []string{"spec.metrics[0].listOptions.commands: commands is an older name of command: use that one"},
		},
		{
			name: "a number below the least", spec: "{metrics: [{name: io-sysstat, options: {rate: 0, completions: 1}}]}",
			errs: []string{"spec.metrics[0].options.rate: 0 is too small: use 1 or more (seconds from one sample to the next)"},
		},
		{
			name: "a sample longer than the time between two", spec: "{metrics: [{name: io-sysstat, options: {rate: 2, interval: 3, completions: 1}}]}",
			errs: []string{"spec.metrics[0].options.interval: 3 is longer than rate, which is 2: use a number up to that"},
		},
		{
			name: "nothing to watch", spec: "{metrics: [{name: perf-sysstat}]}",
			errs: []string{"spec.metrics[0].addons: perf-sysstat watches another container of its pods: add the addon application"},
		},
		{
			name: "a volume in the way of the scripts",
			spec: "{metrics: [{name: io-fio, addons: [{name: volume-empty, options: {name: latchkey-x, path: /metrics_operator}}, {name: volume-empty, options: {name: x, path: /}}]}]}",
			errs: []string{
				`spec.metrics[0].addons[0].options.name: "latchkey-x" begins like the volumes of Latchkey: choose another`,
				`spec.metrics[0].addons[1].options.path: "/" is the root of the container: choose a directory below it`,
			},
		},
		{
			name: "volumes within volumes of Latchkey",
			spec: "{metrics: [{name: io-fio, addons: [{name: volume-empty, options: {name: x, path: /metrics_operator/data}}, {name: volume-empty, options: {name: y, path: /metrics_operators}}]}]}",
			errs: []string{`spec.metrics[0].addons[0].options.path: "/metrics_operator/data" is where the scripts are: choose another directory`},
		},
		{
			name: "a file that begins with dots",
			spec: "{metrics: [{name: io-fio, addons: [{name: volume-cm, options: {name: x, path: /x, configMapName: c}, mapOptions: {items: {k: ..foo, l: a..b}}}]}]}",
			errs: []string{`spec.metrics[0].addons[0].mapOptions.items[k]: "..foo" is no path below the volume: use a relative one without ".." at the beginning or between slashes, for example "k"`},
		},
		{
			name: "resources of an application that a server refuses",
			spec: "{metrics: [{name: perf-sysstat, addons: [{name: application, options: {image: 'a:1', command: b}, mapOptions: {resourceLimits: {cpu: 1, foo bar: 1, memory: -1}, resourceRequests: {cpu: 2, memory: lots}}}]}]}",
			errs: []string{
				`spec.metrics[0].addons[0].mapOptions.resourceRequests[memory]: "lots" is not a quantity: use a number, for example 500m, 2 or 2Gi`,
				`spec.metrics[0].addons[0].mapOptions.resourceLimits[foo bar]: "foo bar" is not a resource: use cpu, memory, ephemeral-storage, hugepages-<size> or the name of a device, for example nvidia.com/gpu`,
				`spec.metrics[0].addons[0].mapOptions.resourceLimits[memory]: "-1" is negative: use 0 or more`,
				`spec.metrics[0].addons[0].mapOptions.resourceRequests[cpu]: "2" is more than the limit, which is "1": request at most the limit`,
			},
		},
		{
			name: "an application without a name",
			spec: "{metrics: [{name: perf-sysstat, addons: [{name: application, options: {name: '', image: 'a:1', command: b}}]}]}",
			errs: []string{"spec.metrics[0].addons[0].options.name: the container has no name: write one, or leave the option out"},
		},
		{
			name: "volumes at one place",
			spec: "{metrics: [{name: io-fio, addons: [{name: volume-empty, options: {name: x, path: /a}}, {name: volume-empty, options: {name: x, path: /a/}}]}]}",
			errs: []string{
				`spec.metrics[0].addons[1].options.name: "x" is the name of another volume of this metric: choose another`,
				`spec.metrics[0].addons[1].options.path: another volume of this metric is mounted at "/a/": choose another directory`,
			},
		},
		{
			name: "a wrapper without a command",
			spec: "{metrics: [{name: perf-sysstat, addons: [{name: application, options: {image: 'a:1', command: b}}, {name: commands, options: {prefix: time}}]}]}",
			errs: []string{"spec.metrics[0].addons[1].options.prefix: this metric reads many figures at once and has no command that could be wrapped: use preBlock or postBlock"},
		},
		{
			name: "a target that is none", spec: "{pods: 2, metrics: [{name: app-lammps, addons: [{name: commands, options: {prefix: time, target: launcher}}]}]}",
			errs: []string{`spec.metrics[0].addons[0].options.target: "launcher" is no replicated job of this metric: choose one of "l", "w"`},
		},
		{
			name: "workers in a Job", spec: "{pods: 2, metrics: [{name: app-lammps}]}", options: latchkey.Options{Workload: latchkey.WorkloadJob},
			errs: []string{`spec.metrics[0].name: "app-lammps" has workers, which would never end with workload Job: use workload JobSet`},
		},
		{
			name: "an index that no pod has",
			spec: "{pods: 2, metrics: [{name: perf-sysstat, mapOptions: {commands: {1: a, 2: b, x: c}}, addons: [{name: application, options: {image: 'a:1', command: b}}]}]}",
			errs: []string{
				`spec.metrics[0].mapOptions.commands[x]: "x" is no index of a pod: use a number from 0, or all`,
				`spec.metrics[0].mapOptions.commands[2]: there is no pod of index 2: the last one has 1, so use that or a lower one, or more pods`,
			},
		},
		{
			name:     "another command than the application's",
			spec:     "{metrics: [{name: perf-sysstat, options: {command: lmp}, addons: [{name: application, options: {image: 'a:1', command: sleep 10}}]}]}",
			warnings: []string{`spec.metrics[0].options.command: "lmp" is watched, but the application has another command: leave this one out to watch the application's command, or make that command the application's entrypoint`},
		},
		{
			name: "a part of the application's command",
			spec: "{metrics: [{name: perf-sysstat, options: {command: lmp -in x}, addons: [{name: application, options: {image: 'a:1', command: mpirun lmp -in x}}]}]}",
		},
		{
			name: "an entrypoint says so",
			spec: "{metrics: [{name: perf-sysstat, options: {command: lmp}, addons: [{name: application, options: {image: 'a:1', command: lmp, entrypoint: ./run.sh}}]}]}",
		},
		{
			name: "more ranks than CPUs", spec: "{pods: 2, resources: {cpu: 2}, metrics: [{name: app-lammps, options: {command: mpirun --hostfile ./hostlist.txt -np 5 lmp -n 9}}]}",
			warnings: []string{"spec.metrics[0].options.command: 5 ranks do not fit on 2 pods with a CPU limit of 2 each: raise the limit, or use more pods or fewer ranks"},
		},
		{name: "as many ranks as CPUs", spec: "{pods: 2, resources: {cpu: 2}, metrics: [{name: app-lammps, options: {command: mpirun -np 4 lmp}}]}"},
		{name: "more ranks than pods", spec: "{pods: 2, metrics: [{name: app-lammps, options: {command: mpirun -np 64 lmp}}]}"},
		{name: "more ranks on slots", spec: "{pods: 2, resources: {cpu: 1}, metrics: [{name: app-lammps, options: {slots: 2, command: mpirun -np 4 lmp}}]}"},
		{name: "more ranks that are allowed", spec: "{resources: {cpu: 1}, metrics: [{name: app-lammps, options: {command: mpirun -np 4 --oversubscribe lmp}}]}"},
		{name: "more ranks that a mapping allows", spec: "{resources: {cpu: 1}, metrics: [{name: app-lammps, options: {command: 'mpirun --map-by slot:PE=2:OVERSUBSCRIBE -np 4 lmp'}}]}"},
		{
			name: "more ranks that are not allowed", spec: "{resources: {cpu: 1}, metrics: [{name: app-lammps, options: {command: mpirun -np 4 --nooversubscribe lmp}}]}",
			warnings: []string{"spec.metrics[0].options.command: 4 ranks do not fit on 1 pods with a CPU limit of 1 each: raise the limit, or use more pods or fewer ranks"},
		},
		{
			name: "more ranks than too few pods", spec: "{metrics: [{name: app-nekbone}]}",
			errs: []string{"spec.pods: 1 is too small: app-nekbone needs 2 or more, its launcher included"},
		},
		{name: "the default command of LAMMPS", spec: "{metrics: [{name: app-lammps}]}"},
		{
			name: "images that cannot be",
			spec: "{pods: 2, metrics: [{name: app-lammps, image: 'a:1 ', options: {command: lmp}, addons: [{name: workload-flux, options: {image: UPPER CASE}}, {name: application, options: {image: 'ghcr.io/Me/a:1', command: b}}]}, " +
				"{name: perf-hpctoolkit, image: 'a:1', options: {command: b, events: -e IO, viewImage: a.example/Me/a}}]}",
			errs: []string{
				`spec.metrics[0].image: "a:1 " has a blank in it: write the image without blanks`,
				`spec.metrics[0].addons[0].options.image: "UPPER CASE" has a blank in it: write the image without blanks`,
			},
			warnings: []string{
				`spec.metrics[0].addons[1].options.image: "ghcr.io/Me/a:1" has capital letters, and only a registry and a tag may have them: write the rest in small letters`,
				`spec.metrics[1].options.viewImage: "a.example/Me/a" has capital letters, and only a registry and a tag may have them: write the rest in small letters`,
			},
		},
		{
			name: "images that move", spec: "{metrics: [{name: io-fio, image: 'localhost:5000/fio'}, {name: io-fio, image: 'fio:latest'}, {name: io-fio, image: 'fio:3'}, {name: io-fio, image: 'fio@sha256:0'}]}",
			warnings: []string{
				`spec.metrics[0].image: "localhost:5000/fio" may be another image on each node: name a tag that stays, or a digest as in image@sha256:...`,
				`spec.metrics[1].image: "fio:latest" may be another image on each node: name a tag that stays, or a digest as in image@sha256:...`,
			},
		},
		{
			name: "full host names that are too long", spec: "{dontSetFQDN: false, serviceName: " + strings.Repeat("s", 40) + ", metrics: [{name: io-fio}]}",
			errs: []string{`spec.dontSetFQDN: the host name "run-m-0-0.` + strings.Repeat("s", 40) + `.hpc.svc.cluster.local" would have 72 characters and may have 64: use shorter names, or leave dontSetFQDN out`},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			ms := read(t, test.spec)
			test.options.Default()
			before := ms.DeepCopy()
			errs, warnings := metricset.Validate(ms, test.options)
			if diff := cmp.Diff(test.errs, found(errs)); diff != "" {
				t.Errorf("errors (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.warnings, found(warnings)); diff != "" {
				t.Errorf("warnings (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(before, ms); diff != "" {
				t.Errorf("Validate changed the object (-before +after):\n%s", diff)
			}
		})
	}
}

// TestAnnotationsWithoutEffect warns of annotations of the set itself, and of no option that is said elsewhere.
func TestAnnotationsWithoutEffect(t *testing.T) {
	t.Parallel()
	const watching = "{metrics: [{name: perf-sysstat, addons: [{name: application, options: {image: 'a:1', command: b}}]}]}"
	opts := latchkey.Options{Spread: latchkey.SpreadRequire, CurveSecret: "key"}
	opts.Default()
	for _, test := range []struct {
		name, spec  string
		annotations []string
		want        []string
	}{
		{"said elsewhere", "{metrics: [{name: io-fio}]}", nil, nil},
		{"said of the set", "{metrics: [{name: io-fio}]}", []string{"spread", "Require", "ptrace", "Never", "curve", "Secret", "curve-secret", "key"}, []string{
			"metadata.annotations[latchkey.dev/curve]: it has no effect: it is for MiniClusters: leave it out",
			"metadata.annotations[latchkey.dev/curve-secret]: it has no effect: it is for MiniClusters: leave it out",
			"metadata.annotations[latchkey.dev/ptrace]: it has no effect: no metric of the set watches a container beside it: leave it out",
			"metadata.annotations[latchkey.dev/spread]: it has no effect: no metric of the set asks for one pod per node: " +
				"set the option soleTenancy of a metric to true, or leave it out",
		}},
		{"with a sidecar", watching, []string{"ptrace", "Never"}, nil},
		{"with nodes of its own", "{metrics: [{name: io-fio, options: {soleTenancy: true}}]}", []string{"spread", "Require"}, nil},
	} {
		ms := read(t, test.spec)
		ms.Annotations = map[string]string{}
		for at := 0; at < len(test.annotations); at += 2 {
			ms.Annotations[latchkey.Prefix+test.annotations[at]] = test.annotations[at+1]
		}
		errs, warnings := metricset.Validate(ms, opts)
		if diff := cmp.Diff(test.want, found(append(errs, warnings...))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}
