package generators_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"mvdan.cc/sh/v3/syntax"

	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/internal/scripts"
)

// scriptFolders are the folders of scripts. Each holds all that its scripts source, but for what is shared.
var scriptFolders = []string{"internal/scripts", "metricset/scripts", "minicluster/scripts", "study/scripts"}

// scriptsIn returns the scripts of a folder with their comments, by path.
func scriptsIn(t *testing.T, folder, ending string) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(folder + "/*" + ending)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[path] = string(text)
	}
	return texts
}

// allScripts returns the scripts of all folders.
func allScripts(t *testing.T, ending string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, folder := range scriptFolders {
		maps.Copy(all, scriptsIn(t, folder, ending))
	}
	if len(all) == 0 {
		t.Fatalf("there is no script %s", ending)
	}
	return all
}

// parsed reads a script in a dialect of the shell.
func parsed(t *testing.T, path, text string, dialect syntax.LangVariant) *syntax.File {
	t.Helper()
	file, err := syntax.NewParser(syntax.Variant(dialect)).Parse(strings.NewReader(text), path)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestScripts wants each script to parse in the dialect that its first line names, to begin with its name and purpose, to have no
// template mark, and to download nothing while a pod runs. dash is the sh of many images.
func TestScripts(t *testing.T) {
	t.Parallel()
	dialects := map[string]syntax.LangVariant{"#!/bin/sh": syntax.LangPOSIX, "#!/bin/bash": syntax.LangBash}
	fetches := regexp.MustCompile(`(?m)^[^#]*\b(wget|curl|git clone|apt-get|apt|yum|dnf|apk|pip3?|conda)\s`)
	dash, _ := exec.LookPath("dash")
	for path, text := range allScripts(t, ".sh") {
		lines := strings.SplitN(text, "\n", 3)
		dialect, known := dialects[lines[0]]
		if !known || !strings.HasPrefix(lines[1], "# "+filepath.Base(path)) {
			t.Errorf("%s does not open with its dialect, its name and its purpose", path)
		}
		parsed(t, path, text, dialect)
		if strings.Contains(text, "{{") {
			t.Errorf("%s has a template mark", path)
		}
		if found := fetches.FindString(text); found != "" {
			t.Errorf("%s fetches something: %s", path, found)
		}
		if dash != "" && dialect == syntax.LangPOSIX {
			if out, err := exec.Command(dash, "-n", path).CombinedOutput(); err != nil {
				t.Errorf("%s: %v: %s", path, err, out)
			}
		}
	}
}

// programs are what images hold: coreutils, and flux of course. The rest are builtins of the shells.
var programs = strings.Fields(`
	[ : break command continue eval exec exit export kill local printf read return set shift trap type umask unset until wait
	cat cp ln ls mkdir mkfifo mv rm rmdir sleep stat timeout
	bash flux python3 . cd echo pwd view`)

// TestScriptsUseLittle wants the scripts of a MiniCluster to do with these programs. Images of applications are small.
func TestScriptsUseLittle(t *testing.T) {
	t.Parallel()
	known, called := slices.Clone(programs), map[string]string{}
	for path, text := range scriptsIn(t, "minicluster/scripts", ".sh") {
		syntax.Walk(parsed(t, path, text, syntax.LangBash), func(node syntax.Node) bool {
			switch typed := node.(type) {
			case *syntax.FuncDecl:
				known = append(known, typed.Name.Value)
			case *syntax.CallExpr:
				if len(typed.Args) > 0 {
					called[typed.Args[0].Lit()] = path
				}
			}
			return true
		})
	}
	for program, path := range called {
		if program != "" && !slices.Contains(known, program) {
			t.Errorf("%s calls %s, which an image may lack", path, program)
		}
	}
}

// TestScriptsShareTheMarks wants the marks of logs in lib.sh alone, so that each metric prints them alike.
func TestScriptsShareTheMarks(t *testing.T) {
	t.Parallel()
	for path, text := range scriptsIn(t, "metricset/scripts", ".sh") {
		if filepath.Base(path) != "lib.sh" && strings.Contains(text, `echo "METRICS OPERATOR`) {
			t.Errorf("%s prints a mark by itself", path)
		}
	}
}

// TestScriptsSayWhatTheyRead wants each variable that a script reads to be described at the top of a script of its folder.
func TestScriptsSayWhatTheyRead(t *testing.T) {
	t.Parallel()
	variable := regexp.MustCompile(`\bLATCHKEY_[A-Z_]*[A-Z]\b`)
	// described matches a line at the top of a script, or of the docstring of a script in Python.
	described := regexp.MustCompile(`(?m)^(?:#   (?:  )?|  )(LATCHKEY_[A-Z_]*[A-Z]) +\S`)
	for _, folder := range scriptFolders {
		read, told := map[string]string{}, map[string]bool{}
		for path, text := range scriptsIn(t, folder, ".[sp][hy]") {
			for _, found := range variable.FindAllString(text, -1) {
				read[found] = path
			}
			for _, match := range described.FindAllStringSubmatch(text, -1) {
				told[match[1]] = true
			}
		}
		for found, path := range read {
			if !told[found] {
				t.Errorf("%s reads %s, which no script describes", path, found)
			}
		}
	}
}

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
	var python []string
	for path, source := range allScripts(t, ".[sp][hy]") {
		stripped := scripts.Strip(source)
		if strings.Contains(stripped, "\n\n") || strings.Contains(stripped, "\n# ") || strings.Contains(stripped, "\n// ") {
			t.Errorf("%s keeps comments or blank lines:\n%s", path, stripped)
		}
		if strings.HasSuffix(path, ".py") {
			python = append(python, source, stripped)
		} else if diff := cmp.Diff(treeOf(t, path, source), treeOf(t, path, stripped)); diff != "" {
			t.Errorf("%s (-source +stripped):\n%s", path, diff)
		}
	}
	comparePython(t, python)
}

// TestTreesDiffer wants the comparison to see a line that is part of a string.
func TestTreesDiffer(t *testing.T) {
	t.Parallel()
	for _, source := range []string{"#!/bin/sh\ncat <<EOT\n# a\nEOT\n", "#!/bin/sh\necho 'a\n\nb'\n"} {
		if treeOf(t, "a", source) == treeOf(t, "a", scripts.Strip(source)) {
			t.Errorf("nothing is lost of %q", source)
		}
	}
}

// treeOf returns the tree of a script, without comments and in one form. Every script is one for bash too.
func treeOf(t *testing.T, path, text string) string {
	t.Helper()
	var tree strings.Builder
	if err := syntax.NewPrinter(syntax.Minify(true)).Print(&tree, parsed(t, path, text, syntax.LangBash)); err != nil {
		t.Fatal(err)
	}
	return tree.String()
}

// comparePython compares the trees of pairs of Python scripts. Without python3 it compares nothing.
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

// TestLostStatus wants the scripts that end because a host is lost to end with the status that the Jobs know.
func TestLostStatus(t *testing.T) {
	t.Parallel()
	all, ends := allScripts(t, ".sh"), regexp.MustCompile(`\b(?:exit |lk_status=|lk_failed=)`+strconv.Itoa(names.LostStatus)+`\b`)
	for _, path := range []string{"minicluster/scripts/broker-worker.sh", "minicluster/scripts/broker-linger.sh", "metricset/scripts/ssh.sh"} {
		if !ends.MatchString(all[path]) {
			t.Errorf("%s does not end with the status %d", path, names.LostStatus)
		}
	}
}
