package fn_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn"
)

// What the set of the tests becomes.
var made = []string{"ConfigMap/lammps-entrypoint-HASH", "Service/lammps", "JobSet/lammps"}

// setNamed is the set of the tests under another name.
func setNamed(name string) string {
	return strings.Replace(set, "name: lammps", "name: "+name, 1)
}

func TestProcess(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		list     string
		settings fn.Settings
		want     []string
	}{
		"function keeps sources": {
			list: listOf(set, foreign),
			want: slices.Concat([]string{"MiniCluster/lammps", "ConfigMap/other"}, made),
		},
		"command line drops them": {
			list:     listOf(set, foreign),
			settings: fn.Settings{CommandLine: true},
			want:     slices.Concat([]string{"ConfigMap/other"}, made),
		},
		"command line told to keep": {
			list:     listOf(set),
			settings: fn.Settings{CommandLine: true, Options: latchkey.Options{Sources: latchkey.SourcesKeep}},
			want:     slices.Concat([]string{"MiniCluster/lammps"}, made),
		},
		"annotation drops": {
			list: listOf(annotated(set, "latchkey.dev/sources", "Drop")),
			want: made,
		},
		"options of a Latchkey": {
			list: withConfig(listOf(set), options("include: sj")),
			want: []string{"MiniCluster/lammps", "Service/lammps", "JobSet/lammps"},
		},
		"options of a ConfigMap": {
			list: withConfig(listOf(set), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: function-input}\ndata: {workload: Job, sources: Drop}\n"),
			want: []string{"ConfigMap/lammps-entrypoint-HASH", "Service/lammps", "Job/lammps"},
		},
		"ConfigMap without data": {
			list: withConfig(listOf(set), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: function-input}\ndata: {}\n"),
			want: slices.Concat([]string{"MiniCluster/lammps"}, made),
		},
		"ConfigMap with nothing below data": {
			list: withConfig(listOf(set), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: function-input}\nimmutable: true\ndata:\n"),
			want: slices.Concat([]string{"MiniCluster/lammps"}, made),
		},
		"empty functionConfig": {
			list: listOf(set) + "functionConfig: {}\n",
			want: slices.Concat([]string{"MiniCluster/lammps"}, made),
		},
		"annotation wins over functionConfig": {
			list: withConfig(listOf(annotated(set, "latchkey.dev/include", "s")), options("include: [jobs]")),
			want: []string{"MiniCluster/lammps", "Service/lammps"},
		},
		"kustomize generator": {
			list: withConfig(listOf(annotated(set, "config.kubernetes.io/local-config", "true", "config.kubernetes.io/index", "0")), set),
			want: made,
		},
		"generator without items": {
			list: withConfig(listOf(), set),
			want: made,
		},
		"functionConfig among the files": {
			list: withConfig(listOf(inKpt(set, "set.yaml", 0)), set),
			want: slices.Concat([]string{"MiniCluster/lammps"}, made),
		},
		"transformer with a configuration that is a resource, too": {
			list: withConfig(listOf(inKustomize(set)), set),
			want: slices.Concat([]string{"MiniCluster/lammps"}, made),
		},
		"two sets": {
			list:     listOf(setNamed("b"), setNamed("a")),
			settings: fn.Settings{CommandLine: true},
			want:     []string{"ConfigMap/a-entrypoint-HASH", "Service/a", "JobSet/a", "ConfigMap/b-entrypoint-HASH", "Service/b", "JobSet/b"},
		},
		"kinds of other groups pass": {
			list: listOf("apiVersion: state.flux-framework.org/v1\nkind: StateMachine\nmetadata: {name: x}\n"),
			want: []string{"StateMachine/x"},
		},
		"validateOnly": {
			list: withConfig(listOf(set, foreign), options("validateOnly: true")),
			want: []string{"MiniCluster/lammps", "ConfigMap/other"},
		},
		"validateOnly in kpt": {
			list: withConfig(listOf(inKpt(set, "set.yaml", 0)), options("validateOnly: true")),
			want: []string{"MiniCluster/lammps"},
		},
		"validateOnly in kustomize": {
			list: withConfig(listOf(inKustomize(set), foreign), options("validateOnly: true")),
			want: nil,
		},
		"validateOnly for one source": {
			list: listOf(annotated(setNamed("a"), "latchkey.dev/validate-only", "true"), set),
			want: slices.Concat([]string{"MiniCluster/a", "MiniCluster/lammps"}, made),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := process(t, tc.list, tc.settings)
			if fn.HasErrors(out.Results) {
				t.Fatal(lines(out))
			}
			if diff := cmp.Diff(tc.want, names(out)); diff != "" {
				t.Errorf("items -want +got:\n%s", diff)
			}
		})
	}
}

