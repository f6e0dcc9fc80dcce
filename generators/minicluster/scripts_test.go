package minicluster_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

// shellScripts returns the names of the shell scripts with their text.
func shellScripts(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("scripts/*.sh")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	scripts := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		scripts[filepath.Base(file)] = string(text)
	}
	return scripts
}

// parse reads a script in the dialect that its first line names.
func parse(t *testing.T, name, text string) *syntax.File {
	t.Helper()
	var dialect syntax.LangVariant
	switch first, _, _ := strings.Cut(text, "\n"); first {
	case "#!/bin/sh":
		dialect = syntax.LangPOSIX
	case "#!/bin/bash":
		dialect = syntax.LangBash
	default:
		t.Fatalf("first line is %q", first)
	}
	file, err := syntax.NewParser(syntax.Variant(dialect)).Parse(strings.NewReader(text), name)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestScriptsParse(t *testing.T) {
	t.Parallel()
	for name, text := range shellScripts(t) {
		parse(t, name, text)
		if strings.Contains(text, "{{") {
			t.Errorf("%s has a template mark", name)
		}
		if !strings.HasPrefix(strings.SplitN(text, "\n", 3)[1], "# "+name) {
			t.Errorf("%s does not open with its name and purpose", name)
		}
	}
}

// Programs that images hold: coreutils, and flux of course. The rest are
// builtins of the shells.
var programs = strings.Fields(`
	[ : break command continue eval exec exit export kill local printf read return set shift trap type umask unset until wait
	cat cp ln mkdir mkfifo mv rm rmdir sleep stat timeout
	bash flux python3`)

// Images of applications are small: whatever else the scripts call may be
// missing in them. Also nothing may be downloaded.
func TestScriptsUseLittle(t *testing.T) {
	t.Parallel()
	scripts := shellScripts(t)
	known := slices.Clone(programs)
	eachNode(t, scripts, func(_ string, node syntax.Node) {
		if function, ok := node.(*syntax.FuncDecl); ok {
			known = append(known, function.Name.Value)
		}
	})
	known = append(known, ".", "cd", "echo", "pwd", "view")
	eachNode(t, scripts, func(name string, node syntax.Node) {
		call, ok := node.(*syntax.CallExpr)
		if !ok || len(call.Args) == 0 {
			return
		}
		if program := call.Args[0].Lit(); program != "" && !slices.Contains(known, program) {
			t.Errorf("%s calls %s, which an image may lack", name, program)
		}
	})
}

func eachNode(t *testing.T, scripts map[string]string, visit func(script string, node syntax.Node)) {
	t.Helper()
	for name, text := range scripts {
		syntax.Walk(parse(t, name, text), func(node syntax.Node) bool {
			visit(name, node)
			return true
		})
	}
}

var (
	variable  = regexp.MustCompile(`\bLATCHKEY_[A-Z_]*[A-Z]\b`)
	described = regexp.MustCompile(`(?m)^#   (?:  )?(LATCHKEY_[A-Z_]*[A-Z]) +\S`)
)

// Each variable that a script reads is described at the top of one.
func TestScriptsSayWhatTheyRead(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("scripts/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	read, told := map[string]string{}, map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range variable.FindAllString(string(text), -1) {
			read[name] = file
		}
		for _, match := range described.FindAllStringSubmatch(string(text), -1) {
			told[match[1]] = true
		}
		for _, match := range regexp.MustCompile(`(?m)^  (LATCHKEY_[A-Z_]*[A-Z]) +\S`).FindAllStringSubmatch(string(text), -1) {
			told[match[1]] = true // the docstring of a python script
		}
	}
	for name, file := range read {
		if !told[name] {
			t.Errorf("%s reads %s, which no script describes", file, name)
		}
	}
}

func TestScriptsShellcheck(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("shellcheck"); err != nil {
		t.Skip("shellcheck is not installed")
	}
	names := []string{"--external-sources", "--source-path=SCRIPTDIR"}
	for name := range shellScripts(t) {
		names = append(names, name)
	}
	command := exec.Command("shellcheck", names...)
	command.Dir = "scripts"
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("shellcheck: %v\n%s", err, bytes.TrimSpace(out))
	}
}

// dash is the sh of many images and knows POSIX only.
func TestScriptsInDash(t *testing.T) {
	t.Parallel()
	dash, err := exec.LookPath("dash")
	if err != nil {
		t.Skip("dash is not installed")
	}
	for name, text := range shellScripts(t) {
		if !strings.HasPrefix(text, "#!/bin/sh") {
			continue
		}
		if out, err := exec.Command(dash, "-n", "scripts/"+name).CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", name, err, out)
		}
	}
}
