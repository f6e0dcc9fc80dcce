//go:build e2e

package hosts

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestHostErrors shows the messages that users of each caller read. The files of a package stay unchanged.
func TestHostErrors(t *testing.T) {
	wrong := strings.Replace(second, "size: 1", "sise: 1", 1)
	const message = `MiniCluster/default/second: spec.sise: unknown field: did you mean "size"?`
	t.Run("kpt", func(t *testing.T) {
		program := lab.Tool(t, "kpt")
		work := newPackage(t, map[string]string{"second.yaml": wrong})
		before := lab.FilesOf(t, work)
		findings := t.TempDir()
		out := fails(t, program, "fn", "render", "--allow-exec", "--results-dir", findings, work)
		lab.Holds(t, out, "[error] flux-framework.org/v1alpha2/"+strings.Replace(message, ": spec", " spec", 1), "Exit code: 1")
		lab.Holds(t, lab.FilesOf(t, findings)["results.yaml"], "path: spec.sise\n", "proposedValue: size\n", "path: second.yaml\n", "name: second\n")
		if diff := cmp.Diff(before, lab.FilesOf(t, work)); diff != "" {
			t.Errorf("the package has changed:\n%s", diff)
		}
		lab.Holds(t, fails(t, program, "fn", "render", work), "must run with `--allow-exec`")
	})
	t.Run("kustomize", func(t *testing.T) {
		program := lab.Tool(t, "kustomize")
		work := t.TempDir()
		config, err := os.ReadFile("../../functionconfig.yaml")
		if err != nil {
			t.Fatal(err)
		}
		lab.WriteFile(t, filepath.Join(work, "functionconfig.yaml"), string(config))
		lab.WriteFile(t, filepath.Join(work, "second.yaml"), wrong)
		lab.WriteFile(t, filepath.Join(work, "kustomization.yaml"), "resources: [second.yaml]\ntransformers: [functionconfig.yaml]\n")
		lab.Holds(t, fails(t, program, "build", "--enable-alpha-plugins", "--enable-exec", work), message, "exit status 1")
		lab.Holds(t, fails(t, program, "build", work), "external plugins disabled")
		// A trap: there is no error, and the output has the source itself.
		if out := lab.OnPath(t, program, "build", "--enable-alpha-plugins", work); !strings.Contains(out, "kind: MiniCluster") {
			t.Errorf("without --enable-exec:\n%s", out)
		}
	})
}

// TestValidators runs Latchkey as a validator: right input passes, wrong input fails, and nothing is rendered. Input that a
// mutator or transformer rendered before passes too.
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
		program := lab.Tool(t, "kpt")
		kptfile := "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: judged\n" +
			"pipeline:\n  validators:\n    - exec: latchkey\n      configPath: functionconfig.yaml\n"
		work := newPackage(t, map[string]string{"Kptfile": kptfile, "functionconfig.yaml": config, "second.yaml": second})
		before := lab.FilesOf(t, work)
		lab.OnPath(t, program, "fn", "render", "--allow-exec", work)
		if _, made := lab.FilesOf(t, work)["minicluster-default-second.latchkey.yaml"]; made || len(before) != len(lab.FilesOf(t, work)) {
			t.Errorf("files were made: %q", slices.Sorted(maps.Keys(lab.FilesOf(t, work))))
		}
		lab.WriteFile(t, filepath.Join(work, "second.yaml"), wrong)
		lab.Holds(t, fails(t, program, "fn", "render", "--allow-exec", work), "unknown field")
	})
	t.Run("kpt after a mutator", func(t *testing.T) {
		program := lab.Tool(t, "kpt")
		kptfile := "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: judged\n" +
			"pipeline:\n  mutators:\n    - exec: latchkey\n" +
			"  validators:\n    - exec: latchkey\n      configMap:\n        validateOnly: \"true\"\n"
		work := newPackage(t, map[string]string{"Kptfile": kptfile})
		lab.OnPath(t, program, "fn", "render", "--allow-exec", work)
		first := lab.FilesOf(t, work)
		lab.OnPath(t, program, "fn", "render", "--allow-exec", work)
		lab.OnPath(t, program, "fn", "eval", work, "--exec", "latchkey", "--", "validateOnly=true")
		if diff := cmp.Diff(first, lab.FilesOf(t, work)); diff != "" || !strings.Contains(first["minicluster-default-hello.latchkey.yaml"], "kind: JobSet\n") {
			t.Errorf("rendering and judging again (-first +last):\n%s", diff)
		}
	})
	t.Run("kustomize", func(t *testing.T) {
		program := lab.Tool(t, "kustomize")
		work := t.TempDir()
		lab.WriteFile(t, filepath.Join(work, "functionconfig.yaml"), config)
		lab.WriteFile(t, filepath.Join(work, "second.yaml"), second)
		lab.WriteFile(t, filepath.Join(work, "kustomization.yaml"), "resources: [second.yaml]\nvalidators: [functionconfig.yaml]\n")
		flags := []string{"build", "--enable-alpha-plugins", "--enable-exec", work}
		lab.Holds(t, lab.OnPath(t, program, flags...), "kind: MiniCluster\n")
		config := strings.Replace(config, "{validateOnly: true}", "{}", 1)
		lab.WriteFile(t, filepath.Join(work, "transformer.yaml"), config)
		lab.WriteFile(t, filepath.Join(work, "kustomization.yaml"), "resources: [second.yaml]\nnamePrefix: p-\n"+
			"transformers: [transformer.yaml]\nvalidators: [functionconfig.yaml]\n")
		lab.Holds(t, lab.OnPath(t, program, flags...), "kind: JobSet\n", "name: p-second\n")
		lab.WriteFile(t, filepath.Join(work, "second.yaml"), wrong)
		lab.Holds(t, fails(t, program, flags...), "unknown field")
	})
}

// fails runs a caller that must fail and returns both of its streams.
func fails(t *testing.T, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(lab.Binary)+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if err == nil || cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("%s %q: %v, want exit status 1\n%s", filepath.Base(program), args, err, out)
	}
	return string(out)
}
