package podtest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

// Sources returns the scripts with their comments, from the folder scripts beside the tests, by name. Shared scripts are beside their
// tests themselves.
func Sources(t *testing.T) map[string]string {
	t.Helper()
	paths, _ := filepath.Glob("scripts/*")
	own, _ := filepath.Glob("*.[sp][hy]")
	files := map[string]string{}
	for _, path := range append(paths, own...) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(path)] = string(text)
	}
	if len(files) == 0 {
		t.Fatal("no scripts")
	}
	return files
}

// Scripts returns the shell scripts among the sources.
func Scripts(t *testing.T) map[string]string {
	t.Helper()
	scripts := Sources(t)
	for name := range scripts {
		if !strings.HasSuffix(name, ".sh") {
			delete(scripts, name)
		}
	}
	return scripts
}

// Parse reads a script in the dialect that its first line names.
func Parse(t *testing.T, name, text string) *syntax.File {
	t.Helper()
	dialects := map[string]syntax.LangVariant{"#!/bin/sh": syntax.LangPOSIX, "#!/bin/bash": syntax.LangBash}
	first, _, _ := strings.Cut(text, "\n")
	dialect, ok := dialects[first]
	if !ok {
		t.Fatalf("the first line of %s is %q", name, first)
	}
	file, err := syntax.NewParser(syntax.Variant(dialect)).Parse(strings.NewReader(text), name)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// CheckScripts wants each script to parse, to begin with its name and purpose, and to have no template mark.
func CheckScripts(t *testing.T) {
	t.Helper()
	for name, text := range Scripts(t) {
		Parse(t, name, text)
		if !strings.HasPrefix(strings.SplitN(text, "\n", 3)[1], "# "+name) {
			t.Errorf("%s does not open with its name and purpose", name)
		}
		if strings.Contains(text, "{{") {
			t.Errorf("%s has a template mark", name)
		}
	}
}

var (
	variable = regexp.MustCompile(`\bLATCHKEY_[A-Z_]*[A-Z]\b`)
	// described matches a line at the top of a script, or of the docstring of a python script.
	described = regexp.MustCompile(`(?m)^(?:#   (?:  )?|  )(LATCHKEY_[A-Z_]*[A-Z]) +\S`)
)

// CheckVariables wants each variable that a script reads to be described at the top of a script.
func CheckVariables(t *testing.T) {
	t.Helper()
	read, told := map[string]string{}, map[string]bool{}
	for name, text := range Sources(t) {
		for _, found := range variable.FindAllString(text, -1) {
			read[found] = name
		}
		for _, match := range described.FindAllStringSubmatch(text, -1) {
			told[match[1]] = true
		}
	}
	for found, name := range read {
		if !told[found] {
			t.Errorf("%s reads %s, which no script describes", name, found)
		}
	}
}
