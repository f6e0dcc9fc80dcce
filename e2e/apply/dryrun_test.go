//go:build e2e

package apply

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// exampleInputs returns the examples, without the examples of bad input.
func exampleInputs(t *testing.T, l *lab.Lab) []lab.Input {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(lab.ExamplesDir, "*", "input.yaml"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no examples in %s: %v", lab.ExamplesDir, err)
	}
	_, noMPIJob := l.Kubectl("", "get", "customresourcedefinition", "mpijobs.kubeflow.org")
	_, noPodGroup := l.Kubectl("", "get", "podgroups.v1alpha2.scheduling.k8s.io")
	var all []lab.Input
	for _, path := range paths {
		name := filepath.Base(filepath.Dir(path))
		if name == "attach-mpijob" && noMPIJob != nil {
			t.Logf("%s is left out: this cluster has no kind MPIJob", name)
			continue
		}
		if name == "gang" && noPodGroup != nil {
			t.Logf("%s is left out: this cluster has no kind PodGroup; e2e/gang has a cluster of its own", name)
			continue
		}
		if _, err := os.Stat(filepath.Join(filepath.Dir(path), "errors.txt")); err != nil {
			all = append(all, lab.Input{Name: name, Path: path})
		}
	}
	return all
}

// corpusInputs returns the MiniClusters of the corpus that must render; none if there is no corpus.
func corpusInputs(t *testing.T) []lab.Input {
	t.Helper()
	if _, err := os.Stat(lab.CorpusDir); err != nil {
		t.Log("no corpus beside this checkout: examples only")
		return nil
	}
	var all []lab.Input
	for _, s := range corpus(t, "minicluster-") {
		if s.accepted && s.refused == "" {
			all = append(all, lab.Input{Name: s.name, Path: s.path()})
		}
	}
	return all
}

// kustomizeSets returns the sets that kustomize builds from the examples, none without kustomize. A kustomization on which
// another one builds is left out: it has the sources alone, or the options.
func kustomizeSets(t *testing.T) []lab.Set {
	t.Helper()
	if _, err := lab.LookUp("kustomize"); err != nil {
		t.Log("no kustomize: its examples are left out")
		return nil
	}
	roots := lab.ExamplesWith(t, "kustomization.yaml")
	below := map[string]bool{}
	for _, root := range roots {
		text, err := os.ReadFile(filepath.Join(root, "kustomization.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		var found struct{ Resources, Components, Transformers []string }
		if err := yaml.Unmarshal(text, &found); err != nil {
			t.Fatal(err)
		}
		for _, path := range slices.Concat(found.Resources, found.Components, found.Transformers) {
			below[filepath.Join(root, path)] = true
		}
	}
	var all []lab.Set
	for _, root := range roots {
		if !below[filepath.Clean(root)] {
			all = append(all, lab.Set{Name: root, Manifest: []byte(lab.Kustomize(t, root))})
		}
	}
	if len(all) == 0 {
		t.Error("no example has a topmost kustomization")
	}
	return all
}

// TestDryRun asks the API server, and JobSet's webhooks, about every object that kustomize builds. e2e/differential does so for
// the other examples and the corpus, and for their pods.
func TestDryRun(t *testing.T) {
	l := lab.Need(t)
	accepted := 0
	all := kustomizeSets(t)
	for _, s := range all {
		// The namespace default may hold objects with these names.
		s.Manifest = defaultNamespace.ReplaceAll(s.Manifest, []byte("$1 "+l.Namespace))
		objects := s.Objects(t)
		createNamespaces(t, l, objects)
		out, err := l.Kubectl(string(s.Manifest), "apply", "--dry-run=server", "--validate=strict", "-f", "-")
		taken := strings.Count(out, "(server dry run)")
		if err != nil || taken != len(objects) || taken == 0 {
			t.Errorf("%s: %d of %d objects accepted\n%s", s.Name, taken, len(objects), out)
		}
		accepted += taken
	}
	t.Logf("%d sets, %d objects accepted", len(all), accepted)
}

// defaultNamespace matches where an object is in the namespace default.
var defaultNamespace = regexp.MustCompile(`(?m)^( +namespace:) default$`)

// createNamespaces makes the namespaces that objects name. After the test it removes the ones that it made, and waits for
// that, because the next test may need the same ones.
func createNamespaces(t *testing.T, l *lab.Lab, objects []lab.Object) {
	t.Helper()
	names := map[string]bool{}
	for _, o := range objects {
		names[o.Metadata.Namespace] = true
	}
	delete(names, "")
	for name := range names {
		out, err := l.Kubectl("", "create", "namespace", name)
		switch {
		case err == nil:
			t.Cleanup(func() { l.Must(t, "", "delete", "namespace", name, "--timeout=120s") })
		case !strings.Contains(out, "AlreadyExists"):
			t.Errorf("create namespace %s: %v\n%s", name, err, out)
		}
	}
}
