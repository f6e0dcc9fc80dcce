package fn_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/generators"
)

// configKinds are the kinds that a functionConfig may have, as messages list them.
func configKinds() string {
	kinds := []string{"ConfigMap", "Latchkey"}
	for _, kind := range generators.Kinds() {
		if len(kind.Versions) > 0 {
			kinds = append(kinds, kind.Name)
		}
	}
	slices.Sort(kinds)
	return `"` + strings.Join(slices.Compact(kinds), `", "`) + `"`
}

// TestConfigErrors wants the errors of the options, and the errors of structure in sources.
func TestConfigErrors(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		list string
		want []string
	}{
		"unknown functionConfig": {
			withConfig(listOf(set), "apiVersion: v1\nkind: Secret\nmetadata: {name: x}\n"),
			[]string{"Secret/x: kind: this is not a configuration of Latchkey: choose one of " + configKinds()},
		},
		"a slip of Latchkey": {
			withConfig(listOf(set), "apiVersion: latchkey.dev/v1alpha1\nkind: Latchky\nmetadata: {name: x}\n"),
			[]string{`Latchky/x: kind: this is not a configuration of Latchkey: did you mean "Latchkey"?`},
		},
		"another group": {
			withConfig(listOf(set), "apiVersion: latchkey.dev\nkind: Latchkey\nmetadata: {name: x}\n"),
			[]string{`Latchkey/x: apiVersion: "latchkey.dev" is not a version of a configuration of Latchkey: choose "latchkey.dev/v1alpha1" for the kind Latchkey, or "v1" for a ConfigMap`},
		},
		"unknown version of Latchkey": {
			withConfig(listOf(set), strings.Replace(options("include: j"), "v1alpha1", "v1", 1)),
			[]string{`Latchkey/options: apiVersion: this version of Latchkey is not known: choose one of "latchkey.dev/v1alpha1"`},
		},
		"wrong options": {
			withConfig(listOf(set), options("includes: j\n  workload: Pod\n  maxRestarts: -1")),
			[]string{
				`Latchkey/options: spec.includes: unknown field: did you mean "include"?`,
				`Latchkey/options: spec.workload: "Pod" is unknown: choose one of "Job", "JobSet"`,
				`Latchkey/options: spec.maxRestarts: -1 is too small: use 0 or more (how often a failed set is started again as a whole)`,
			},
		},
		"wrong options and sources": {
			withConfig(listOf(foreign, setNamed(strings.Repeat("n", 99)), strings.Replace(setNamed("b"), "size: 1", "size: 0\n  siez: 1", 1), setNamed("a")), options("workload: job")),
			[]string{
				`Latchkey/options: spec.workload: "job" is unknown: choose one of "Job", "JobSet"`,
				"MiniCluster/b: spec.size: 0 is too small: use a number from 1 to 100000 (the number of pods, the lead included, default 1)",
				`MiniCluster/b: spec.siez: unknown field: did you mean "size"?`,
			},
		},
		"options that are not strings": {
			withConfig(listOf(set), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {include: [jobs]}\n"),
			[]string{"ConfigMap/c: data.include: this is not a string: write the value as one word, or words separated by commas"},
		},
		"options in the wrong place": {
			withConfig(listOf(set), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\nimmutable: true\nData: {include: j}\nbinaryData: {include: ag==}\nspec: {}\n"),
			[]string{
				`ConfigMap/c: Data: unknown field: did you mean "data"?`,
				`ConfigMap/c: binaryData: unknown field: choose one of "apiVersion", "data", "immutable", "kind", "metadata"`,
				`ConfigMap/c: spec: unknown field: choose one of "apiVersion", "data", "immutable", "kind", "metadata"`,
			},
		},
		"options in a list": {
			withConfig(listOf(set), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: [include]\n"),
			[]string{`ConfigMap/c: data: this is a list: use a map, with one indented "key: value" on each line`},
		},
		"options given twice": {
			withConfig(listOf(set), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {workload: Job, workload: JobSet, include: j}\ndata: {}\n"),
			[]string{
				"ConfigMap/c: data.workload: this key is given twice: keep one of the two",
				"ConfigMap/c: data: this key is given twice: keep one of the two",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wantErrors(t, tc.list, tc.want)
		})
	}
}
