package examples_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/internal/testing/programtest"
)

// hookFile is what pre-commit reads of this repository.
const hookFile = "../.pre-commit-hooks.yaml"

// TestCopiedFiles reads the files that people copy into repositories of their own.
func TestCopiedFiles(t *testing.T) {
	t.Parallel()
	files := []string{hookFile}
	for _, pattern := range []string{"argocd/*.yaml", "fluxcd/*.yaml"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) < 2 {
			t.Fatalf("%s: %q, %v", pattern, found, err)
		}
		files = append(files, found...)
	}
	for _, file := range files {
		if len(documents(t, file)) == 0 {
			t.Errorf("%s is empty", file)
		}
	}
}

// documents reads all documents of a file.
func documents(t *testing.T, file string) []any {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []any
	for decoder := yaml.NewDecoder(bytes.NewReader(text)); ; {
		var document any
		switch err := decoder.Decode(&document); {
		case errors.Is(err, io.EOF):
			return all
		case err != nil:
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, document)
	}
}

// readInto reads the one document of a file.
func readInto(t *testing.T, file string, into any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err == nil {
		err = yaml.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// TestCopiedCommands runs the commands that those files name.
func TestCopiedCommands(t *testing.T) {
	t.Run("Argo CD", func(t *testing.T) {
		var plugin struct {
			Spec struct{ Generate struct{ Command []string } }
		}
		readInto(t, "argocd/plugin.yaml", &plugin)
		command := plugin.Spec.Generate.Command
		if out := runIn(t, "argocd/hello", command...); !strings.Contains(out, "kind: JobSet\n") {
			t.Errorf("%q prints:\n%s", command, out)
		}
	})
	t.Run("pre-commit", func(t *testing.T) {
		var hooks []struct{ Entry, Files, Exclude string }
		readInto(t, hookFile, &hooks)
		for _, hook := range hooks {
			files, not := regexp.MustCompile(hook.Files), regexp.MustCompile(hook.Exclude)
			for name, want := range hookFiles() {
				if got := files.MatchString(name) && !not.MatchString(name); got != want {
					t.Errorf("the hook takes %s: %t, want %t", name, got, want)
				}
			}
			runIn(t, ".", append(strings.Fields(hook.Entry), "fluxcd/sets/minicluster.yaml")...)
		}
	})
	t.Run("GitHub", func(t *testing.T) {
		var workflow struct {
			Jobs map[string]struct{ Steps []struct{ Run string } }
		}
		readInto(t, "fluxcd/workflow.yaml", &workflow)
		ran := 0
		for _, step := range workflow.Jobs["validate"].Steps {
			if strings.HasPrefix(step.Run, "latchkey ") {
				runIn(t, "fluxcd", strings.Fields(step.Run)...)
				ran++
			}
		}
		if ran == 0 {
			t.Error("the workflow runs no latchkey")
		}
	})
	t.Run("Flux CD", pushed)
}

// TestHookPattern keeps the pattern of the pre-commit hook as the kinds have it.
func TestHookPattern(t *testing.T) {
	t.Parallel()
	var names []string
	for _, kind := range generators.Kinds() {
		names = append(names, strings.ToLower(kind.Name))
	}
	slices.Sort(names)
	want := "  files: (" + strings.Join(slices.Compact(names), "|") + `)[^/]*\.ya?ml$` + "\n"
	text, err := os.ReadFile(hookFile)
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^  files: .*\n`)
	switch got := line.FindString(string(text)); {
	case got == want:
	case *update:
		if err := os.WriteFile(hookFile, []byte(strings.Replace(string(text), got, want, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s has\n%swant\n%smake update-golden rewrites it", hookFile, got, want)
	}
}

// hookFiles are files that the hook takes, or does not: those that are called after a kind.
func hookFiles() map[string]bool {
	files := map[string]bool{
		"sets/my-minicluster.yaml":             true,
		"sets/metricset-io.yml":                true,
		".github/workflows/sets.yaml":          false,
		"docs/minicluster.md":                  false,
		"sets/minicluster-hello.latchkey.yaml": false,
		"minicluster/functionconfig.yaml":      false,
	}
	for _, kind := range generators.Kinds() {
		files["sets/"+strings.ToLower(kind.Name)+".yaml"] = true
	}
	return files
}

// pushed runs the script that pushes, with programs in the place of git and flux that say what they are called with.
func pushed(t *testing.T) {
	stubs, said := t.TempDir(), filepath.Join(t.TempDir(), "said")
	for name, script := range map[string]string{
		"git":  "#!/bin/sh\necho \"$1\"\n",
		"flux": "#!/bin/sh\nprintf '%s\\n' \"$@\" >" + said + "\nls \"${4#--path=}\" >>" + said + "\n",
	} {
		programtest.Write(t, filepath.Join(stubs, name), script)
	}
	t.Setenv("PATH", stubs+string(os.PathListSeparator)+os.Getenv("PATH"))
	runIn(t, "fluxcd", "./push.sh", "sets", "oci://registry.example.com/sets:latest")
	text, err := os.ReadFile(said)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	want := []string{"push", "artifact", "oci://registry.example.com/sets:latest"}
	if len(lines) != 8 || !slices.Equal(lines[:3], want) || lines[5] != "--revision=branch@sha1:rev-parse" {
		t.Errorf("flux is called with %q", lines)
	}
	if diff := cmp.Diff([]string{"minicluster-hpc-hello.latchkey.yaml", "sets.yaml"}, lines[6:]); diff != "" {
		t.Errorf("what is pushed (-want +got):\n%s", diff)
	}
	for _, empty := range []string{t.TempDir(), filepath.Join(t.TempDir(), "absent")} {
		runIn(t, "fluxcd", "./push.sh", empty, "oci://registry.example.com/sets:latest")
		if text, _ := os.ReadFile(said); !strings.HasSuffix(string(text), "rev-parse\nsets.yaml\n") {
			t.Errorf("without a set this is pushed: %s", text)
		}
	}
}

// runIn runs a program in a folder and returns its standard output.
func runIn(t *testing.T, folder string, args ...string) string {
	t.Helper()
	var problems strings.Builder
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Stderr = folder, &problems
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("%q: %v\n%s", args, err, problems.String())
	}
	return string(out)
}
