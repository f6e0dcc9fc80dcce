package fn_test

import "testing"

// TestStudyRefusesParameters gives the function studies with mistakes in parameters.
func TestStudyRefusesParameters(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		// change are old and new strings in turn, of the study and its source.
		change, want []string
	}{
		"a field that the source does not have": {
			change: []string{"spec.size", "spec.siez"},
			want:   []string{`Study/scaling: spec.parameters[nodes].fields[0]: spec.siez of MiniCluster/lammps: unknown field: did you mean "size"?`},
		},
		"an index that the source does not have": {
			change: []string{"[spec.size]", `["spec.containers[1].image"]`},
			want:   []string{`Study/scaling: spec.parameters[nodes].fields[0]: spec.containers[1].image of MiniCluster/lammps: the list has no such entry, and [0] is the first: use one that is there, or add it to the list`},
		},
		"a field of the name": {
			change: []string{"spec.size", "metadata.name"},
			want:   []string{`Study/scaling: spec.parameters[nodes].fields[0]: "metadata.name" cannot be varied: use a field of spec, or a label or annotation of your own`},
		},
		"a value that its type refuses": {
			change: []string{"[1, 2]", "[1, many]", "nodes * 4", "4"},
			want:   []string{`Study/scaling: spec.parameters[nodes].fields[0]: spec.size of MiniCluster/lammps cannot be "many": "many" is a string: use an integer, for example 64`},
		},
		"all values that its type refuses, with mistakes elsewhere": {
			change: []string{"[1, 2]", `[1, many, ""]`, "nodes * 4", "node * 4", "fields: [spec.tasks]", "fields: [spec.task]", "text: AFFINITY", "text: BINDING", "  repeat", "  scaling: {over: node}\n  exclude: [{node: 1, affinty: x}]\n  repeat"},
			want: []string{
				`Study/scaling: spec.parameters[nodes].fields[0]: spec.size of MiniCluster/lammps cannot be "": "" is a string: use an integer, for example 64`,
				`Study/scaling: spec.parameters[nodes].fields[0]: spec.size of MiniCluster/lammps cannot be "many": "many" is a string: use an integer, for example 64`,
				`Study/scaling: spec.parameters[tasks].fields[0]: spec.task of MiniCluster/lammps: unknown field: did you mean "tasks"?`,
				`Study/scaling: spec.parameters[affinity].text: no command, argument, option flag or option of MiniCluster/lammps contains the word "BINDING": write the word there, or leave text out`,
				`Study/scaling: spec.parameters[tasks].value: "node" is not a parameter: did you mean "nodes"? (affinity=off nodes=1)`,
				`Study/scaling: spec.exclude[0][affinty]: "affinty" is not a parameter: did you mean "affinity"?`,
				`Study/scaling: spec.exclude[0][node]: "node" is not a parameter: did you mean "nodes"?`,
				`Study/scaling: spec.scaling.over: "node" is not a parameter: did you mean "nodes"?`,
			},
		},
		"values that cannot be read, in arithmetic": {
			change: []string{"[1, 2], fields", "[1.5, 2], fields", "  repeat", "  scaling: {over: nodes}\n  repeat"},
			want:   []string{"Study/scaling: spec.parameters[nodes].values[0]: 1.5 is a number: write it in quotes: \"1.5\""},
		},
		"values of a zip that cannot be read, in arithmetic": {
			change: []string{"values: [1, 2], ", "", `values: ["off", per-task], `, "", "  repeat", "  zip: [{parameters: [nodes, affinity], values: [[off, a], [2, b]]}]\n  repeat"},
			want:   []string{`Study/scaling: spec.zip[0].values[0][0]: off is a boolean to many YAML parsers: write it in quotes: "off"`},
		},
		"arithmetic that cannot be read, in arithmetic": {
			change: []string{"{value: nodes * 4, fields: [spec.tasks]}", "{value: four * nodes, fields: [spec.tasks]}\n    four: {value: 4.5}"},
			want:   []string{"Study/scaling: spec.parameters[four].value: 4.5 is a number: write it in quotes: \"4.5\""},
		},
		"a list as one value": {
			change: []string{"[spec.size]", "[spec.containers]", "[spec.tasks]", "[metadata.labels]"},
			want: []string{
				"Study/scaling: spec.parameters[nodes].fields[0]: spec.containers of MiniCluster/lammps: it is a list or a map: lead the path to one of the values in it",
				"Study/scaling: spec.parameters[tasks].fields[0]: metadata.labels of MiniCluster/lammps: it is a list or a map: lead the path to one of the values in it",
			},
		},
		"a label with a dot": {change: []string{"[spec.tasks]", "[metadata.labels.tasks]"}},
		"a label that the study writes": {
			change: []string{"[spec.size]", "['metadata.labels[latchkey.dev/run]']"},
			want:   []string{`Study/scaling: spec.parameters[nodes].fields[0]: "metadata.labels[latchkey.dev/run]" cannot be varied: use a field of spec, or a label or annotation of your own`},
		},
		"a field twice": {
			change: []string{"[spec.tasks]", "[spec.size]"},
			want:   []string{`Study/scaling: spec.parameters[tasks].fields[0]: "spec.size" is a field of the parameter "nodes" already: keep it in one of the two`},
		},
		"a parameter without a name": {
			change: []string{"affinity:", `"":`},
			want:   []string{`Study/scaling: spec.parameters[]: the name is missing: write a name of letters, digits and "_"`},
		},
		"a parameter that cannot be read": {
			change: []string{"[1, 2], fields", "[1, 2], feilds", "text: AFFINITY", "text: y"},
			want: []string{
				`Study/scaling: spec.parameters[nodes].feilds: unknown field: did you mean "fields"?`,
				`Study/scaling: spec.parameters[affinity].text: y is a boolean to many YAML parsers: write it in quotes: "y"`,
			},
		},
		"a number that the source refuses": {
			change: []string{"[1, 2]", "[0, 2]", "nodes * 4", "4"},
			want:   []string{`Study/scaling: spec.parameters[nodes].fields[0]: spec.size of MiniCluster/lammps cannot be "0": 0 is too small: use a number from 1 to 100000 (the number of pods, the lead included, default 1)`},
		},
		"mistakes of the source, with others in the study": {
			change: []string{"command: lmp", "imagePullSecret: A, command: lmp", "  repeat", "  figures: [{name: loop_time}]\n  repeat"},
			want: []string{
				`Study/scaling: spec.figures[0].name: "loop_time" is not the name of a figure: write the kind of the record, a dot and the figure, for example lammps.loop_time`,
				`MiniCluster/lammps: spec.containers[0].imagePullSecret: "A" is not allowed here: use 1 to 253 lower-case letters, digits, "-" and ".", a letter or digit at either end`,
			},
		},
		"a figure of one's own": {
			change: []string{"  repeat", "  figures: [{name: figure.fom, pattern: 'fom=(.+)', better: Lower, unit: ms, take: Sum}]\n  repeat"},
		},
		"figures that cannot be found": {
			change: []string{"  repeat", "  figures: [{name: lammps.fom, pattern: 'a (b', better: Lower}, {name: figure.b, pattern: a, unit: 'a,b'}, {name: figure.c, unit: s}]\n  repeat"},
			want: []string{
				`Study/scaling: spec.figures[0].name: "lammps.fom" cannot be the name of a figure with a pattern: write figure.NAME, with letters, digits, ".", "_" and "-", for example figure.throughput`,
				"Study/scaling: spec.figures[0].pattern: error parsing regexp: missing closing ): `a (b`: write a regular expression of Go",
				`Study/scaling: spec.figures[1].pattern: the expression has no group that finds the number: put parentheses around what stands in its place, for example (\S+)`,
				`Study/scaling: spec.figures[1].better: write Higher or Lower: which values are better`,
				`Study/scaling: spec.figures[1].unit: a unit has no comma: write another one`,
				`Study/scaling: spec.figures[2].pattern: better, unit and take need a pattern: write a pattern, or leave the three out`,
			},
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
			want:   []string{"Study/scaling: spec.parameters[tasks]: nothing uses the parameter: write fields or text, or use the parameter in the value of another one"},
		},
		"a parameter with values and without use": {
			change: []string{", text: AFFINITY", ""},
			want:   []string{"Study/scaling: spec.parameters[affinity]: nothing uses the parameter: write fields or text, or use the parameter in the value of another one"},
		},
		"a word that no command contains": {
			change: []string{"text: AFFINITY", "text: BINDING"},
			want:   []string{`Study/scaling: spec.parameters[affinity].text: no command, argument, option flag or option of MiniCluster/lammps contains the word "BINDING": write the word there, or leave text out`},
		},
		"a word in the command that submits": {change: []string{"optionFlags: -o cpu-affinity=AFFINITY", "submitCommand: flux submit -v AFFINITY", "lmp AFFINITY-x", "lmp x"}},
		"a word in the command after the start": {
			change: []string{"-o cpu-affinity=AFFINITY", "-v", "command: lmp AFFINITY-x", "lifeCycle: {postStartExec: echo AFFINITY}, command: lmp x"},
		},
		"a word twice": {
			change: []string{"tasks: {value: nodes * 4", "tasks: {text: AFFINITY, value: nodes * 4"},
			want:   []string{`Study/scaling: spec.parameters[tasks].text: "AFFINITY" is the text of the parameter "affinity" too: choose another word in one of the two`},
		},
		"values in two ways": {
			change: []string{"{value: nodes * 4", "{values: [1], value: nodes * 4"},
			want:   []string{"Study/scaling: spec.parameters[tasks]: it has more than one of values, value and zip: keep one of them"},
		},
		"an unknown name": {
			change: []string{"nodes * 4", "node * 4"},
			want:   []string{`Study/scaling: spec.parameters[tasks].value: "node" is not a parameter: did you mean "nodes"? (affinity=off nodes=1)`},
		},
		"a name that is not a number": {
			change: []string{"nodes * 4", "affinity * 4"},
			want:   []string{`Study/scaling: spec.parameters[tasks].value: "affinity" has the value "off", which is not an integer: leave it out of the arithmetic (affinity=off nodes=1)`},
		},
		"a division by zero": {
			change: []string{"nodes * 4", "4 / (nodes - 2)"},
			want:   []string{"Study/scaling: spec.parameters[tasks].value: it divides by zero: change the values or the arithmetic (affinity=off nodes=2)"},
		},
		"a result that is not an integer": {
			change: []string{"nodes * 4", "nodes * 3 / 2"},
			want:   []string{"Study/scaling: spec.parameters[tasks].value: it is 1.5, which is not an integer: change the values or the arithmetic (affinity=off nodes=1)"},
		},
		"a value that follows from itself": {
			change: []string{"nodes * 4", "tasks * 4"},
			want:   []string{`Study/scaling: spec.parameters[tasks].value: "tasks" follows from itself: write values for one of tasks (affinity=off nodes=1)`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			refused(t, row.change, "", row.want)
		})
	}
}
