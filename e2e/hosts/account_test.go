//go:build e2e

package hosts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestKustomizeAccount binds a service account of the user, which kustomizations rename and move before and after
// Latchkey. The account, its pods and the role binding must agree on its name and namespace in the end.
func TestKustomizeAccount(t *testing.T) {
	config, err := os.ReadFile("../../functionconfig.yaml")
	if err != nil {
		t.Fatal(err)
	}
	source := strings.NewReplacer("  namespace: default\n", "  annotations: {latchkey.dev/workload: Job}\n",
		"size: 1", "size: 2\n  pod: {serviceAccountName: runner}").Replace(second)
	for _, tc := range []struct{ base, overlay, name, namespace string }{
		{"namePrefix: p-\nnamespace: n1\n", "", "p-runner", "n1"},
		{"namePrefix: p-\nnamespace: n1\n", "namePrefix: q-\nnamespace: n2\n", "q-p-runner", "n2"},
		{"namespace: n1\n", "namespace: n2\n", "runner", "n2"},
		{"nameSuffix: -s\n", "namespace: n2\n", "runner-s", "n2"},
		{"", "namePrefix: q-\nnamespace: n2\n", "q-runner", "n2"},
	} {
		work := t.TempDir()
		if err := os.CopyFS(filepath.Join(work, "component"), os.DirFS("../../kustomize")); err != nil {
			t.Fatal(err)
		}
		lab.WriteFile(t, filepath.Join(work, "base", "functionconfig.yaml"), string(config))
		lab.WriteFile(t, filepath.Join(work, "base", "set.yaml"), source+"---\napiVersion: v1\nkind: ServiceAccount\nmetadata: {name: runner}\n")
		lab.WriteFile(t, filepath.Join(work, "base", "kustomization.yaml"),
			tc.base+"resources: [set.yaml]\ntransformers: [functionconfig.yaml]\ncomponents: [../component]\n")
		lab.WriteFile(t, filepath.Join(work, "overlay", "kustomization.yaml"), tc.overlay+"resources: [../base]\n")
		lab.Holds(t, lab.Kustomize(t, filepath.Join(work, "overlay")),
			"kind: ServiceAccount\nmetadata:\n  name: "+tc.name+"\n  namespace: "+tc.namespace+"\n",
			"- kind: ServiceAccount\n  name: "+tc.name+"\n  namespace: "+tc.namespace+"\n",
			"      serviceAccountName: "+tc.name+"\n")
	}
}