// TestProcessErrors wants the whole list back.
func TestProcessErrors(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		list string
		want []string
	}{
		"unknown field": {
			listOf(strings.Replace(set, "size", "siez", 1)),
			[]string{`MiniCluster/lammps: spec.siez: unknown field: did you mean "size"?`},
		},
		"place and value": {
			listOf(inKpt(strings.Replace(set, "size: 1", "size: 0", 1), "a/set.yaml", 2)),
			[]string{"a/set.yaml: MiniCluster/lammps: spec.size: 0 is too small: use a number from 1 to 100000 (the number of pods, the lead included, default 1)"},
		},
		"a map in place of a list": {
			listOf(strings.Split(set, "  - ")[0] + "    x: 1\n"),
			[]string{"MiniCluster/lammps: spec.containers: this is a map: use a list, with a dash before each item"},
		},
		"limits that are none": {
			listOf(set + "    resources: {limits: {cpu: 1x, example.com/gpu: 1y}, requests: {cpu: 4, example.com/gpu: 1}}\n"),
			[]string{
				`MiniCluster/lammps: spec.containers[0].resources.limits[cpu]: "1x" is a string: use a quantity, for example "500m" or "2Gi"`,
				`MiniCluster/lammps: spec.containers[0].resources.limits[example.com/gpu]: "1y" is a string: use a quantity, for example "500m" or "2Gi"`,
			},
		},
		"a resource of the pod that is none": {
			listOf(strings.Replace(set, "spec:\n", "spec:\n  pod: {resources: {cpu: 1x}}\n", 1) + "    resources: {limits: {cpu: 4}, requests: {cpu: 4}}\n"),
			[]string{`MiniCluster/lammps: spec.pod.resources[cpu]: "1x" is a string: use a quantity, for example "500m" or "2Gi"`},
		},
		"an option with a fraction": {
			listOf("apiVersion: flux-framework.org/v1alpha2\nkind: MetricSet\nmetadata: {name: io}\nspec: {metrics: [{name: io-fio, options: {iodepth: 1.5}}]}\n"),
			[]string{"MetricSet/io: spec.metrics[0].options[iodepth]: 1.5 is a number: write it in quotes: \"1.5\""},
		},
		"all objects": {
			listOf(strings.Replace(setNamed("b"), "size", "siez", 1), strings.Replace(setNamed("a"), "size: 1", "size: x", 1)),
			[]string{
				`MiniCluster/b: spec.siez: unknown field: did you mean "size"?`,
				`MiniCluster/a: spec.size: "x" is a string: use an integer, for example 64`,
			},
		},
		"unknown version": {
			listOf(strings.Replace(set, "v1alpha2", "v1beta1", 1)),
			[]string{`MiniCluster/lammps: apiVersion: this version of MiniCluster is not known: choose one of "flux-framework.org/v1alpha1", "flux-framework.org/v1alpha2"`},
		},
		"an annotation that is not a string": {
			listOf(strings.Replace(set, "metadata:\n", "metadata:\n  annotations: {latchkey.dev/maxRestarts: 2}\n", 1)),
			[]string{
				"MiniCluster/lammps: metadata.annotations[latchkey.dev/maxRestarts]: 2 is a number: write it in quotes: \"2\"",
			},
		},
		"wrong annotation": {
			listOf(annotated(set, "latchkey.dev/workload", "Pod")),
			[]string{`MiniCluster/lammps: metadata.annotations[latchkey.dev/workload]: "Pod" is unknown: choose one of "Job", "JobSet"`},
		},
		"levels that exclude each other": {
			withConfig(listOf(annotated(set, "latchkey.dev/max-restarts", "2")), options("workload: Job")),
			[]string{"MiniCluster/lammps: options.maxRestarts: maxRestarts and workload=Job exclude each other, because a Job cannot start again as a whole: leave one of the two out"},
		},
		"two of one name": {
			listOf(inKpt(set, "a.yaml", 0), inKpt(set, "b.yaml", 1)),
			[]string{"b.yaml: MiniCluster/lammps: another object of this name is in a.yaml (object 1): remove or rename one of the two"},
		},
		"two sources of one object": {
			listOf(setNamed("b")+"  network: {headlessName: flux}\n", setNamed("a")+"  network: {headlessName: flux}\n"),
			[]string{"MiniCluster/b: makes Service/flux, and so does MiniCluster/a (in the input): choose another name in one of the two"},
		},
		"an object that is there": {
			listOf(set, inKpt("apiVersion: v1\nkind: Service\nmetadata:\n  name: lammps\n", "svc.yaml", 0)),
			[]string{"MiniCluster/lammps: makes Service/lammps, which is already in svc.yaml (object 1): rename one of the two"},
		},
		"an object of an absent source": {
			listOf(set, annotated("apiVersion: v1\nkind: Service\nmetadata:\n  name: lammps\n", "latchkey.dev/source", "flux-framework.org/MiniCluster//gone")),
			[]string{"MiniCluster/lammps: makes Service/lammps, which is already in the input, made from flux-framework.org/MiniCluster//gone: remove that object, or rename one of the two from which it is made"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wantErrors(t, tc.list, tc.want)
		})
	}
}

