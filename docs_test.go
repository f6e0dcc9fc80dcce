package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/hack/blocks"
)

// services are needed by some commands. The tests of this package have none of them.
var services = []string{"cluster", "github", "registry"}

// TestDocs runs the commands that the documents show, with latchkey on PATH. It compares both output streams with the
// output that the document shows. All commands of a document run in one folder, which looks like the root of the
// repository and can be written to.
func TestDocs(t *testing.T) {
	putOnPath(t)
	t.Setenv("KUBECONFIG", os.DevNull) // nothing here is for a cluster
	for _, document := range allDocuments(t) {
		if document == ownKind {
			continue // TestOwnKind runs it
		}
		t.Run(document, func(t *testing.T) {
			t.Parallel()
			root := rootLike(t)
			for _, b := range blocksOfFile(t, document) {
				runOne(t, root, b)
			}
		})
	}
}

func allDocuments(t *testing.T) []string {
	t.Helper()
	var documents []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "examples/*/README.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) < 2 {
			t.Fatalf("%s: %q, %v", pattern, found, err)
		}
		documents = append(documents, found...)
	}
	return documents
}

// putOnPath builds latchkey and puts it first on PATH, before the programs that make has installed.
func putOnPath(t *testing.T) {
	t.Helper()
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("build latchkey: %v\n%s", err, out)
	}
	tools, err := filepath.Abs("bin")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", strings.Join([]string{bin, tools, os.Getenv("PATH")}, string(os.PathListSeparator)))
}

// blocksOfFile are the blocks of a document, all of which have to say whether they are run.
func blocksOfFile(t *testing.T, document string) []blocks.Block {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	found, problems := blocks.Of(string(text))
	for _, problem := range problems {
		t.Error(problem)
	}
	return found
}

// TestFileNames wants the text before a file to name the file: the marker of the block is seen by tests only.
func TestFileNames(t *testing.T) {
	t.Parallel()
	marker := regexp.MustCompile(`(?m)^<!-- file: (\S+) -->$`)
	found := 0
	for _, document := range allDocuments(t) {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range marker.FindAllStringSubmatchIndex(string(text), -1) {
			found++
			before, name := strings.TrimSpace(string(text[:at[0]])), string(text[at[2]:at[3]])
			if start := max(0, strings.LastIndex(before, "\n\n")); !strings.Contains(before[start:], name) {
				t.Errorf("%s: the paragraph before the file does not name it: %s", document, name)
			}
		}
	}
	if found == 0 {
		t.Error("no document has a file")
	}
}

// runOne writes the file or runs the commands of a block, in a subtest.
func runOne(t *testing.T, root string, b blocks.Block) {
	t.Helper()
	if b.File != "" {
		t.Run(b.File, func(t *testing.T) { writeShown(t, filepath.Join(root, b.File), b.Text) })
		return
	}
	t.Run(strings.TrimSpace(b.Commands), func(t *testing.T) {
		if reason, found := strings.CutPrefix(b.Marker, "not run: "); found {
			t.Skip(reason)
		}
		for need := range strings.FieldsSeq(strings.TrimPrefix(b.Marker, "needs: ")) {
			if _, err := exec.LookPath(need); b.Marker != "run" && (err != nil || slices.Contains(services, need)) {
				t.Skipf("needs %s", need)
			}
		}
		runBlock(t, root, b.Commands, b.Want)
	})
}

// rootLike returns a folder with links to everything in this one. The examples and kustomize are copies.
func rootLike(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(here)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		from, to := filepath.Join(here, entry.Name()), filepath.Join(root, entry.Name())
		switch entry.Name() {
		case ".git":
			continue
		case "examples", "kustomize":
			err = os.CopyFS(to, os.DirFS(from))
		default:
			err = os.Symlink(from, to)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func runBlock(t *testing.T, root, commands, want string) {
	cmd := exec.Command("sh", "-euc", commands)
	cmd.Dir = root
	// With -trimpath the build cache of another folder can be used.
	cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -trimpath")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if want != "" && !blocks.Matches(want, string(out)) {
		t.Error(cmp.Diff(want, string(out)))
	}
}

// TestMakeTargets wants the Makefile to have every target that a document names.
func TestMakeTargets(t *testing.T) {
	t.Parallel()
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("(?m)(?:^    |`)make ([a-z0-9-]+)")
	for _, document := range allDocuments(t) {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range named.FindAllStringSubmatch(string(text), -1) {
			if !strings.Contains(string(makefile), "\n"+match[1]+": ") {
				t.Errorf("%s: there is no target %q in the Makefile", document, match[1])
			}
		}
	}
}
