package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/cli"
)

// run runs the program in this process.
func run(stdin string, args ...string) (stdout, stderr string, code int) {
	return runWith(nil, stdin, args...)
}

const (
	configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\n"
	aCluster  = "apiVersion: flux-framework.org/v1alpha2\nkind: MiniCluster\nmetadata:\n  name: hello\n" +
		"spec:\n  size: 1\n  containers:\n  - image: ghcr.io/flux-framework/flux-restful-api:latest\n    command: hostname\n"
)

// inputs are ordinary files, and files that a script of testdata cannot hold.
var inputs = map[string]struct {
	text string
	want int
	// message is a part of what standard error says.
	message string
}{
	"a cluster":                       {aCluster, cli.ExitOK, ""},
	"another object":                  {configMap, cli.ExitOK, nothing},
	"windows line ends":               {strings.ReplaceAll(aCluster, "\n", "\r\n"), cli.ExitOK, ""},
	"byte order mark":                 {"\uFEFF" + aCluster, cli.ExitOK, ""},
	"byte order mark, JSON":           {"\uFEFF" + `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "one"}}`, cli.ExitOK, nothing},
	"no newline at the end":           {strings.TrimSuffix(aCluster, "\n"), cli.ExitOK, ""},
	"directives":                      {"%YAML 1.1\n---\n" + aCluster + "...\n", cli.ExitOK, ""},
	"empty documents":                 {"---\n---\n" + aCluster + "---\n", cli.ExitOK, ""},
	"nothing":                         {"", cli.ExitProblems, "empty"},
	"binary":                          {"\x7fELF\x02\x01\x01\x00\x00", cli.ExitProblems, "U+007F"},
	"not UTF-8":                       {"apiVersion: \xff\xfe", cli.ExitProblems, "UTF-8"},
	"UTF-16":                          {"\xff\xfea\x00p\x00i\x00", cli.ExitProblems, "UTF-8"},
	"a broken document of two":        {aCluster + "---\nkind: [", cli.ExitProblems, "standard input:11:"},
	"the same object twice":           {configMap + "---\n" + configMap, cli.ExitProblems, "another object of this name"},
	"the same cluster twice":          {aCluster + "---\n" + aCluster, cli.ExitProblems, "another object of this name"},
	"unknown field":                   {aCluster + "  sise: 2\n", cli.ExitProblems, "sise"},
	"unknown field in metadata":       {strings.Replace(aCluster, "spec:", "  nmae: x\nspec:", 1), cli.ExitProblems, "nmae"},
	"unknown version":                 {strings.Replace(aCluster, "v1alpha2", "v1", 1), cli.ExitProblems, "v1alpha2"},
	"no kind":                         {"apiVersion: v1\nmetadata:\n  name: one\n", cli.ExitProblems, "kind"},
	"a key of JSON without end":       {`{"apiVersion": "v1", "ki`, cli.ExitProblems, "this is not valid YAML"},
	"a list of what is not an object": {"apiVersion: v1\nkind: List\nitems: [1, 2]\n", cli.ExitProblems, "items[0]"},
}

// nothing is what render says of a file without a source.
const nothing = "latchkey: warning: nothing is expanded: there is no MiniCluster or other object to expand among 1 object: 1 ConfigMap\n"

// TestInputs runs render and validate over the same input. Both must return the same exit code and findings. After an
// error standard output must be empty.
func TestInputs(t *testing.T) {
	t.Parallel()
	for name, input := range inputs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			stdout, rendered, code := run(input.text, "render", "-")
			if code != input.want {
				t.Errorf("render exits with code %d, want %d: %s", code, input.want, rendered)
			}
			if (stdout != "") != (code == cli.ExitOK) {
				t.Errorf("exit code %d with standard output %q", code, stdout)
			}
			if !strings.Contains(rendered, input.message) {
				t.Errorf("findings %q do not say %q", rendered, input.message)
			}
			printed, validated, judged := run(input.text, "validate", "-", "--allow-empty")
			if printed != "" {
				t.Errorf("validate prints %q", printed)
			}
			if judged != code || validated != strings.TrimPrefix(rendered, nothing) {
				t.Errorf("validate exits with code %d and %q, render with %d and %q", judged, validated, code, rendered)
			}
		})
	}
}

