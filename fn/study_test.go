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
		// change are old and new texts in turn, of the study and its source.
		change []string
		more   string
		want   []string
	}{
		"nothing": {},
		"a field that the source does not have": {
			change: []string{"spec.size", "spec.siez"},
			want:   []string{`Study/scaling: spec.parameters[nodes].fields[0]: spec.siez of MiniCluster/lammps: unknown field: did you mean "size"?`},
		},
		"an index that the source does not have": {
			change: []string{"[spec.size]", `["spec.containers[1].image"]`},
			want:   []string{`Study/scaling: spec.parameters[nodes].fields[0]: spec.containers[1].image of MiniCluster/lammps: the list has 1 entries, and [0] is the first`},
		},
		"a field of the name": {
			change: []string{"spec.size", "metadata.name"},
			want:   []string{`Study/scaling: spec.parameters[nodes].fields[0]: "metadata.name" cannot be varied: use a field of spec, metadata.labels or metadata.annotations`},
		},
		"a value that its type refuses": {
			change: []string{"[1, 2]", "[1, many]", "nodes * 4", "4"},
			want:   []string{`Study/scaling: spec.parameters[nodes].fields[0]: spec.size of MiniCluster/lammps cannot be "many": "many" is a string: use a whole number, for example 64`},
		},
		"a value that the source refuses is about the cell": {
			change: []string{"[1, 2]", "[0, 2]", "nodes * 4", "4"},
			want:   []string{"MiniCluster/lammps-29a25336-1: spec.size: 0 is too small: use 1 or more (number of pods in the cluster)"},
		},
		"a mistake of the source is told once": {
			change: []string{"image: ubuntu", "imaeg: ubuntu"},
			want:   []string{`MiniCluster/lammps: spec.containers[0].imaeg: unknown field: did you mean "image"?`},
		},
		"two cells with equal objects": {
			change: []string{"fields: [spec.size]", "fields: ['metadata.labels[a]']", "{values: [\"off\", per-task], text: AFFINITY}", "{value: nodes - nodes, text: AFFINITY}", "nodes * 4", "nodes / nodes", "['metadata.labels[a]']", "[]"},
			want:   []string{`Study/scaling: spec.parameters: the cells "affinity=0 nodes=1 tasks=1" and "affinity=0 nodes=2 tasks=1" give the same objects: leave out a value, or write fields that differ`},
		},
		"a parameter without use": {
			change: []string{", fields: [spec.tasks]", ""},
			want:   []string{"Study/scaling: spec.parameters[tasks].fields: nothing uses the parameter: write fields, the word of a text, or the parameter into the value of another one"},
		},
		"a word that no command contains": {
			change: []string{"text: AFFINITY", "text: BINDING"},
			want:   []string{`Study/scaling: spec.parameters[affinity].text: no command, argument, option flag or option of MiniCluster/lammps contains the word "BINDING": write the word there, or leave text out`},
		},
		"a word twice": {
			change: []string{"tasks: {value: nodes * 4", "tasks: {text: AFFINITY, value: nodes * 4"},
			want:   []string{`Study/scaling: spec.parameters[tasks].text: "AFFINITY" is the word of "affinity" too: choose another word in one of the two`},
		},
		"exclusions that leave nothing": {
			change: []string{"  repeat", "  exclude: [{nodes: 1}, {nodes: 2}]\n  repeat"},
			want:   []string{"Study/scaling: spec.exclude: it leaves no cell: leave out an entry"},
		},
		"exclusions that match nothing": {
			change: []string{"  repeat", "  exclude: [{nodes: 3}, {node: 1}, {}]\n  repeat"},
			want: []string{
				"Study/scaling: spec.exclude[0]: no cell has these values, so it excludes nothing: write values that the parameters have, or leave the entry out",
				`Study/scaling: spec.exclude[1][node]: "node" is no parameter: did you mean "nodes"?`,
				"Study/scaling: spec.exclude[2]: it is empty: write values of parameters, or leave the entry out",
			},
		},
		"scaling, figures and references": {
			change: []string{"count: 2", "count: 2, discard: 1", "  repeat", "  scaling: {over: nodes, kind: Weak}\n  figures: [{name: lammps.loop_time, reference: [{value: 1.5e2, where: {nodes: 1}, below: 10%}, {value: -3, above: \"5.5%\"}]}]\n  repeat"},
		},
		"scaling and figures that are none": {
			change: []string{"count: 2", "count: 2, discard: 2", "  repeat", "  scaling: {over: node, kind: strong}\n  figures: [{name: loop_time}, {name: a.b}, {name: a.b}]\n  repeat"},
			want: []string{
				"Study/scaling: spec.repeat.discard: 2 of 2 runs of each cell cannot be discarded: use 0 to 1, or a greater count",
				`in.yaml:10:31: Study/scaling: spec.scaling.kind: "strong" is unknown: choose one of "Strong", "Weak"`,
				`Study/scaling: spec.scaling.over: "node" is no parameter: did you mean "nodes"?`,
				`Study/scaling: spec.figures[0].name: "loop_time" is no name of a figure: write the kind of the record, a dot and the figure, for example lammps.loop_time`,
				`Study/scaling: spec.figures[2].name: "a.b" is there twice: write all references into one of the two`,
			},
		},
		"references that are none": {
			change: []string{"  repeat", "  figures: [{name: a.b, reference: [{value: 0, below: 5}, {value: 1, where: {node: 1}}, {value: 1, above: 5 s}]}]\n  repeat"},
			want: []string{
				"Study/scaling: spec.figures[0].reference[0].value: a percentage of 0 is 0: write another number, or leave the reference out",
				`Study/scaling: spec.figures[0].reference[0].below: "5" is no percentage: write one such as 10%`,
				`Study/scaling: spec.figures[0].reference[1].where[node]: "node" is no parameter: did you mean "nodes"?`,
				"Study/scaling: spec.figures[0].reference[1]: there is no tolerance: write below, above or both, for example above: 5%",
				`Study/scaling: spec.figures[0].reference[2].above: "5 s" is no percentage: write one such as 10%`,
			},
		},
		"a reference that is text": {
			change: []string{"  repeat", "  figures: [{name: a.b, reference: [{value: 138.2 s, above: 5%}]}]\n  repeat"},
			want:   []string{`in.yaml:10:45: Study/scaling: spec.figures[0].reference[0].value: "138.2 s" is a string: write a number without quotes and without a unit, for example 138.2`},
		},
		"a reference for a cell that is not there, over words": {
			change: []string{"  repeat", "  scaling: {over: affinity}\n  figures: [{name: a.b, reference: [{value: 1, above: 5%, where: {nodes: 3}}]}]\n  repeat"},
			want: []string{
				`Study/scaling: spec.scaling.over: "affinity" has the value "off", and a speed-up is over whole numbers of 1 or more: name another parameter, or leave scaling out`,
				"Study/scaling: spec.figures[0].reference[0].where: no cell has these values: write values that the parameters have, or leave the reference out",
			},
		},
		"a zip of unequal lengths": {
			change: []string{"values: [1, 2], ", "", "  repeat", "  zip: [{parameters: [nodes, zones], values: [[1], [2, b]]}]\n  repeat"},
			want: []string{
				`Study/scaling: spec.zip[0].parameters[1]: "zones" is no parameter: did you mean "nodes"?`,
				"Study/scaling: spec.zip[0].values[0]: 1 values for 2 parameters: write one for each",
			},
		},
		"values in two ways": {
			change: []string{"{value: nodes * 4", "{values: [1], value: nodes * 4"},
			want:   []string{"Study/scaling: spec.parameters[tasks]: it has more than one of values, value and zip: keep one of them"},
		},
		"an unknown name": {
			change: []string{"nodes * 4", "node * 4"},
			want:   []string{`Study/scaling: spec.parameters[tasks].value: "node" is no parameter: did you mean "nodes"? (affinity=off nodes=1)`},
		},
		"a name that is no number": {
			change: []string{"nodes * 4", "affinity * 4"},
			want:   []string{`Study/scaling: spec.parameters[tasks].value: "affinity" has the value "off", which is no whole number: leave it out of the arithmetic (affinity=off nodes=1)`},
		},
		"a division by zero": {
			change: []string{"nodes * 4", "4 / (nodes - 2)"},
			want:   []string{"Study/scaling: spec.parameters[tasks].value: it divides by zero: change the values or the arithmetic (affinity=off nodes=2)"},
		},
		"a result that is no whole number": {
			change: []string{"nodes * 4", "nodes * 3 / 2"},
			want:   []string{"Study/scaling: spec.parameters[tasks].value: it is 1.5, which is no whole number: change the values or the arithmetic (affinity=off nodes=1)"},
		},
		"a value that follows from itself": {
			change: []string{"nodes * 4", "tasks * 4"},
			want:   []string{`Study/scaling: spec.parameters[tasks].value: "tasks" follows from itself: write values for one of tasks (affinity=off nodes=1)`},
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
			want:   []string{"Study/scaling: spec.repeat.count: 0 is too small: use 1 or more (runs of each cell)"},
		},
		"a source that is missing": {
			change: []string{"sources: [{kind: MiniCluster, name: lammps}]", "sources: [{kind: MiniCluster, name: lamps}, {kind: MetricSet, name: x}, {kind: Pod, name: x}]"},
			want: []string{
				`Study/scaling: spec.sources[0].name: there is no MiniCluster lamps among the sources: did you mean "lammps"?`,
				"Study/scaling: spec.sources[1].name: there is no MetricSet x among the sources: add its file, or name another source",
				`Study/scaling: spec.sources[2].kind: "Pod" is unknown: choose one of "MetricSet", "MiniCluster"`,
			},
		},
		"a source that another study also varies": {
			more: strings.Replace(study, "name: scaling", "name: twice", 1),
			want: []string{`Study/twice: spec.sources[0].name: MiniCluster/lammps is varied by the Study "scaling" too: leave it out of one of the two, or copy it under another name`},
		},
		"a MetricSet that is attached elsewhere": {
			change: []string{"[{kind: MiniCluster, name: lammps}]", "[{kind: MiniCluster, name: lammps}, {kind: MetricSet, name: cpu}]"},
			more:   strings.Replace(follower, ": lammps", ": Job/x", 1),
			want:   []string{`Study/scaling: spec.sources[1].name: MetricSet/cpu is attached to something that the study does not vary: name the MiniCluster that it is attached to, or leave it out`},
		},
		"a Service that all runs would share": {
			change: []string{"  flux:", "  network: {headlessName: flux}\n  flux:"},
			want:   []string{"MiniCluster/lammps-1c87c548-2: each run makes Service/flux: leave the field out that names it, so that each run has its own; in v1alpha1 it has a default, so write v1alpha2"},
		},
		"a word that YAML takes for a boolean": {
			change: []string{`"off"`, "off"},
			want:   []string{`Study/scaling: spec.parameters[affinity].values[0]: off is a boolean to many readers: write words such as "true" and "off" in quotes`},
		},
		"an order that is none": {
			change: []string{"  repeat", "  order: {parallel: -1, by: random, image: a b}\n  repeat"},
			want: []string{
				"Study/scaling: spec.order.parallel: -1 is too small: use 0 or more (sets that run at a time, 0 for all at once)",
				`Study/scaling: spec.order.by: "random" is unknown: choose one of "Listed", "Random"`,
				`Study/scaling: spec.order.image: "a b" has a blank in it: write the image without blanks`,
			},
		},
		"Jobs in order": {
			change: []string{"  repeat", "  order: {parallel: 1}\n  repeat", "name: lammps}\nspec", "name: lammps, annotations: {latchkey.dev/workload: Job}}\nspec"},
			want:   []string{"Study/scaling: spec.order.parallel: the set lammps-1c87c548-1 is a Job, and only a JobSet can wait for its turn: leave out workload: Job, or write parallel: 0, or use a queue"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := study + "---\n" + varied
			for at := 0; at < len(row.change); at += 2 {
				if !strings.Contains(text, row.change[at]) {
					t.Fatalf("there is no %q to change", row.change[at])
				}
				text = strings.Replace(text, row.change[at], row.change[at+1], 1)
			}
			if row.more != "" {
				text += "---\n" + row.more
			}
			var got []string
			for _, result := range ofDocuments(t, text).Results {
				line := fn.Line(result)
				if at := slices.IndexFunc(row.want, func(want string) bool { return strings.HasPrefix(line, "in.yaml") && strings.Contains(line, " "+want) }); at >= 0 {
					line = row.want[at]
				}
				got = append(got, line)
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
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
