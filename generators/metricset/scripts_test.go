package metricset_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

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

func TestScriptsParse(t *testing.T) {
	t.Parallel()
	for name, text := range shellScripts(t) {
		if !strings.HasPrefix(text, "#!/bin/bash\n# "+name) {
			t.Errorf("%s does not open with its shell, its name and its purpose", name)
		}
		if _, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), name); err != nil {
			t.Error(err)
		}
		if strings.Contains(text, "{{") {
			t.Errorf("%s has a template mark", name)
		}
	}
}

// Nothing may be downloaded while a pod runs.
func TestScriptsDownloadNothing(t *testing.T) {
	t.Parallel()
	fetches := regexp.MustCompile(`(?m)^[^#]*\b(wget|curl|git clone|apt-get|apt|yum|dnf|apk|pip3?|conda)\s`)
	for name, text := range shellScripts(t) {
		if found := fetches.FindString(text); found != "" {
			t.Errorf("%s fetches something: %s", name, found)
		}
	}
}

// The marks stand in lib.sh alone, so that each metric prints them alike.
func TestScriptsShareTheMarks(t *testing.T) {
	t.Parallel()
	for name, text := range shellScripts(t) {
		if name != "lib.sh" && strings.Contains(text, `echo "METRICS OPERATOR`) {
			t.Errorf("%s prints a mark by itself", name)
		}
	}
}

// Each variable that a script reads is described at the top of one.
func TestScriptsSayWhatTheyRead(t *testing.T) {
	t.Parallel()
	told, read := map[string]bool{}, map[string]string{}
	for name, text := range shellScripts(t) {
		for _, variable := range regexp.MustCompile(`\bLATCHKEY_[A-Z_]*[A-Z]\b`).FindAllString(text, -1) {
			read[variable] = name
		}
		for _, match := range regexp.MustCompile(`(?m)^#   (LATCHKEY_[A-Z_]*[A-Z]) +\S`).FindAllStringSubmatch(text, -1) {
			told[match[1]] = true
		}
	}
	for variable, name := range read {
		if !told[variable] {
			t.Errorf("%s reads %s, which no script describes", name, variable)
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
		t.Errorf("shellcheck: %v\n%s", err, out)
	}
}
