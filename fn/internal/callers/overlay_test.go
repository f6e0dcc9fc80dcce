package callers_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/latchkey-dev/latchkey/fn/internal/callers"
)

func TestOverlay(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		files map[string]string
		want  string
	}{
		"alone":            {map[string]string{"base/kustomization.yaml": "resources: [a.yaml]"}, ""},
		"beside":           {map[string]string{"overlay/kustomization.yaml": "resources: [x.yaml, ../base]"}, "../overlay/kustomization.yaml"},
		"deeper":           {map[string]string{"overlays/test/Kustomization": "resources: [../../base/]"}, "../overlays/test/Kustomization"},
		"as a component":   {map[string]string{"app/kustomization.yml": "components: [../base]"}, "../app/kustomization.yml"},
		"a component":      {map[string]string{"base/kustomization.yaml": "kind: Component"}, "the kustomization that includes this component"},
		"another base":     {map[string]string{"overlay/kustomization.yaml": "resources: [../base2]"}, ""},
		"no kustomization": {map[string]string{"overlay/kustomization.yaml": "{"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			for path, text := range row.files {
				file := filepath.Join(root, path)
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			// a pipe beside them is not opened: nobody writes into it
			if mkfifo := exec.Command("mkfifo", filepath.Join(root, "kustomization.yaml")); mkfifo.Run() != nil {
				t.Log("there is no pipe in this test: mkfifo fails")
			}
			if got := callers.Overlay(filepath.Join(root, "base")); got != row.want {
				t.Errorf("%q, want %q", got, row.want)
			}
		})
	}
}
