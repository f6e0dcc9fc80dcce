//go:build e2e

package e2e

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var kindLine = regexp.MustCompile(`(?m)^kind: (\S+)$`)

// TestKustomize builds every kustomization among the examples with the real program.
func TestKustomize(t *testing.T) {
	roots := examplesWith(t, "kustomization.yaml")
	for _, root := range roots {
		out := kustomize(t, root)
		kinds := fmt.Sprint(kindLine.FindAllStringSubmatch(out, -1))
		if !strings.Contains(kinds, " JobSet]") || strings.Contains(kinds, " MiniCluster]") {
			t.Errorf("%s gives these kinds: %s", root, kinds)
		}
		if again := kustomize(t, root); again != out {
			t.Errorf("%s gives other bytes the second time", root)
		}
	}
	t.Logf("kustomize: %d packages built", len(roots))
}

// kustomize builds a kustomization with latchkey on PATH.
func kustomize(t *testing.T, root string) string {
	t.Helper()
	program := tool(t, "kustomize")
	// The examples take the component from this repository, as a file above their root.
	return onPath(t, program, "build", "--enable-alpha-plugins", "--enable-exec", "--load-restrictor", "LoadRestrictionsNone", root)
}

// TestKpt renders every kpt package among the examples with the real program, twice.
func TestKpt(t *testing.T) {
	program := tool(t, "kpt")
	packages := examplesWith(t, "Kptfile")
	for _, source := range packages {
		work := filepath.Join(t.TempDir(), filepath.Base(source))
		if err := os.CopyFS(work, os.DirFS(source)); err != nil {
			t.Fatal(err)
		}
		onPath(t, program, "fn", "render", "--allow-exec", work)
		first := tree(t, work)
		if !strings.Contains(first, ".latchkey.yaml\n") || !strings.Contains(first, "\nkind: JobSet\n") {
			t.Errorf("%s renders to:\n%s", source, first)
		}
		onPath(t, program, "fn", "render", "--allow-exec", work)
		if second := tree(t, work); second != first {
			t.Errorf("%s changes when it is rendered again:\n%s\n%s", source, first, second)
		}
	}
	t.Logf("kpt: %d packages rendered", len(packages))
}

// examplesWith returns the folders of all examples that hold a file of this name.
func examplesWith(t *testing.T, name string) []string {
	t.Helper()
	var folders []string
	err := filepath.WalkDir(examplesDir, func(path string, entry fs.DirEntry, err error) error {
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

// onPath runs a host with the latchkey under test first on PATH and returns its standard output.
func onPath(t *testing.T, program string, args ...string) string {
	t.Helper()
	var problems strings.Builder
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(binary)+string(os.PathListSeparator)+os.Getenv("PATH"))
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", filepath.Base(program), strings.Join(args, " "), err, problems.String())
	}
	return string(out)
}

// tree returns the names and contents of all files of a folder.
func tree(t *testing.T, root string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		fmt.Fprintf(&all, "== %s\n%s\n", path, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}
