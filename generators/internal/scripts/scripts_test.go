package scripts_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"mvdan.cc/sh/v3/syntax"

	"github.com/latchkey-dev/latchkey/generators/internal/scripts"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

func TestStrip(t *testing.T) {
	t.Parallel()
	const source = "#!/bin/sh\n# what it is\n\nset -eu # trailing\n  # inside\n  echo '#' \\\n    a\n"
	const want = "#!/bin/sh\nset -eu # trailing\n  echo '#' \\\n    a\n"
	if diff := cmp.Diff(want, scripts.Strip(source)); diff != "" {
		t.Errorf("stripped (-want +got):\n%s", diff)
	}
}

// TestStrippedScriptsMeanTheSame parses every script with its comments and without them. The syntax trees are the same, with
// here-documents and strings of several lines.
func TestStrippedScriptsMeanTheSame(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("../../*/scripts/*.[sp][hy]")
	if err != nil || len(paths) < 40 {
		t.Fatalf("found %d scripts (%v), want at least 50", len(paths), err)
	}
	var python []string
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		source, stripped := string(text), scripts.Strip(string(text))
		if strings.Contains(stripped, "\n\n") || strings.Contains(stripped, "\n# ") || strings.Contains(stripped, "\n// ") {
			t.Errorf("%s keeps comments or blank lines:\n%s", path, stripped)
		}
		switch {
		case strings.HasSuffix(path, ".py"):
			python = append(python, source, stripped)
		case strings.HasSuffix(path, ".sh"):
			if diff := cmp.Diff(parse(t, path, source), parse(t, path, stripped)); diff != "" {
				t.Errorf("%s (-source +stripped):\n%s", path, diff)
			}
		}
	}
	comparePython(t, python)
}

// TestTreesDiffer wants the comparison to see a line that is part of a text.
func TestTreesDiffer(t *testing.T) {
	t.Parallel()
	for _, source := range []string{"#!/bin/sh\ncat <<EOT\n# a\nEOT\n", "#!/bin/sh\necho 'a\n\nb'\n"} {
		if parse(t, "a", source) == parse(t, "a", scripts.Strip(source)) {
			t.Errorf("nothing is lost of %q", source)
		}
	}
}

// parse returns the tree of a script, without comments and in one form. Every script is one for bash too.
func parse(t *testing.T, path, text string) string {
	t.Helper()
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), path)
	if err != nil {
		t.Fatal(err)
	}
	var tree strings.Builder
	if err := syntax.NewPrinter(syntax.Minify(true)).Print(&tree, file); err != nil {
		t.Fatal(err)
	}
	return tree.String()
}

// comparePython compares the trees of pairs of Python texts. Without python3 it compares nothing.
func comparePython(t *testing.T, pairs []string) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Log("no script in Python is compared: python3 is not installed")
		return
	}
	const program = `import ast, sys
trees = [ast.dump(ast.parse(text)) for text in sys.argv[1:]]
sys.exit(len(trees) < 2 or trees[0::2] != trees[1::2])`
	if out, err := exec.Command("python3", append([]string{"-c", program}, pairs...)...).CombinedOutput(); err != nil {
		t.Errorf("the trees of a script in Python differ, or it does not parse: %v\n%s", err, out)
	}
}

// TestShared checks the scripts of several kinds, as the kinds check theirs.
func TestShared(t *testing.T) {
	t.Parallel()
	podtest.CheckScripts(t)
	podtest.CheckVariables(t)
}