// wantErrors runs the function on a list, and wants these problems and the whole list back.
func wantErrors(t *testing.T, list string, want []string) {
	t.Helper()
	out := process(t, list, fn.Settings{})
	if diff := cmp.Diff(want, lines(out)); diff != "" {
		t.Errorf("results -want +got:\n%s", diff)
	}
	output, messages, code := run(t, list)
	if code != fn.ExitProblems || messages != strings.Join(want, "\n")+"\n" {
		t.Errorf("exit code %d, standard error:\n%s", code, messages)
	}
	if before, _, _ := strings.Cut(output, "results:"); before != list {
		t.Errorf("the list has changed:\n%s", cmp.Diff(list, before))
	}
}

// TestProposedValues checks that a finding lists every word that may be meant.
func TestProposedValues(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]any{"siez": "size", "mixSize": []string{"maxSize", "minSize"}, "flowers": nil} {
		out := process(t, listOf(strings.Replace(set, "size", word, 1)), fn.Settings{})
		if diff := cmp.Diff(want, out.Results[0].Field.ProposedValue); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", word, out.Results[0].Message, diff)
		}
	}
}

// TestResults checks the machine form of a finding.
func TestResults(t *testing.T) {
	t.Parallel()
	list := listOf(inKpt(strings.Replace(set, "size", "siez", 1), "a/set.yaml", 2))
	output, _, _ := run(t, list)
	_, results, _ := strings.Cut(output, "results:\n")
	want := `- field:
    path: spec.siez
    proposedValue: size
  file:
    index: 2
    path: a/set.yaml
  message: 'unknown field: did you mean "size"?'
  resourceRef:
    apiVersion: flux-framework.org/v1alpha2
    kind: MiniCluster
    name: lammps
  severity: error
  tags:
    rule: FieldValueForbidden
`
	if diff := cmp.Diff(want, results); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
