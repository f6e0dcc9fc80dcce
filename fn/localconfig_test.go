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

// TestAliasKeys wants a key that is an alias to be the text that it stands for, and not the name of the anchor. A second run changes
// nothing.
func TestAliasKeys(t *testing.T) {
	t.Parallel()
	for _, metadata := range []string{
		"  labels:\n    x: &k annotations\n  *k :\n    latchkey.dev/workload: Job\n  name: lammps\n",
		"  labels:\n    &k annotations: b\n  *k :\n    latchkey.dev/workload: Job\n  name: lammps\n",
		"  labels:\n    x: &name annotations\n  *name :\n    latchkey.dev/workload: Job\n  name: lammps\n",
		"  name: &annotations lammps\n  annotations:\n    latchkey.dev/workload: Job\n    x: *annotations\n",
		"  finalizers: [&k metadata]\n  annotations:\n    latchkey.dev/workload: Job\n  name: lammps\nstatus: {*k : {name: x}}\n",
		"  finalizers: [&k latchkey.dev/workload]\n  annotations:\n    *k : Job\n  name: lammps\n",
	} {
		once := render(t, listOf(withMetadata("metadata:\n"+metadata)))
		list, err := fn.ParseResourceList([]byte(once))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(once, "kind: JobSet") || list.Items[0].Annotation("config.kubernetes.io/local-config") != "true" {
			t.Errorf("%s\nhas become\n%s", metadata, once)
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
	const name = "  name: lammps\n"
	for before, after := range map[string]string{
		"metadata:\n" + name: "metadata:\n  annotations:\n" + mark + name,
		"metadata:\n  annotations: # why\n    # this\n    a: b # c\n" + name:                   "metadata:\n  annotations: # why\n" + mark + "    # this\n    a: b # c\n" + name,
		"metadata:\n  annotations:\n" + mark + name:                                            "metadata:\n  annotations:\n" + mark + name,
		"metadata:\n  annotations:\n    config.kubernetes.io/local-config: \"false\"\n" + name: "metadata:\n  annotations:\n    config.kubernetes.io/local-config: \"false\"\n" + name,
		"metadata: {name: lammps} # why\n":                                                     "metadata: {annotations: {config.kubernetes.io/local-config: \"true\"}, name: lammps} # why\n",
		"metadata:\n  annotations:\n" + name:                                                   "metadata:\n  annotations:\n" + mark + name,
		"metadata: &meta\n" + name:                                                             "metadata: &meta\n  annotations:\n" + mark + name,
		"metadata:\n" + name + "  annotations: ~ # why\n":                                      "metadata:\n" + name + "  annotations: # why\n" + mark,
		"metadata:\n  <<: {annotations: {a: b}}\n" + name:                                      "metadata:\n" + name + "  annotations: {config.kubernetes.io/local-config: \"true\", a: b}\n",
		"status: &m\n" + name + "metadata: *m\n":                                               "status:\n" + name + "metadata:\n  annotations:\n" + mark + name,
	} {
		source, want := withMetadata(before), withMetadata(after)
		items, results := fn.ParseDocuments("set.yaml", []byte(source))
		if len(results) > 0 {
			t.Fatal(results)
		}
		fromFile := processed(t, &fn.ResourceList{Items: items}, fn.Settings{})
		if diff := cmp.Diff(want, document(t, fromFile.Items[0])); diff != "" {
			t.Errorf("from a file -want +got:\n%s", diff)
		}
		if got := render(t, listOf(source)); !strings.HasPrefix(got, strings.TrimSuffix(listOf(want), "\n")) {
			t.Errorf("from a list: %s", cmp.Diff(listOf(want), got))
		}
		if diff := cmp.Diff(source, document(t, items[0])); diff != "" {
			t.Errorf("the input has changed:\n%s", diff)
		}
	}
}
