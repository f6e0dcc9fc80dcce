// Package docs runs what the documents show, and compares what they say with the code.
package docs_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/latchkey-dev/latchkey/cli"
	"github.com/latchkey-dev/latchkey/hack/blocks"
)

// TestMain puts latchkey on PATH, which is the binary of this test.
func TestMain(m *testing.M) {
	testscript.Main(inRoot{m}, map[string]func(){"latchkey": func() {
		os.Exit(cli.Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}.Main(os.Args[1:]))
	}})
}

// Tests that are inRoot run in the root of the repository. The programs that make has installed follow latchkey on PATH.
type inRoot struct{ *testing.M }

func (m inRoot) Run() int {
	err := os.Chdir("..")
	tools, failed := filepath.Abs("bin")
	if err := errors.Join(err, failed); err != nil {
		panic(err)
	}
	const separator = string(os.PathListSeparator)
	latchkey, others, _ := strings.Cut(os.Getenv("PATH"), separator)
	_ = os.Setenv("GOGC", "off") // programs that live for some milliseconds collect no garbage
	_ = os.Setenv("PATH", strings.Join([]string{latchkey, tools, others}, separator))
	return m.M.Run()
}

// services are needed by some commands. The tests of this package have none of them.
var services = []string{"cluster", "github", "registry"}

// buildsPrograms is set by make recipes. Without it no command runs that needs go, because a build takes a minute after a change.
var buildsPrograms = false

// TestDocs runs the commands that the documents show, with latchkey on PATH. It compares both output streams with the
// output that the document shows. All commands of a document run in one folder, which looks like the root of the
// repository and can be written to.
func TestDocs(t *testing.T) {
	t.Setenv("KUBECONFIG", os.DevNull) // nothing here is for a cluster
	for _, document := range allDocuments(t) {
		if document == ownKind {
			continue // TestOwnKind runs it
		}
		t.Run(document, func(t *testing.T) {
			t.Parallel()
			all := blocksOfFile(t, document)
			root := sync.OnceValue(func() string { return rootLike(t, all) })
			for _, b := range all {
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

// allPages returns the content of all documents, by their path.
func allPages(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, document := range allDocuments(t) {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		texts[document] = string(text)
	}
	return texts
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
	for document, text := range allPages(t) {
		for _, at := range marker.FindAllStringSubmatchIndex(text, -1) {
			found++
			before, name := strings.TrimSpace(text[:at[0]]), text[at[2]:at[3]]
			if start := max(0, strings.LastIndex(before, "\n\n")); !strings.Contains(before[start:], name) {
				t.Errorf("%s: the paragraph before the file does not name it: %s", document, name)
			}
		}
	}
	if found == 0 {
		t.Error("no document has a file")
	}
}

// runOne writes the file or runs the commands of a block, in a subtest. root makes the folder for them.
func runOne(t *testing.T, root func() string, b blocks.Block) {
	t.Helper()
	if b.File != "" {
		t.Run(b.File, func(t *testing.T) { writeShown(t, filepath.Join(root(), b.File), b.Text) })
		return
	}
	t.Run(strings.TrimSpace(b.Commands), func(t *testing.T) {
		if reason, found := strings.CutPrefix(b.Marker, "not run: "); found {
			t.Skip(reason)
		}
		for need := range strings.FieldsSeq(strings.TrimPrefix(b.Marker, "needs: ")) {
			if _, err := exec.LookPath(need); b.Marker != "run" && (err != nil || slices.Contains(services, need) || need == "go" && !buildsPrograms) {
				t.Skipf("needs %s", need)
			}
		}
		runBlock(t, root(), b.Commands, b.Want)
	})
}

// rootLike returns a folder with links to everything in this one. kustomize is a copy, and so are the examples that the
// blocks name. The others are not there.
func rootLike(t *testing.T, all []blocks.Block) string {
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
		case "examples":
			err = copyNamed(to, from, all)
		case "kustomize":
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

var example = regexp.MustCompile(`\bexamples/([a-z0-9-]+)`)

// copyNamed copies the examples that blocks name. Commands may make others.
func copyNamed(to, from string, all []blocks.Block) error {
	err := os.Mkdir(to, 0o777)
	for _, b := range all {
		for _, name := range example.FindAllStringSubmatch(b.Commands, -1) {
			entry, copied := filepath.Join(from, name[1]), filepath.Join(to, name[1])
			if isThere(entry) && !isThere(copied) {
				err = errors.Join(err, os.CopyFS(copied, os.DirFS(entry)))
			}
		}
	}
	return err
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
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

// TestTagsAreData wants make to hand the name of a tag to programs as it is, whatever a shell would make of it.
func TestTagsAreData(t *testing.T) {
	t.Parallel()
	const tag = "v1;echo OBEYED"
	out, err := exec.CommandContext(t.Context(), "make", "-s", "image", "DOCKER=echo", "VERSION="+tag).CombinedOutput()
	if text := string(out); err != nil || strings.Contains(text, "\nOBEYED") || !strings.Contains(text, "VERSION="+tag+" ") || !strings.Contains(text, "-t latchkey:"+tag+" .") {
		t.Errorf("%v\n%s", err, out)
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
	for document, text := range allPages(t) {
		for _, match := range named.FindAllStringSubmatch(text, -1) {
			if !strings.Contains(string(makefile), "\n"+match[1]+": ") {
				t.Errorf("%s: there is no target %q in the Makefile", document, match[1])
			}
		}
	}
}
