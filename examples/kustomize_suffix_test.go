package examples_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"
)

const suffixed = `resources: [sources.yaml]
nameSuffix: -run-2
transformers:
- |-
  apiVersion: latchkey.dev/v1alpha1
  kind: Latchkey
  metadata:
    name: latchkey
    annotations: {config.kubernetes.io/function: "exec: {path: latchkey}"}
  spec: {sources: Drop}
`

// TestSuffix compares `latchkey render --suffix` with kustomize's nameSuffix on the sources of each example.
func TestSuffix(t *testing.T) {
	kustomized := kustomizeWithLatchkey(t)
	compared := 0
	for _, name := range []string{"hello-world", "lammps-pidstat", "sidecar-service", "v1alpha1", "metric-network-osu-benchmark", "interactive", "podset-basic", "network-policy", "gang"} {
		text, err := os.ReadFile(filepath.Join(name, "input.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		folder := kustomizations(t, map[string]string{"sources.yaml": string(text), "kustomization.yaml": suffixed})
		rendered, err := exec.Command("latchkey", "render", filepath.Join(folder, "sources.yaml"), "--suffix", "run-2").Output()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, want := generatedOf(t, string(rendered)), generatedOf(t, kustomized(folder))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: latchkey render --suffix differs from kustomize's nameSuffix:\n%s", name, diff)
		}
		compared += len(got)
	}
	t.Logf("%d objects are the same", compared)
	if compared < 20 {
		t.Errorf("only %d objects were compared", compared)
	}
}

// generatedOf returns the generated objects of a stream by kind and name.
func generatedOf(t *testing.T, manifests string) map[string]any {
	t.Helper()
	objects := map[string]any{}
	for document := range bytes.SplitSeq([]byte("\n"+manifests), []byte("\n---\n")) {
		var object struct {
			Kind     string
			Metadata struct {
				Name        string
				Annotations map[string]string
			}
		}
		var whole any
		if err := yaml.Unmarshal(document, &object); err != nil {
			t.Fatal(err)
		}
		if err := yaml.Unmarshal(document, &whole); err != nil {
			t.Fatal(err)
		}
		if object.Metadata.Annotations["latchkey.dev/source"] != "" {
			objects[object.Kind+"/"+object.Metadata.Name] = whole
		}
	}
	return objects
}
