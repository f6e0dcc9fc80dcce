package lab

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// Set is one rendering that succeeded.
type Set struct {
	Name     string
	Manifest []byte
}

// Objects returns the documents of a set.
func (s Set) Objects(t *testing.T) []Object {
	t.Helper()
	var all []Object
	for document := range strings.SplitSeq("\n"+string(s.Manifest), "\n---\n") {
		if strings.TrimSpace(document) == "" {
			continue
		}
		var o Object
		if err := yaml.Unmarshal([]byte(document), &o); err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		all = append(all, o)
	}
	return all
}

// Object is the part of an object that these tests look at.
type Object struct {
	Kind     string `json:"kind"`
	Metadata struct {
		Name      string `json:"name"`
		Namespace string `json:"namespace"`
	} `json:"metadata"`
}

// Input is one file to render.
type Input struct{ Name, Path string }

// RenderSet renders an input unchanged, with the flags.
func RenderSet(t *testing.T, in Input, flags ...string) Set {
	t.Helper()
	got := Render(t, in.Path, flags...)
	if !got.OK {
		t.Errorf("%s does not render:\n%s", in.Name, got.Problems)
	}
	return Set{Name: in.Name, Manifest: got.Manifest}
}

// NamespaceLine matches the namespace of an object.
var NamespaceLine = regexp.MustCompile(`(?m)^( +namespace:) .*$`)

// RenderIn renders an input moved into a namespace.
func RenderIn(t *testing.T, in Input, namespace string) Set {
	t.Helper()
	text, err := os.ReadFile(in.Path)
	if err != nil {
		t.Fatal(err)
	}
	moved := filepath.Join(t.TempDir(), "input.yaml")
	if err := os.WriteFile(moved, NamespaceLine.ReplaceAll(text, []byte("$1 "+namespace)), 0o600); err != nil {
		t.Fatal(err)
	}
	return RenderSet(t, Input{in.Name, moved}, "--namespace", namespace)
}

// RenderText renders YAML documents, moved into the namespace of the lab.
func (l *Lab) RenderText(t *testing.T, text string) Set {
	t.Helper()
	path := filepath.Join(t.TempDir(), "text.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s := RenderIn(t, Input{"text", path}, l.Namespace)
	if t.Failed() {
		t.FailNow()
	}
	return s
}

// Unchanged expects that kubectl printed "unchanged" for every object of a set.
func Unchanged(t *testing.T, s Set, output string) {
	t.Helper()
	if n, objects := strings.Count(output, " unchanged\n"), len(s.Objects(t)); n != objects {
		t.Errorf("%d of %d objects unchanged:\n%s", n, objects, output)
	}
}
