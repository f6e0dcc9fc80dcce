package fn_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn"
)

// TestLocalConfig checks how a source that stays is marked: by one annotation, and nothing else changes.
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
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			items, results := fn.ParseDocuments("set.yaml", []byte(tc.source))
			if len(results) > 0 {
				t.Fatal(results)
			}
			fromFile := fn.Process(&fn.ResourceList{Items: items}, fn.Settings{})
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
