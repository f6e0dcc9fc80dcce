package examples_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// TestKustomize builds the overlay of examples/kustomize with kustomize as a
// library, which starts latchkey as a program, as the program kustomize does.
func TestKustomize(t *testing.T) {
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(bin, "latchkey"), "..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))

	options := krusty.MakeDefaultOptions()
	options.PluginConfig = types.EnabledPluginConfig(types.BploUseStaticallyLinked)
	options.PluginConfig.FnpLoadingOptions.EnableExec = true
	options.LoadRestrictions = types.LoadRestrictionsNone
	resources, err := krusty.MakeKustomizer(options).Run(filesys.MakeFsOnDisk(), "kustomize/overlay")
	if err != nil {
		t.Fatal(err)
	}
	manifests, err := resources.AsYaml()
	if err != nil {
		t.Fatal(err)
	}
	compare(t, "kustomize/expected.yaml", string(manifests))
	checkTypes(t, string(manifests))
}

// sourcesWithImages have an image in every field that takes one.
const sourcesWithImages = `apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata: {name: set}
spec:
  flux: {container: {image: old:1}}
  containers: [{image: old:1}]
  services: [{image: old:1}, {image: old:1}]
---
apiVersion: flux-framework.org/v1alpha2
kind: MetricSet
metadata: {name: metrics}
spec:
  metrics:
  - {name: app-lammps, image: old:1}
  - {name: perf-hpctoolkit, image: old:1, options: {viewImage: old:1}}
  - {name: app-amg, image: old:1, addons: [{name: perf-hpctoolkit, options: {image: old:1}}]}
---
apiVersion: flux-framework.org/v1alpha1
kind: MetricSet
metadata: {name: watch}
spec: {application: {image: old:1}}
---
apiVersion: app.example.com/v1alpha1
kind: PodSet
metadata: {name: pods}
spec: {image: old:1}
`

// TestKustomizeImages changes images in the sources, as happens in the kustomization that lists Latchkey.
func TestKustomizeImages(t *testing.T) {
	t.Parallel()
	files := filesys.MakeFsInMemory()
	write := func(name, text string) {
		if err := files.WriteFile(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"kustomization.yaml", "configuration.yaml"} {
		text, err := os.ReadFile(filepath.Join("../kustomize", name))
		if err != nil {
			t.Fatal(err)
		}
		write("component/"+name, string(text))
	}
	write("base/sources.yaml", sourcesWithImages)
	write("base/kustomization.yaml", "resources: [sources.yaml]\ncomponents: [../component]\nimages: [{name: old, newName: new, newTag: v2}]\n")
	resources, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(files, "base")
	if err != nil {
		t.Fatal(err)
	}
	manifests, err := resources.AsYaml()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Count(sourcesWithImages, "old:1")
	if got := strings.Count(string(manifests), "new:v2"); got != want {
		t.Errorf("%d of %d images are changed:\n%s", got, want, manifests)
	}
}
