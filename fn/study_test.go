package fn_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn"
)

// study is a Study of two sizes, with two values of a word and what follows from both.
const study = `apiVersion: latchkey.dev/v1alpha1
kind: Study
metadata: {name: scaling}
spec:
  sources: [{kind: MiniCluster, name: lammps}]
  parameters:
    nodes: {values: [1, 2], fields: [spec.size]}
    affinity: {values: ["off", per-task], text: AFFINITY}
    tasks: {value: nodes * 4, fields: [spec.tasks]}
  repeat: {count: 2}
`

// varied is a MiniCluster that a study varies, with a MetricSet that follows it.
const varied = `apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata: {name: lammps}
spec:
  flux: {optionFlags: -o cpu-affinity=AFFINITY}
  containers: [{image: ubuntu, command: lmp AFFINITY-x $AFFINITY_y XAFFINITY}]
`

const follower = `apiVersion: flux-framework.org/v1alpha2
kind: MetricSet
metadata: {name: cpu, annotations: {latchkey.dev/attach-to: lammps}}
spec: {metrics: [{name: perf-sysstat}]}
`

// TestStudyRefuses gives the function studies with mistakes.
func TestStudyRefuses(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 50)
	for name, row := range map[string]struct {
		// change are old and new strings in turn, of the study and its source.
		change []string
		more   string
		want   []string
	}{
		"nothing": {},
		"exclusions that leave nothing": {
			change: []string{"  repeat", "  exclude: [{nodes: 1}, {nodes: 2}]\n  repeat"},
			want:   []string{"Study/scaling: spec.exclude: all cells are excluded: leave out an entry"},
		},
		"exclusions that match nothing": {
			change: []string{"  repeat", "  exclude: [{nodes: 3}, {node: 1}, {}]\n  repeat"},
			want: []string{
				"Study/scaling: spec.exclude[0]: no cell has these values, so the entry excludes nothing: write values that the parameters have, or leave the entry out",
				`Study/scaling: spec.exclude[1][node]: "node" is not a parameter: did you mean "nodes"?`,
				"Study/scaling: spec.exclude[2]: it is empty: write values of parameters, or leave the entry out",
			},
		},
		"scaling, figures and references": {
			change: []string{"count: 2", "count: 2, discard: 1", "  repeat", "  order: {parallel: 1}\n  scaling: {over: nodes, kind: Weak}\n  figures: [{name: lammps.loop_time, reference: [{value: 1.5e2, where: {nodes: 1}, below: 10%}, {value: -3, above: \"5.5%\"}]}]\n  repeat"},
		},
		"scaling and figures that are none": {
			change: []string{"count: 2", "count: 2, discard: 2", "  repeat", "  order: {parallel: 1}\n  scaling: {over: node}\n  figures: [{name: loop_time}, {name: a.b}]\n  repeat"},
			want: []string{
				"Study/scaling: spec.repeat.discard: 2 of 2 runs of each cell cannot be discarded: use 0 to 1, or a greater count",
				`Study/scaling: spec.scaling.over: "node" is not a parameter: did you mean "nodes"?`,
				`Study/scaling: spec.figures[0].name: "loop_time" is not the name of a figure: write the kind of the record, a dot and the figure, for example lammps.loop_time`,
			},
		},
		"sources and figures that are there twice": {
			change: []string{"name: lammps}]", "name: lammps}, {kind: MiniCluster, name: lammps}]", "  repeat", "  figures: [{name: a.b}, {name: a.b}]\n  repeat"},
			want: []string{
				"Study/scaling: spec.sources[1]: another item has the same kind and name: change one of the two items, or leave one out",
				"Study/scaling: spec.figures[1]: another item has the same name: change one of the two items, or leave one out",
			},
		},
		"a zip of one parameter without values, and a source without a name": {
			change: []string{"name: lammps}]", `name: ""}]`, "  repeat", "  zip: [{parameters: [nodes], values: []}]\n  repeat"},
			want: []string{
				`Study/scaling: spec.sources[0].name: "" is too short: use 1 characters or more (Name of the source)`,
				"Study/scaling: spec.zip[0].parameters: there are 1 items: write 2 or more",
				"Study/scaling: spec.zip[0].values: there are 0 items: write 1 or more",
			},
		},
		"references that are none": {
			change: []string{"  repeat", "  figures: [{name: a.b, reference: [{value: 0, below: 5}, {value: 1, where: {node: 1}}, {value: 1, above: 5 s}]}]\n  repeat"},
			want: []string{
				"Study/scaling: spec.figures[0].reference[0].value: a percentage of 0 is 0: write another number, or leave the reference out",
				`Study/scaling: spec.figures[0].reference[0].below: "5" is not a percentage: write one such as 10%`,
				`Study/scaling: spec.figures[0].reference[1].where[node]: "node" is not a parameter: did you mean "nodes"?`,
				"Study/scaling: spec.figures[0].reference[1]: there is no tolerance: write below, above or both, for example above: 5%",
				`Study/scaling: spec.figures[0].reference[2].above: "5 s" is not a percentage: write one such as 10%`,
			},
		},
		"a reference that is text": {
			change: []string{"  repeat", "  figures: [{name: a.b, reference: [{value: 138.2 s, above: 5%}]}]\n  repeat"},
			want:   []string{`in.yaml:10:45: Study/scaling: spec.figures[0].reference[0].value: "138.2 s" is a string: use a number, for example 0.5`},
		},
		"a reference for a cell that is not there, over words": {
			change: []string{"  repeat", "  scaling: {over: affinity}\n  figures: [{name: a.b, reference: [{value: 1, above: 5%, where: {nodes: 3}}]}]\n  repeat"},
			want: []string{
				`Study/scaling: spec.scaling.over: "affinity" has the value "off", and a speed-up needs integers of 1 or more: name another parameter, or leave scaling out`,
				"Study/scaling: spec.figures[0].reference[0].where: no cell has these values: write values that the parameters have, or leave the reference out",
			},
		},
		"a zip of unequal lengths": {
			change: []string{"values: [1, 2], ", "", "  repeat", "  zip: [{parameters: [nodes, zones], values: [[1], [2, b]]}]\n  repeat"},
			want: []string{
				`Study/scaling: spec.zip[0].parameters[1]: "zones" is not a parameter: did you mean "nodes"?`,
				"Study/scaling: spec.zip[0].values[0]: the number of values is 1, and the number of parameters is 2: write one value for each parameter",
			},
		},
		"a zip with the same values twice": {
			change: []string{"values: [1, 2], ", "", `values: ["off", per-task], `, "", "  repeat", "  zip: [{parameters: [nodes, affinity], values: [[1, a], [2, b], [1, \"a\"]]}]\n  repeat"},
			want: []string{
				`in.yaml:6:3: Study/scaling: spec.parameters: the cells "affinity=a nodes=1 tasks=4" and "affinity=a nodes=1 tasks=4" give the same objects: leave out a value, or write fields that differ`,
			},
		},
		"too long a name": {
			change: []string{"metadata: {name: lammps}", "metadata: {name: " + long + "}", "kind: MiniCluster, name: lammps", "kind: MiniCluster, name: " + long},
			want: []string{
				`MiniCluster/` + long + `-eb8133e0-1: metadata.name: "` + long + `-eb8133e0-1" is too long: `,
				`MiniCluster/` + long + `-1c87c548-1: metadata.name: "` + long + `-1c87c548-1" is too long: `,
			},
		},
		"too many runs": {
			change: []string{"count: 2", "count: 2501"},
			want:   []string{"Study/scaling: spec: 4 cells with 2501 runs each are 10004 runs, and a study may have 10000: use fewer values or runs, or several studies"},
		},
		"no runs": {
			change: []string{"count: 2", "count: 0"},
			want:   []string{"Study/scaling: spec.repeat.count: 0 is too small: use a number from 1 to 10000 (the number of runs of each cell, 1 or more, default 1)"},
		},
		"a source that is missing": {
			change: []string{"sources: [{kind: MiniCluster, name: lammps}]", "sources: [{kind: MiniCluster, name: lamps}, {kind: MetricSet, name: x}]"},
			want: []string{
				`Study/scaling: spec.sources[0].name: there is no MiniCluster lamps among the sources: did you mean "lammps"?`,
				"Study/scaling: spec.sources[1].name: there is no MetricSet x among the sources: add its file, or name another source",
			},
		},
		"a source in another namespace": {
			change: []string{"metadata: {name: scaling}", "metadata: {name: scaling, namespace: bench}"},
			want: []string{
				"Study/bench/scaling: spec.sources[0].name: there is no MiniCluster lammps among the sources in the namespace bench, and MiniCluster/lammps is in another namespace: write the same metadata.namespace into both",
			},
		},
		"a source that another study also varies": {
			more: strings.Replace(study, "name: scaling", "name: twice", 1),
			want: []string{`Study/twice: spec.sources[0].name: MiniCluster/lammps is varied by the Study "scaling" too: leave it out of one of the two studies, or copy it under another name`},
		},
		"a MetricSet that is attached elsewhere": {
			change: []string{"[{kind: MiniCluster, name: lammps}]", "[{kind: MiniCluster, name: lammps}, {kind: MetricSet, name: cpu}]"},
			more:   strings.Replace(follower, ": lammps", ": Job/x", 1),
			want:   []string{`Study/scaling: spec.sources[1].name: MetricSet/cpu is attached to something that is not among the sources: add the MiniCluster that it is attached to, or leave it out`},
		},
		"a launcher inside": {
			change: []string{"count: 2", "count: 2, inside: true", "{image: ubuntu", "{image: ubuntu, launcher: true", ", fields: [spec.tasks]", ", fields: ['metadata.labels[tasks]']"},
			want: []string{
				"MiniCluster/lammps: spec.containers[0].launcher: the Study cannot tell jobs apart that a launcher starts: let Flux submit the command, or leave repeat.inside of the Study out",
				"in.yaml:16:23: MiniCluster/lammps: spec.flux.optionFlags: warning: it has no effect with launcher: true, because Flux then submits no job: leave it out",
			},
		},
		"a batch inside": {
			change: []string{"count: 2", "count: 2, inside: true", "{image: ubuntu", "{image: ubuntu, batch: true"},
			want:   []string{"MiniCluster/lammps: spec.containers[0].batch: the Study cannot tell the jobs of a batch apart: let Flux submit the command, or leave repeat.inside of the Study out"},
		},
		"nothing inside": {
			change: []string{"count: 2", "count: 2, inside: true", ", command: lmp AFFINITY-x $AFFINITY_y XAFFINITY", "", ", fields: [spec.tasks]", ", fields: ['metadata.labels[tasks]']"},
			want: []string{
				"MiniCluster/lammps: spec.containers[0].command: the Study has nothing to repeat inside: write a command, or leave repeat.inside of the Study out",
				"in.yaml:16:23: MiniCluster/lammps: spec.flux.optionFlags: warning: it has no effect without a command, because Flux then submits no job: leave it out",
			},
		},
		"a MetricSet inside": {
			change: []string{"count: 2", "count: 2, inside: true", "[{kind: MiniCluster, name: lammps}]", "[{kind: MiniCluster, name: lammps}, {kind: MetricSet, name: cpu}]"},
			more:   strings.Replace(follower, ", annotations: {latchkey.dev/attach-to: lammps}", "", 1),
			want:   []string{"Study/scaling: spec.repeat.inside: MetricSet/cpu does not run in a MiniCluster, and only Flux can repeat it inside one set: leave inside out, or name only MiniClusters"},
		},
		"a Service that all runs would share": {
			change: []string{"  flux:", "  network: {headlessName: flux}\n  flux:"},
			want:   []string{"MiniCluster/lammps-1c87c548-2: each run makes Service/flux: leave out the field of the template that gives this name, so that each run has an object of its own; in v1alpha1 the field has a default, so write v1alpha2"},
		},
		"a word that YAML takes for a boolean": {
			change: []string{`"off"`, "off"},
			want:   []string{`Study/scaling: spec.parameters[affinity].values[0]: off is a boolean to many YAML parsers: write it in quotes: "off"`},
		},
		"an order that is none": {
			change: []string{"  repeat", "  order: {parallel: -1, by: random}\n  repeat"},
			want: []string{
				"Study/scaling: spec.order.parallel: -1 is too small: use a number from 0 to 10000 (the number of sets that run at a time, default 0 = all at once, without turns)",
				`Study/scaling: spec.order.by: "random" is unknown: choose one of "Listed", "Random"`,
			},
		},
		"Jobs in order": {
			change: []string{"  repeat", "  order: {parallel: 1}\n  repeat", "name: lammps}\nspec", "name: lammps, annotations: {latchkey.dev/workload: Job}}\nspec"},
			want:   []string{"Study/scaling: spec.order.parallel: the set lammps-1c87c548-1 is a Job, and only a JobSet can wait for its turn: leave out workload=Job, or write parallel: 0, or use a queue"},
		},
		"places of their own in order": {
			change: []string{"  repeat", "  order: {parallel: 1}\n  repeat", "name: lammps}\nspec", "name: lammps, annotations: {latchkey.dev/curve-secret: key, alpha.jobset.sigs.k8s.io/exclusive-topology: rack}}\nspec"},
			want: []string{
				"MiniCluster/lammps-eb8133e0-1: metadata.annotations[latchkey.dev/curve-secret]: warning: it has no effect, because a single broker needs no key: leave it out",
				"Study/scaling: spec.order.parallel: with the annotation alpha.jobset.sigs.k8s.io/exclusive-topology of the set lammps-1c87c548-1 JobSet never starts the pod that waits for the turn: write the annotation into spec.pod instead, or write parallel: 0, or use a queue",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			refused(t, row.change, row.more, row.want)
		})
	}
}

// refused wants findings about the study and its source. change are old and new strings in turn.
func refused(t *testing.T, change []string, more string, want []string) {
	t.Helper()
	text := study + "---\n" + varied
	for at := 0; at < len(change); at += 2 {
		if !strings.Contains(text, change[at]) {
			t.Fatalf("there is no %q to change", change[at])
		}
		text = strings.Replace(text, change[at], change[at+1], 1)
	}
	if more != "" {
		text += "---\n" + more
	}
	var got []string
	for _, result := range ofDocuments(t, text).Results {
		line := fn.Line(result)
		if at := slices.IndexFunc(want, func(want string) bool { return strings.HasPrefix(line, "in.yaml") && strings.Contains(line, " "+want) }); at >= 0 {
			line = want[at]
		}
		got = append(got, line)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

// ofDocuments runs the function over a file, as the command line does.
func ofDocuments(t *testing.T, documents string) *fn.ResourceList {
	t.Helper()
	items, results := fn.ParseDocuments("in.yaml", []byte(documents))
	if len(results) > 0 {
		t.Fatal(fn.Line(results[0]))
	}
	return processed(t, &fn.ResourceList{Items: items}, fn.Settings{})
}
