//go:build e2e

package hosts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestOverlay builds an overlay that applies all changes of kustomize to a source and its set, and runs the result.
func TestOverlay(t *testing.T) {
	t.Parallel()
	lab.Tool(t, "kustomize")
	r := lab.NewRun(t, lab.Case{Name: "overlay", Edit: overlay, Says: []string{"patched from run-overlay-test-m-0-", "patched from run-overlay-test-m-0-"}})
	r.Input = filepath.Join("testdata", "overlay", "minicluster.yaml")
	r.Start(t)
	if r.Object != "run-overlay-test" {
		t.Errorf("the JobSet is called %s", r.Object)
	}
	r.WaitForEnd(t)
	r.Check(t)
	lab.Watched(t, r)
	for _, pod := range r.Seen() {
		if pod.Labels["team"] != "hpc" {
			t.Errorf("pod %s has the labels %q", pod.Name, pod.Labels)
		}
	}
	selector := r.Must(t, "", "get", "service", "run-overlay-test", "-o", "jsonpath={.spec.selector}")
	lab.Holds(t, selector, `"team":"hpc"`, `"latchkey.dev/network":"run-overlay-test"`)
}

// overlay puts the base, the overlay and the component into folders, and Latchkey into the base.
func overlay(t *testing.T, r *lab.Run) {
	root := t.TempDir()
	for from, to := range map[string]string{
		"testdata/overlay/kustomization.yaml": "overlay/kustomization.yaml",
		"testdata/overlay/minicluster.yaml":   "base/minicluster.yaml",
		"../../functionconfig.yaml":           "base/functionconfig.yaml",
		"../../kustomize/kustomization.yaml":  "component/kustomization.yaml",
		"../../kustomize/configuration.yaml":  "component/configuration.yaml",
	} {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		lab.WriteFile(t, filepath.Join(root, to), strings.ReplaceAll(string(text), "NAMESPACE", r.Namespace))
	}
	lab.WriteFile(t, filepath.Join(root, "base/kustomization.yaml"),
		"resources: [minicluster.yaml]\ntransformers: [functionconfig.yaml]\ncomponents: [../component]\n")
	r.Set.Manifest = []byte(lab.Kustomize(t, filepath.Join(root, "overlay")))
}
