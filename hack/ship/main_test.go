package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"mvdan.cc/sh/v3/syntax/typedjson"
)

// copied copies the folders scripts and shipped of the generators.
func copied(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for _, kind := range []string{"minicluster", "metricset"} {
		for _, folder := range []string{"scripts", "shipped"} {
			path := filepath.Join("generators", kind, folder)
			if err := os.CopyFS(filepath.Join(root, path), os.DirFS(filepath.Join("../..", path))); err != nil {
				t.Fatal(err)
			}
		}
	}
	return root
}

func files(t *testing.T, root string) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root, "generators/*/shipped/*"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no shipped files", err)
	}
	found := map[string]string{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name, _ := filepath.Rel(root, path)
		found[name] = string(text)
	}
	return found
}

func TestShippedIsNew(t *testing.T) {
	t.Parallel()
	root := copied(t)
	before := files(t, root)
	if err := run(root); err != nil {
		t.Fatal(err)
	}
	after := files(t, root)
	for name, text := range after {
		if before[name] != text {
			t.Errorf("%s is old: run make generate", name)
		}
	}
	if len(before) != len(after) {
		t.Errorf("there are %d files, and %d after make generate", len(before), len(after))
	}
}

// A comment, and a new release, change nothing. A change of the code does.
func TestOnlyCodeChangesTheShippedForm(t *testing.T) {
	t.Parallel()
	root := copied(t)
	source := filepath.Join(root, "generators/minicluster/scripts/lib.sh")
	shipped := filepath.Join(root, "generators/minicluster/shipped/lib.sh")
	change := func(path, from, to string) {
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), from) {
			t.Fatalf("%q is not in %s: %v", from, path, err)
		}
		if err := os.WriteFile(path, []byte(strings.Replace(string(text), from, to, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	change(shipped, version, "v0.0")
	change(source, "# lk_home ", "# Well then.\n# lk_home ")
	want := files(t, root)["generators/minicluster/shipped/lib.sh"]
	if err := run(root); err != nil {
		t.Fatal(err)
	}
	if got := files(t, root)["generators/minicluster/shipped/lib.sh"]; got != want {
		t.Errorf("a comment changed the shipped form:\n%s", got)
	}
	change(source, "lk_error() {", "lk_error() { :;")
	if err := run(root); err != nil {
		t.Fatal(err)
	}
	got := files(t, root)["generators/minicluster/shipped/lib.sh"]
	if !strings.Contains(got, version) || strings.Contains(got, "v0.0") || got == want {
		t.Errorf("the code has changed, and the shipped form is:\n%s", got)
	}
}

// The shipped form is the same program.
func TestShippedIsTheSameProgram(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("../../generators/*/scripts/*.sh")
	if err != nil || len(paths) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		code, err := shell(string(text))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if diff := cmp.Diff(tree(t, string(text)), tree(t, code)); diff != "" {
			t.Errorf("%s (-source +shipped):\n%s", path, diff)
		}
		for line := range strings.Lines(code) {
			if strings.TrimSpace(line) == "" {
				t.Errorf("%s has a blank line", path)
			}
		}
	}
}

// tree returns the commands of a script without their places in its text.
func tree(t *testing.T, text string) any {
	t.Helper()
	file, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := typedjson.Encode(&out, file); err != nil {
		t.Fatal(err)
	}
	var root any
	if err := json.Unmarshal(out.Bytes(), &root); err != nil {
		t.Fatal(err)
	}
	return withoutPlaces(root)
}

func withoutPlaces(node any) any {
	switch node := node.(type) {
	case map[string]any:
		for key, value := range node {
			place, isMap := value.(map[string]any)
			if _, isPlace := place["Offset"]; isMap && isPlace {
				delete(node, key)
			} else {
				node[key] = withoutPlaces(value)
			}
		}
	case []any:
		for i := range node {
			node[i] = withoutPlaces(node[i])
		}
	}
	return node
}

func TestLines(t *testing.T) {
	t.Parallel()
	const text = "#!/usr/bin/env python3\n\"\"\"What.\n\nMore.\n\"\"\"\n\nX = 1  # one\n\n\ndef f():\n    \"\"\"Why.\"\"\"\n    # how\n    return \"#\"\n"
	if got, want := lines(text), "X = 1\ndef f():\n    return \"#\"\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
