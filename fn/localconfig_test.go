package fn_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn"
)

// withMetadata is a MiniCluster with other metadata.
func withMetadata(metadata string) string {
	return strings.Replace(set, "metadata:\n  name: lammps\n", metadata, 1)
}

// TestMergedOptions wants the options in merge keys of a source to have the same effect in a second run.
func TestMergedOptions(t *testing.T) {
	t.Parallel()
	for _, metadata := range []string{
		"metadata:\n  <<: {annotations: {latchkey.dev/workload: Job}}\n  name: lammps\n",
		"metadata:\n  name: lammps\n  <<: [{name: x}, {annotations: {latchkey.dev/workload: Job}}]\n",
		"metadata:\n  name: lammps\n  annotations:\n    <<: {latchkey.dev/workload: Job}\n",
		"metadata: {name: lammps, annotations: {<<: {latchkey.dev/workload: Job}}}\n",
		"status:\n  a: &a {annotations: {latchkey.dev/workload: Job}}\n  b: &b {<<: *a}\nmetadata:\n  <<: *b\n  name: lammps\n",
	} {
		once := render(t, listOf(withMetadata(metadata)))
		if twice := render(t, once); strings.Contains(once, "kind: JobSet") || !strings.Contains(once, "kind: Job\n") || twice != once {
			t.Errorf("%s:\n%s\n%s", metadata, once, cmp.Diff(once, twice))
		}
	}
}

// TestAliasKeys wants a key that is an alias to be the text that it stands for, and not the name of the anchor: what is
// added goes below it, and a second run changes nothing.
func TestAliasKeys(t *testing.T) {
	t.Parallel()
	const mark = "    config.kubernetes.io/local-config: \"true\"\n"
	for before, after := range map[string]string{
		"  labels:\n    x: &k annotations\n  *k :\n":                 "    latchkey.dev/workload: Job\n  name: lammps\n",
		"  labels:\n    &k annotations: b\n  *k :\n":                 "    latchkey.dev/workload: Job\n  name: lammps\n",
		"  labels:\n    x: &name annotations\n  *name :\n":           "    latchkey.dev/workload: Job\n  name: lammps\n",
		"  name: &annotations lammps\n  annotations:\n":              "    latchkey.dev/workload: Job\n    x: *annotations\n",
		"  finalizers: [&k metadata]\n  annotations:\n":              "    latchkey.dev/workload: Job\n  name: lammps\nstatus: {*k : {name: x}}\n",
		"  finalizers: [&k latchkey.dev/workload]\n  annotations:\n": "    *k : Job\n  name: lammps\n",
	} {
		once := render(t, listOf(withMetadata("metadata:\n"+before+after)))
		want := listOf(withMetadata("metadata:\n" + before + mark + after))
		if !strings.HasPrefix(once, want) || strings.Contains(once, "kind: JobSet") {
			t.Errorf("%s", cmp.Diff(want, once))
		}
		if twice, messages, _ := run(t, once); twice != once {
			t.Errorf("%s\n%s", messages, cmp.Diff(once, twice))
		}
	}
	config := "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: &k workload}\ndata: {*k : Job}\n"
	if got := render(t, withConfig(listOf(set), config)); strings.Contains(got, "kind: JobSet") {
		t.Errorf("the option has no effect:\n%s", got)
	}
	labeled := withMetadata("metadata:\n  labels: {x: &k capabilities}\n  name: lammps\n") + "    securityContext: {*k : {add: [SYS_NICE]}}\n"
	if got := render(t, listOf(labeled)); !strings.Contains(got, "- SYS_NICE\n") {
		t.Errorf("a field with an alias as its name is not known:\n%s", got)
	}
}