// TestRenderedAgain renders earlier output: nothing may change, and no source is missed.
func TestRenderedAgain(t *testing.T) {
	t.Parallel()
	for name, input := range inputs {
		first, _, code := run(input.text, "render", "-")
		if code != cli.ExitOK {
			continue
		}
		again, messages, _ := run(first, "render", "-")
		if again != first || messages != input.message {
			t.Errorf("%s: rendering the output gives\n%s\nwant\n%s\n%s", name, again, first, messages)
		}
	}
}

// TestFunction runs the program without arguments, as callers of functions do.
func TestFunction(t *testing.T) {
	t.Parallel()
	const list = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n"
	if stdout, stderr, code := run(list); code != cli.ExitOK || !strings.Contains(stdout, "kind: ResourceList") {
		t.Errorf("exit code %d with %q and %q", code, stdout, stderr)
	}
	if _, _, code := run("kind: ConfigMap"); code != cli.ExitProblems {
		t.Errorf("exit code %d for what is not a ResourceList, want %d", code, cli.ExitProblems)
	}
}

// TestFileMode wants a file that others may not read to keep its mode, and a file with a secret to have such a mode, if only
// its mode was another.
func TestFileMode(t *testing.T) {
	t.Parallel()
	directory := t.TempDir()
	path := filepath.Join(directory, "configmap-one.latchkey.yaml")
	if _, stderr, code := run(configMap, "render", "-", "-o", directory); code != cli.ExitOK {
		t.Fatal(stderr)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, stderr, code := run(configMap+"data: {a: b}\n", "render", "-", "-o", directory); code != cli.ExitOK {
		t.Fatal(stderr)
	}
	secrets := strings.NewReplacer("ConfigMap", "Secret", "one", "two").Replace(configMap)
	for _, data := range []string{"", "data: {a: Yg==}\n"} {
		if _, stderr, code := run(configMap+"data: {a: b}\n---\n"+secrets+data, "render", "-", "-o", directory); code != cli.ExitOK {
			t.Fatal(stderr)
		}
		if data != "" && os.Chmod(filepath.Join(directory, "secret-two.latchkey.yaml"), 0o644) != nil {
			t.Fatal("the file with the secret cannot be opened to all")
		}
	}
	if _, stderr, code := run(configMap+"data: {a: b}\n---\n"+secrets+"data: {a: Yg==}\n", "render", "-", "-o", directory); code != cli.ExitOK {
		t.Fatal(stderr)
	}
	entries, err := os.ReadDir(directory)
	if err != nil || len(entries) != 2 {
		t.Errorf("the directory holds %v (%v), want two files", entries, err)
	}
	for _, entry := range entries {
		if info, err := entry.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the mode of %s is %v (%v), want 600", entry.Name(), info.Mode().Perm(), err)
		}
	}
}

// TestSummaryAtTheEnd wants the counts after the objects, where a reader of a terminal ends.
func TestSummaryAtTheEnd(t *testing.T) {
	t.Parallel()
	var both bytes.Buffer
	command := cli.Command{Stdin: strings.NewReader(configMap), Stdout: &both, Stderr: &both}
	if code := command.Main([]string{"render", "--summary", "-"}); code != cli.ExitOK {
		t.Fatalf("exit code %d\n%s", code, both.String())
	}
	lines := strings.Split(strings.TrimSpace(both.String()), "\n")
	if last := lines[len(lines)-1]; len(lines) < 5 || !strings.HasPrefix(last, "latchkey: 1 object: 1 ConfigMap") {
		t.Errorf("the output ends with %q", last)
	}
}

// TestPluginNamesItself wants commands in messages as people type them, where the program is a plugin of kubectl.
func TestPluginNamesItself(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := filepath.Join(folder, "kustomization.yaml")
	if err := os.WriteFile(file, []byte("resources: [a.yaml]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	cli.Command{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Plugin: true}.Main([]string{"render", file})
	if !strings.Contains(stderr.String(), ` | kubectl latchkey render -"`) {
		t.Errorf("the message does not name the program: %s", stderr.String())
	}
}
