//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// set is one rendering that succeeded.
type set struct {
	name     string
	manifest []byte
}

// objects returns the documents of a set.
func (s set) objects(t *testing.T) []object {
	t.Helper()
	var all []object
	for document := range strings.SplitSeq("\n"+string(s.manifest), "\n---\n") {
		if strings.TrimSpace(document) == "" {
			continue
		}
		var o object
		if err := yaml.Unmarshal([]byte(document), &o); err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		all = append(all, o)
	}
	return all
}

// object is the part of an object that these tests look at.
type object struct {
	Kind     string `json:"kind"`
	Metadata struct {
		Name      string `json:"name"`
		Namespace string `json:"namespace"`
	} `json:"metadata"`
}

// input is one file to render.
type input struct{ name, path string }

// exampleInputs returns the examples but those of bad input.
func exampleInputs(t *testing.T) []input {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(examplesDir, "*", "input.yaml"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no examples in %s: %v", examplesDir, err)
	}
	var all []input
	for _, path := range paths {
		if _, err := os.Stat(filepath.Join(filepath.Dir(path), "errors.txt")); err != nil {
			all = append(all, input{filepath.Base(filepath.Dir(path)), path})
		}
	}
	return all
}

// corpusInputs returns the MiniClusters of the corpus that have to render; none where there is no corpus.
func corpusInputs(t *testing.T) []input {
	t.Helper()
	if _, err := os.Stat(corpusDir); err != nil {
		t.Log("no corpus beside this checkout: examples only")
		return nil
	}
	var all []input
	for _, s := range corpus(t, "minicluster-") {
		if s.accepted && s.refused == "" {
			all = append(all, input{s.name, s.path()})
		}
	}
	return all
}

// renderSet renders an input as it is.
func renderSet(t *testing.T, in input) set {
	t.Helper()
	got := render(t, in.path)
	if !got.ok {
		t.Errorf("%s does not render:\n%s", in.name, got.problems)
	}
	return set{name: in.name, manifest: got.manifest}
}

var namespaceLine = regexp.MustCompile(`(?m)^( +namespace:) .*$`)

// renderIn renders an input moved into a namespace.
func renderIn(t *testing.T, in input, namespace string) set {
	t.Helper()
	text, err := os.ReadFile(in.path)
	if err != nil {
		t.Fatal(err)
	}
	moved := filepath.Join(t.TempDir(), "input.yaml")
	if err := os.WriteFile(moved, namespaceLine.ReplaceAll(text, []byte("$1 "+namespace)), 0o600); err != nil {
		t.Fatal(err)
	}
	return renderSet(t, input{in.name, moved})
}

// kustomizeSets returns what kustomize makes of the examples that it builds, where it is at hand.
func kustomizeSets(t *testing.T) []set {
	t.Helper()
	if _, err := lookUp("kustomize"); err != nil {
		t.Log("no kustomize: its examples are left out")
		return nil
	}
	var all []set
	for _, root := range examplesWith(t, "kustomization.yaml") {
		all = append(all, set{name: root, manifest: []byte(kustomize(t, root))})
	}
	return all
}

// TestDryRun asks the API server, and JobSet's webhooks, about every object of every set.
func TestDryRun(t *testing.T) {
	l := need(t)
	all := kustomizeSets(t)
	for _, in := range append(exampleInputs(t), corpusInputs(t)...) {
		all = append(all, renderSet(t, in))
	}
	l.dryRun(t, all)
}

// TestDryRunOfPods asks about the pods. The server does not look into those of a JobSet before they are made, but it
// does into those of a Job, which are the same.
func TestDryRunOfPods(t *testing.T) {
	l := need(t)
	var all []set
	for _, in := range append(exampleInputs(t), corpusInputs(t)...) {
		got := render(t, in.path, "--workload", "Job")
		switch {
		case got.ok:
			all = append(all, set{name: in.name, manifest: got.manifest})
		case strings.Contains(got.problems, "which is no pod of this set"): // a configuration with the hosts of a JobSet
		case strings.Contains(got.problems, "has workers, which nothing ends with workload Job"):
		default:
			t.Errorf("%s does not render as a Job:\n%s", in.name, got.problems)
		}
	}
	l.dryRun(t, all)
}

// defaultNamespace matches where an object is in the namespace default.
var defaultNamespace = regexp.MustCompile(`(?m)^( +namespace:) default$`)

// dryRun asks the server about every object, and counts.
func (l *lab) dryRun(t *testing.T, all []set) {
	t.Helper()
	accepted, refused := 0, 0
	for _, s := range all {
		// The cluster may hold objects of the same names in the namespace that everybody uses.
		s.manifest = defaultNamespace.ReplaceAll(s.manifest, []byte("$1 "+l.namespace))
		objects := s.objects(t)
		l.createNamespaces(t, objects)
		out, err := l.kubectl(string(s.manifest), "apply", "--dry-run=server", "--validate=strict", "-f", "-")
		taken := strings.Count(out, "(server dry run)")
		if err != nil || taken != len(objects) || taken == 0 {
			t.Errorf("%s: %d of %d objects accepted\n%s", s.name, taken, len(objects), out)
		}
		accepted, refused = accepted+taken, refused+len(objects)-taken
	}
	t.Logf("%d sets, %d objects accepted, %d refused", len(all), accepted, refused)
}
