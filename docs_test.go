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

// A block is one block of commands in a document, fenced or indented, and the output that the document shows directly
// after it, if any:
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
// The line above says "run", or what the block needs, for example "needs: kustomize kpt". A block that needs programs is
// run if they are on PATH. A block that needs services is not run. Or the line says why the block is not run, for example
// "not run: it takes a day". An indented block without such a line is run.
//
// A fenced block below "file: <path>" is a file. It is written before the commands that follow. If the commands have made
// the file already, it must be as the document shows it.
type block struct {
	marker, commands, want string
	// file is the path of a file whose text the document holds; else "".
	file, text string
}

var marker = regexp.MustCompile(`^<!-- (run|needs: [a-z -]+|not run: .+|file: \S+) -->$`)

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
func blocksOfFile(t *testing.T, document string) []block {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	blocks, problems := blocksOf(string(text))
	for _, problem := range problems {
		t.Error(problem)
	}
	return blocks
}

// runOne writes the file or runs the commands of a block, in a subtest.
func runOne(t *testing.T, root string, b block) {
	t.Helper()
	if b.file != "" {
		t.Run(b.file, func(t *testing.T) { writeShown(t, filepath.Join(root, b.file), b.text) })
		return
	}
	t.Run(strings.TrimSpace(b.commands), func(t *testing.T) {
		if reason, found := strings.CutPrefix(b.marker, "not run: "); found {
			t.Skip(reason)
		}
		for need := range strings.FieldsSeq(strings.TrimPrefix(b.marker, "needs: ")) {
			if _, err := exec.LookPath(need); b.marker != "run" && (err != nil || slices.Contains(services, need)) {
				t.Skipf("needs %s", need)
			}
		}
		runBlock(t, root, b.commands, b.want)
	})
}

// blocksOf returns the blocks of commands, and reports blocks that no test would run.
func blocksOf(text string) (blocks []block, problems []string) {
	all := partsOf(text)
	for at, p := range all {
		b := block{commands: p.text, marker: "run"}
		found := at > 0 && all[at-1].kind == "prose" && marker.MatchString(all[at-1].text)
		if found {
			b.marker = marker.FindStringSubmatch(all[at-1].text)[1]
		}
		if at+1 < len(all) && (all[at+1].kind == "```text" || all[at+1].kind == "```yaml") {
			b.want = all[at+1].text
		}
		if file, isFile := strings.CutPrefix(b.marker, "file: "); isFile {
			blocks = append(blocks, block{file: file, text: p.text})
			continue
		}
		switch p.kind {
		case "indented":
			b.want = ""
			blocks = append(blocks, b)
		case "```sh":
			blocks = append(blocks, b)
			if !found {
				problems = append(problems, "say above whether this is run, or what it needs:\n"+p.text)
			}
		case "```bash", "```shell", "```console", "```zsh":
			problems = append(problems, "write ```sh and not "+p.kind+", so that it can be run:\n"+p.text)
		}
	}
	return blocks, problems
}

// A part of a document is a block, fenced or indented, or one line of prose.
type part struct{ kind, text string }

func partsOf(text string) []part {
	var parts []part
	last := func() *part { return &parts[len(parts)-1] }
	fenced, blank := false, true
	for line := range strings.Lines(text) {
		plain := strings.TrimRight(line, "\n")
		switch {
		case fenced && plain == "```":
			fenced = false
		case fenced:
			last().text += line
		case strings.HasPrefix(plain, "```"):
			parts = append(parts, part{kind: plain})
			fenced = true
		case strings.HasPrefix(plain, "    ") && blank:
			parts = append(parts, part{"indented", line})
		case strings.HasPrefix(plain, "    ") && last().kind == "indented":
			last().text += line
		case plain != "":
			parts = append(parts, part{"prose", plain})
		}
		blank = plain == ""
	}
	return parts
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
	if want != "" && !matches(want, string(out)) {
		t.Error(cmp.Diff(want, string(out)))
	}
}

// matches compares an output with the output in the document. There, a line "..." stands for any lines, and "..." at the
// end of a line for the rest of the line.
func matches(want, got string) bool {
	pattern := regexp.QuoteMeta(strings.TrimSpace(want))
	pattern = regexp.MustCompile(`(?m)^\\.\\.\\.$`).ReplaceAllString(pattern, "(?s:.*)")
	pattern = regexp.MustCompile(`(?m)\\.\\.\\.$`).ReplaceAllString(pattern, ".*")
	return regexp.MustCompile(`^` + pattern + `$`).MatchString(strings.TrimSpace(got))
}

func TestBlocksOf(t *testing.T) {
	const text = "# T\n\n    a\n    b\n\ntext\n    is no block\n\n<!-- needs: kpt cluster -->\n```sh\nc\n\n    d\n```\n\n```text\nout\n```\n\n" +
		"<!-- not run: why -->\n\n    e\n\n<!-- file: a/b.txt -->\n```text\nnot its output\n```\n\n```\na picture\n\n    of it\n```\n\n```sh\nf\n```\n\n```bash\ng\n```\n"
	want := []block{
		{marker: "run", commands: "    a\n    b\n"},
		{marker: "needs: kpt cluster", commands: "c\n\n    d\n", want: "out\n"},
		{marker: "not run: why", commands: "    e\n"},
		{file: "a/b.txt", text: "not its output\n"},
		{marker: "run", commands: "f\n"},
	}
	blocks, problems := blocksOf(text)
	if diff := cmp.Diff(want, blocks, cmp.AllowUnexported(block{})); diff != "" {
		t.Error(diff)
	}
	if len(problems) != 2 || !strings.HasSuffix(problems[0], "\nf\n") || !strings.HasSuffix(problems[1], "\ng\n") {
		t.Errorf("problems %q", problems)
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
