//go:build e2e

package e2e

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestHostErrors shows what people read when something is wrong, host by host. The files of a package stay as they are.
func TestHostErrors(t *testing.T) {
	wrong := strings.Replace(second, "size: 1", "sise: 1", 1)
	const message = `MiniCluster/default/second: spec.sise: unknown field: did you mean "size"?`
	t.Run("kpt", func(t *testing.T) {
		program := tool(t, "kpt")
		work := newPackage(t, map[string]string{"second.yaml": wrong})
		before := filesOf(t, work)
		findings := t.TempDir()
		out := fails(t, program, "fn", "render", "--allow-exec", "--results-dir", findings, work)
		holds(t, out, "[error] flux-framework.org/v1alpha2/"+strings.Replace(message, ": spec", " spec", 1), "Exit code: 1")
		holds(t, filesOf(t, findings)["results.yaml"], "path: spec.sise\n", "proposedValue: size\n", "path: second.yaml\n", "name: second\n")
		if diff := cmp.Diff(before, filesOf(t, work)); diff != "" {
			t.Errorf("the package has changed:\n%s", diff)
		}
		holds(t, fails(t, program, "fn", "render", work), "must run with `--allow-exec`")
	})
	t.Run("kustomize", func(t *testing.T) {
		program := tool(t, "kustomize")
		work := t.TempDir()
		config, err := os.ReadFile("../functionconfig.yaml")
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(work, "functionconfig.yaml"), string(config))
		writeFile(t, filepath.Join(work, "second.yaml"), wrong)
		writeFile(t, filepath.Join(work, "kustomization.yaml"), "resources: [second.yaml]\ntransformers: [functionconfig.yaml]\n")
		holds(t, fails(t, program, "build", "--enable-alpha-plugins", "--enable-exec", work), message, "exit status 1")
		holds(t, fails(t, program, "build", work), "external plugins disabled")
		// The trap: no error at all, and the source itself comes out.
		if out := onPath(t, program, "build", "--enable-alpha-plugins", work); !strings.Contains(out, "kind: MiniCluster") {
			t.Errorf("without --enable-exec:\n%s", out)
		}
	})
}

// TestValidators runs Latchkey where hosts only judge: right input passes, wrong input fails, and nothing is rendered.
// What a mutator or transformer rendered before is right as well.
func TestValidators(t *testing.T) {
	const config = `apiVersion: latchkey.dev/v1alpha1
kind: Latchkey
metadata:
  name: latchkey
  annotations:
    config.kubernetes.io/local-config: "true"
    config.kubernetes.io/function: |
      exec: {path: latchkey}
spec: {validateOnly: true}
`
	wrong := strings.Replace(second, "size: 1", "sise: 1", 1)
	t.Run("kpt", func(t *testing.T) {
		program := tool(t, "kpt")
		kptfile := "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: judged\n" +
			"pipeline:\n  validators:\n    - exec: latchkey\n      configPath: functionconfig.yaml\n"
		work := newPackage(t, map[string]string{"Kptfile": kptfile, "functionconfig.yaml": config, "second.yaml": second})
		before := filesOf(t, work)
		onPath(t, program, "fn", "render", "--allow-exec", work)
		if _, made := filesOf(t, work)["minicluster-default-second.latchkey.yaml"]; made || len(before) != len(filesOf(t, work)) {
			t.Errorf("files were made: %q", slices.Sorted(maps.Keys(filesOf(t, work))))
		}
		writeFile(t, filepath.Join(work, "second.yaml"), wrong)
		holds(t, fails(t, program, "fn", "render", "--allow-exec", work), "unknown field")
	})
	t.Run("kpt after a mutator", func(t *testing.T) {
		program := tool(t, "kpt")
		kptfile := "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: judged\n" +
			"pipeline:\n  mutators:\n    - exec: latchkey\n" +
			"  validators:\n    - exec: latchkey\n      configMap:\n        validateOnly: \"true\"\n"
		work := newPackage(t, map[string]string{"Kptfile": kptfile})
		onPath(t, program, "fn", "render", "--allow-exec", work)
		first := filesOf(t, work)
		onPath(t, program, "fn", "render", "--allow-exec", work)
		onPath(t, program, "fn", "eval", work, "--exec", "latchkey", "--", "validateOnly=true")
		if diff := cmp.Diff(first, filesOf(t, work)); diff != "" || !strings.Contains(first["minicluster-default-hello.latchkey.yaml"], "kind: JobSet\n") {
			t.Errorf("rendering and judging again (-first +last):\n%s", diff)
		}
	})
	t.Run("kustomize", func(t *testing.T) {
		program := tool(t, "kustomize")
		work := t.TempDir()
		writeFile(t, filepath.Join(work, "functionconfig.yaml"), config)
		writeFile(t, filepath.Join(work, "second.yaml"), second)
		writeFile(t, filepath.Join(work, "kustomization.yaml"), "resources: [second.yaml]\nvalidators: [functionconfig.yaml]\n")
		flags := []string{"build", "--enable-alpha-plugins", "--enable-exec", work}
		holds(t, onPath(t, program, flags...), "kind: MiniCluster\n")
		config := strings.Replace(config, "{validateOnly: true}", "{}", 1)
		writeFile(t, filepath.Join(work, "transformer.yaml"), config)
		writeFile(t, filepath.Join(work, "kustomization.yaml"), "resources: [second.yaml]\nnamePrefix: p-\n"+
			"transformers: [transformer.yaml]\nvalidators: [functionconfig.yaml]\n")
		holds(t, onPath(t, program, flags...), "kind: JobSet\n", "name: p-second\n")
		writeFile(t, filepath.Join(work, "second.yaml"), wrong)
		holds(t, fails(t, program, flags...), "unknown field")
	})
}

// fails runs a host that is to fail and returns what it wrote to both streams.
func fails(t *testing.T, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(binary)+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if err == nil || cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("%s %q: %v, want exit status 1\n%s", filepath.Base(program), args, err, out)
	}
	return string(out)
}

// holds expects a text to hold others.
func holds(t *testing.T, text string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in:\n%s", want, text)
		}
	}
}