// TestLocalConfig checks the mark of a source that stays: one annotation, and no other change.
func TestLocalConfig(t *testing.T) {
	t.Parallel()
	const mark = "    config.kubernetes.io/local-config: \"true\"\n"
	rest := strings.SplitN(set, "metadata:\n", 2)[1]
	top := strings.SplitN(set, "metadata:\n", 2)[0]
	for name, tc := range map[string]struct{ source, want string }{
		"no annotations": {set, top + "metadata:\n  annotations:\n" + mark + rest},
		"annotations": {
			top + "metadata:\n  annotations: # why\n    # this\n    a: b # c\n" + rest,
			top + "metadata:\n  annotations: # why\n" + mark + "    # this\n    a: b # c\n" + rest,
		},
		"marked":          {annotated(set, "config.kubernetes.io/local-config", "true"), annotated(set, "config.kubernetes.io/local-config", "true")},
		"marked as other": {annotated(set, "config.kubernetes.io/local-config", "false"), annotated(set, "config.kubernetes.io/local-config", "false")},
		"flow": {
			strings.Replace(set, "metadata:\n  name: lammps\n", "metadata: {name: lammps} # why\n", 1),
			strings.Replace(set, "metadata:\n  name: lammps\n", "metadata: {annotations: {config.kubernetes.io/local-config: \"true\"}, name: lammps} # why\n", 1),
		},
		"no value": {
			strings.Replace(set, "metadata:\n", "metadata:\n  annotations:\n", 1),
			strings.Replace(set, "metadata:\n", "metadata:\n  annotations:\n"+mark, 1),
		},
		"anchor":                 {withMetadata("metadata: &meta\n  name: lammps\n"), withMetadata("metadata: &meta\n  annotations:\n" + mark + "  name: lammps\n")},
		"anchor on its own line": {withMetadata("metadata:\n  &meta # why\n  name: lammps\n"), withMetadata("metadata:\n  &meta # why\n  annotations:\n" + mark + "  name: lammps\n")},
		"anchor of annotations": {
			withMetadata("metadata:\n  annotations: &notes\n    a: b\n  name: lammps\n"),
			withMetadata("metadata:\n  annotations: &notes\n" + mark + "    a: b\n  name: lammps\n"),
		},
		"anchor of nothing": {
			withMetadata("metadata:\n  name: lammps\n  annotations: &notes # why\n"),
			withMetadata("metadata:\n  name: lammps\n  annotations: &notes # why\n" + mark),
		},
		"tag": {withMetadata("metadata: !!map\n  name: lammps\n"), withMetadata("metadata: !!map\n  annotations:\n" + mark + "  name: lammps\n")},
		"tag in flow": {
			withMetadata("metadata: !!map {name: lammps}\n"),
			withMetadata("metadata: !!map {annotations: {config.kubernetes.io/local-config: \"true\"}, name: lammps}\n"),
		},
		"null": {
			withMetadata("metadata:\n  name: lammps\n  annotations: ~ # why\n"),
			withMetadata("metadata:\n  name: lammps\n  annotations: {config.kubernetes.io/local-config: \"true\"} # why\n"),
		},
		"complex key": {
			withMetadata("metadata:\n  ? annotations\n  : a: b # c\n  ? name\n  : lammps\n"),
			withMetadata("metadata:\n  annotations:\n    a: b # c\n" + mark + "  name: lammps\n"),
		},
		"merge key": {
			withMetadata("metadata:\n  <<: {annotations: {a: b}} # c\n  name: lammps\n"),
			withMetadata("metadata:\n  <<: {annotations: {a: b}} # c\n  annotations: {a: b, config.kubernetes.io/local-config: \"true\"}\n  name: lammps\n"),
		},
		"shared with others": {
			withMetadata("status: &m\n  name: lammps\nmetadata: *m # c\n"),
			withMetadata("status: &m\n  name: lammps\nmetadata: # c\n  name: lammps\n  annotations:\n" + mark),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			items, results := fn.ParseDocuments("set.yaml", []byte(tc.source))
			if len(results) > 0 {
				t.Fatal(results)
			}
			fromFile := processed(t, &fn.ResourceList{Items: items}, fn.Settings{})
			if diff := cmp.Diff(tc.want, document(t, fromFile.Items[0])); diff != "" {
				t.Errorf("from a file -want +got:\n%s", diff)
			}
			if got := render(t, listOf(tc.source)); !strings.HasPrefix(got, strings.TrimSuffix(listOf(tc.want), "\n")) {
				t.Errorf("from a list: %s", cmp.Diff(listOf(tc.want), got))
			}
			if diff := cmp.Diff(tc.source, document(t, items[0])); diff != "" {
				t.Errorf("the input has changed:\n%s", diff)
			}
		})
	}
}
