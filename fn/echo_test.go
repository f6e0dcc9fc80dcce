package fn_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn"
)

// TestMisspeltIsNotMissing says of a field under a misspelt name that it is misspelt, and not that it is missing. Other
// mistakes stay.
func TestMisspeltIsNotMissing(t *testing.T) {
	t.Parallel()
	const head = "apiVersion: flux-framework.org/v1alpha2\nkind: "
	const cluster, set = head + "MiniCluster\nmetadata:\n  name: x\nspec: ", head + "MetricSet\nmetadata:\n  name: x\nspec: "
	for name, test := range map[string]struct {
		input string
		want  []string
	}{
		"list":     {cluster + "{contianers: [{image: a/b:1}]}\n", []string{`MiniCluster/x: spec.contianers: unknown field: did you mean "containers"?`}},
		"image":    {cluster + "{containers: [{imgae: a/b:1}]}\n", []string{`MiniCluster/x: spec.containers[0].imgae: unknown field: did you mean "image"?`}},
		"metrics":  {set + "{metrcs: [{name: io-fio}]}\n", []string{`MetricSet/x: spec.metrcs: unknown field: did you mean "metrics"?`}},
		"name":     {set + "{metrics: [{nmae: io-fio}]}\n", []string{`MetricSet/x: spec.metrics[0].nmae: unknown field: did you mean "name"?`}},
		"metadata": {head + "MiniCluster\nmetadta:\n  name: x\nspec: {containers: [{image: a/b:1}]}\n", []string{`metadta: MiniCluster without a name: unknown field: did you mean "metadata"?`}},
		"source of a volume": {
			cluster + "{containers: [{image: a/b:1, volumes: {a: {path: /x, pvc: x}}}]}\n",
			[]string{`MiniCluster/x: spec.containers[0].volumes[a].pvc: unknown field: did you mean "claimName"?`},
		},
		"option": {
			set + "{pods: 2, metrics: [{name: io-fio, addons: [{name: volume-pvc, options: {claim: x, name: v, path: /x}}]}]}\n",
			[]string{`MetricSet/x: spec.metrics[0].addons[0].options.claim: unknown option: did you mean "claimName"?`},
		},
		"advice on what seems missing": {
			cluster + "{size: 2, tasks: 4, containers: [{image: a/b:1, comand: echo hi, batch: true}]}\n",
			[]string{`MiniCluster/x: spec.containers[0].comand: unknown field: did you mean "command"?`},
		},
		"advice on what has another type": {
			cluster + "{size: 2, tasks: 4, containers: [{image: a/b:1, command: [hostname]}]}\n",
			[]string{`MiniCluster/x: spec.containers[0].command: this is a list: use text`},
		},
		"what another field needs": {
			cluster + "{containers: [{image: a/b:1, runFlux: true}, {image: a/b:1, runFlux: \"no\", volumes: {a: {emptyDir: 1}}}]}\n",
			[]string{
				`MiniCluster/x: spec.containers[1].runFlux: "no" is a string: use true or false, without quotes`,
				`MiniCluster/x: spec.containers[1].volumes[a].emptyDir: 1 is a number: use true or false, without quotes`,
			},
		},
		"what another misspelt field needs": {
			cluster + "{containers: [{image: a/b:1, volumes: {a: {emptyDr: true}}}]}\n",
			[]string{`MiniCluster/x: spec.containers[0].volumes[a].emptyDr: unknown field: did you mean "emptyDir"?`},
		},
		"what the text names": {
			"apiVersion: flux-framework.org/v1alpha1\nkind: MiniCluster\nmetadata: {name: x}\n" +
				"spec: {volums: {a: {path: /b}}, containers: [{image: a/b:1, volumes: {a: {path: /a}}}]}\n",
			[]string{`MiniCluster/x: spec.volums: unknown field: did you mean "volumes"?`},
		},
		"advice on another option": {
			set + "{pods: 2, metrics: [{name: app-lammps, options: {comand: x}, addons: [{name: perf-hpctoolkit, options: {events: -e x}}]}]}\n",
			[]string{`MetricSet/x: spec.metrics[0].options.comand: unknown option: did you mean "command"?`},
		},
		"what a misspelt name would be": {
			set + "{metrics: [{name: perf-sysstat, addons: [{name: aplication, options: {image: 'a/b:1', command: c}}]}]}\n",
			[]string{`MetricSet/x: spec.metrics[0].addons[0].name: "aplication" is not an addon: did you mean "application"?`},
		},
		"what misspelt annotations would say": {
			head + "MetricSet\nmetadata: {name: x, anotations: {latchkey.dev/attach-to: x}}\nspec: {metrics: [{name: perf-sysstat}]}\n",
			[]string{`MetricSet/x: metadata.anotations: unknown field: did you mean "annotations"?`},
		},
		"what annotations of another type would say": {
			head + "MetricSet\nmetadata: {name: x, annotations: [latchkey.dev/attach-to]}\nspec: {metrics: [{name: perf-sysstat}]}\n",
			[]string{`MetricSet/x: metadata.annotations: this is a list: use a mapping, with one indented "key: value" on each line`},
		},
		"a field that is there too": {
			cluster + "{contianers: [], containers: [{image: a/b:1, volumes: {a: {claimName: x}}}]}\n",
			[]string{
				`MiniCluster/x: spec.contianers: unknown field: did you mean "containers"?`,
				`MiniCluster/x: spec.containers[0].volumes[a].path: there is no path: say where in the container the volume is mounted, for example /data`,
			},
		},
		"other mistakes": {
			cluster + "{size: 0, containers: [{imgae: a/b:1, image: a b}]}\n",
			[]string{
				`MiniCluster/x: spec.containers[0].imgae: unknown field: did you mean "image"?`,
				`MiniCluster/x: spec.size: 0 is too small: use 1 or more (number of pods in the cluster)`,
				`MiniCluster/x: spec.containers[0].image: "a b" has a blank in it: write the image without blanks`,
			},
		},
	} {
		if diff := cmp.Diff(test.want, lines(process(t, listOf(test.input), fn.Settings{}))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestUnreadStudy says of a study and its template what could not be read, and not what the study lacks then.
func TestUnreadStudy(t *testing.T) {
	t.Parallel()
	const cluster = "apiVersion: flux-framework.org/v1alpha2\nkind: MiniCluster\nmetadata: {name: x, namespace: ns}\nspec: {size: 2, tasks: 4, containers: [{image: a/b:1, command: %s}]}\n"
	const study = "apiVersion: latchkey.dev/v1alpha1\nkind: Study\nmetadata: {name: s, namespace: ns}\nspec: {sources: [{kind: MiniCluster, name: %s}], parameters: {word: {values: [a, b], text: WORD}}}\n"
	for _, test := range []struct{ command, name, want string }{
		{"7", "x", `MiniCluster/ns/x: spec.containers[0].command: 7 is a number: write it in quotes: "7"`},
		{"echo WORD", "7", `Study/ns/s: spec.sources[0].name: 7 is a number: write it in quotes: "7"`},
	} {
		got := lines(process(t, listOf(fmt.Sprintf(cluster, test.command), fmt.Sprintf(study, test.name)), fn.Settings{}))
		if diff := cmp.Diff([]string{test.want}, got); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}
