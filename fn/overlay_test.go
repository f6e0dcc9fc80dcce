package fn_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/fn"
)

func TestOverlayOf(t *testing.T) {
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
			if got := fn.OverlayOf(filepath.Join(root, "base")); got != row.want {
				t.Errorf("%q, want %q", got, row.want)
			}
		})
	}
}

// TestRenameBelowOverlay renders a set with Rename for kustomize, with and without an overlay above.
func TestRenameBelowOverlay(t *testing.T) {
	t.Parallel()
	const input = `apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
- apiVersion: flux-framework.org/v1alpha2
  kind: MiniCluster
  metadata:
    name: hello
    namespace: hpc
    annotations: {latchkey.dev/on-change: CHANGE, kustomize.config.k8s.io/id: x}
  spec:
    size: 1
    containers: [{image: "docker.io/library/ubuntu:noble", command: hostname}]
`
	for _, row := range []struct {
		change, caller, overlay string
		warns                   bool
	}{
		{"Rename", "kustomize.config.k8s.io/id", "../overlay", true},
		{"Rename", "kustomize.config.k8s.io/id", "", false},
		{"Recreate", "kustomize.config.k8s.io/id", "../overlay", false},
		{"Rename", "example.com/id", "../overlay", false},
	} {
		list, err := fn.ParseResourceList([]byte(strings.NewReplacer("CHANGE", row.change, "kustomize.config.k8s.io/id", row.caller).Replace(input)))
		if err != nil {
			t.Fatal(err)
		}
		out, err := fn.Process(list, fn.Settings{Overlay: func() string { return row.overlay }})
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, result := range out.Results {
			all = append(all, fn.Line(result))
		}
		text := strings.Join(all, "\n")
		if warns := strings.Contains(text, "and ../overlay changes the set later"); warns != row.warns || fn.HasErrors(out.Results) {
			t.Errorf("%+v: %s", row, text)
		}
	}
}
