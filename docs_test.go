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
)

// shown matches commands to run and, when a second block follows at once, the output shown for them:
//
//	<!-- run -->
//	```sh
//	latchkey version
//	```
//
//	```text
//	latchkey ...
//	```
//
// Instead of "run" a block may say what else it needs, as in "needs: kustomize kpt": programs, with which it is run
// where they are at hand, or services, with which it is only read.
var shown = regexp.MustCompile("(?m)^<!-- (?:run|needs: ([a-z ]+)) -->\n+```sh\n((?s:.*?))^```\n(?:\n*```(?:text|yaml)\n((?s:.*?))^```\n)?")

// services are what commands may need that no test of this package has.
var services = []string{"cluster", "github", "registry"}

// commands begins every block of commands: fenced, or indented, in which form it cannot be run.
var commands = regexp.MustCompile("(?m)^```sh$|^$\\n    (?:latchkey|kubectl|kustomize|kpt|docker) ")

// TestDocs runs the commands that the documents show, with latchkey on PATH, and compares the output, both streams,
// with the one shown. All commands of a document run in one folder, which looks
// like the root of the repository and may be written to.
func TestDocs(t *testing.T) {
	putOnPath(t)
	documents, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, document := range append(documents, "README.md") {
		t.Run(document, func(t *testing.T) { runDocument(t, document) })
	}
}

// putOnPath builds latchkey and puts it first on PATH, and the programs that make has installed next.
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

func runDocument(t *testing.T, document string) {
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	blocks := shown.FindAllStringSubmatch(string(text), -1)
	if all := len(commands.FindAllString(string(text), -1)); all != len(blocks) {
		t.Errorf("%d of %d blocks of commands say neither \"run\" nor what they need", all-len(blocks), all)
	}
	root := rootLike(t)
	for _, block := range blocks {
		t.Run(strings.TrimSpace(block[2]), func(t *testing.T) {
			for need := range strings.FieldsSeq(block[1]) {
				if _, err := exec.LookPath(need); err != nil || slices.Contains(services, need) {
					t.Skipf("needs %s", need)
				}
			}
			runBlock(t, root, block[2], block[3])
		})
	}
}

// rootLike returns a folder with all that is in this one. The examples are copies.
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
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if want != "" && !matches(want, string(out)) {
		t.Error(cmp.Diff(want, string(out)))
	}
}

// matches compares an output with the one shown, in which a line "..." stands for any lines, and "..." at the end of a
// line for its rest.
func matches(want, got string) bool {
	pattern := regexp.QuoteMeta(strings.TrimSpace(want))
	pattern = regexp.MustCompile(`(?m)^\\.\\.\\.$`).ReplaceAllString(pattern, "(?s:.*)")
	pattern = regexp.MustCompile(`(?m)\\.\\.\\.$`).ReplaceAllString(pattern, ".*")
	return regexp.MustCompile(`^` + pattern + `$`).MatchString(strings.TrimSpace(got))
}

func TestMatches(t *testing.T) {
	for _, tt := range []struct {
		want, got string
		matches   bool
	}{
		{"a\nb\n", "a\nb\n", true},
		{"a\n...\nd\n", "a\nb\nc\nd\n", true},
		{"a\n...\n", "a\nb\nc\n", true},
		{"a in ...\nb\n", "a in 3 s\nb\n", true},
		{"a in ...\nb\n", "a in 3 s\nc\nb\n", false},
		{"a.c\n", "abc\n", false},
		{"a\n", "a\nb\n", false},
	} {
		if got := matches(tt.want, tt.got); got != tt.matches {
			t.Errorf("matches(%q, %q) = %t", tt.want, tt.got, got)
		}
	}
}
