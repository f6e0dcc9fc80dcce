package fn_test

import (
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/fn"
)

// TestSubjects binds the user's own service account. kustomize must know it by name and namespace.
func TestSubjects(t *testing.T) {
	t.Parallel()
	source := inNamespace(annotated(strings.Replace(set, "size: 1", "size: 2\n  pod: {serviceAccountName: runner}", 1), "latchkey.dev/workload", "Job"), "n1")
	account := "apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: p-runner\n  namespace: n1\n"
	for name, tc := range map[string]struct{ account, want string }{
		"not there":            {foreign, "n1"},
		"never renamed":        {strings.Replace(account, "p-runner", "runner", 1), "n1"},
		"renamed and moved":    {withPrevious(account, "runner,runner", "default,n1"), "default"},
		"moved":                {withPrevious(strings.Replace(account, "p-runner", "runner", 1), "runner", "default"), "default"},
		"moved twice":          {withPrevious(account, "runner,runner,runner", "lab,default,n1"), "lab"},
		"another namespace":    {withPrevious(strings.Replace(account, "n1", "n2", 1), "runner,runner", "default,n1"), "n1"},
		"another account":      {withPrevious(account, "walker", "default"), "n1"},
		"another kind of that": {withPrevious(strings.Replace(account, "ServiceAccount", "Secret", 1), "runner,runner", "default,n1"), "n1"},
	} {
		out := process(t, listOf(source, tc.account), fn.Settings{})
		want := "subjects:\n- kind: ServiceAccount\n  name: runner\n  namespace: " + tc.want + "\n"
		if made := documentsOf(t, out); !strings.Contains(made, want) {
			_, subjects, _ := strings.Cut(made, "subjects:")
			t.Errorf("%s: %q: %.100s\nwant %s", name, lines(out), subjects, want)
		}
	}
}

// TestSubjectsAgain renders in a base and once more above it, with a namespace in between. The account of the first time is
// replaced, so the binding must name the new one.
func TestSubjectsAgain(t *testing.T) {
	t.Parallel()
	two := strings.Replace(set, "size: 1", "size: 2", 1)
	account := annotated("apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: lammps-keygen\n  namespace: hpc\n", "latchkey.dev/source", "flux-framework.org/MiniCluster//lammps")
	again := listOf(
		inKustomize(withPrevious(inNamespace(two, "hpc"), "lammps", "default")),
		inKustomize(withPrevious(account, "lammps-keygen", "default")),
	)
	made := documentsOf(t, process(t, again, fn.Settings{}))
	if want := "subjects:\n- kind: ServiceAccount\n  name: lammps-keygen\n  namespace: hpc\n"; !strings.Contains(made, want) {
		_, subjects, _ := strings.Cut(made, "subjects:")
		t.Errorf("%.100s\nwant %s", subjects, want)
	}
}
