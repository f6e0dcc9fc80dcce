package lab

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Holds expects a string to hold others.
func Holds(t *testing.T, text string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in:\n%s", want, text)
		}
	}
}

// WriteFile writes a file, in a folder that may be new.
func WriteFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// FilesOf returns the contents of all files below a folder by their paths.
func FilesOf(t *testing.T, root string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, root+"/")] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// Kustomize builds a kustomization with latchkey on PATH.
func Kustomize(t *testing.T, root string) string {
	t.Helper()
	program := Tool(t, "kustomize")
	// The examples take the component from this repository, as a file above their root.
	return OnPath(t, program, "build", "--enable-alpha-plugins", "--enable-exec", "--load-restrictor", "LoadRestrictionsNone", root)
}

// ExamplesWith returns the folders of all examples that hold a file of this name.
func ExamplesWith(t *testing.T, name string) []string {
	t.Helper()
	var folders []string
	err := filepath.WalkDir(ExamplesDir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Name() == name {
			folders = append(folders, filepath.Dir(path))
		}
		return err
	})
	if err != nil || len(folders) == 0 {
		t.Fatalf("no example holds a %s: %v", name, err)
	}
	return folders
}

// OnPath runs a caller with the latchkey under test first on PATH and returns its standard output.
func OnPath(t *testing.T, program string, args ...string) string {
	t.Helper()
	var problems strings.Builder
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(Binary)+string(os.PathListSeparator)+os.Getenv("PATH"))
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", filepath.Base(program), strings.Join(args, " "), err, problems.String())
	}
	return string(out)
}
