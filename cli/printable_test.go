package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/latchkey-dev/latchkey/cli"
)

// TestFindingsArePrintable validates hostile files and objects in every format, and checks all that is printed. The
// strings that a terminal or a CI system would obey are in the names of files and objects, and in fields and values.
func TestFindingsArePrintable(t *testing.T) {
	t.Chdir(t.TempDir())
	const hostile = "::error::x\n::warning::y\x1b[2J\u202e##[error]z"
	names := []string{hostile + ".yaml", "a/" + hostile + ".yaml", "b/" + hostile + ".yaml", "::error::x.yaml"}
	for at, name := range names {
		object := `{"apiVersion": "flux-framework.org/v1alpha2", "kind": "MiniCluster", "metadata": {"name": "` +
			strings.NewReplacer("\n", `\n`, "\x1b", `\u001b`).Replace(hostile) + `"}, "spec": {"a\n::error::": 1}}`
		if at == 1 {
			object = "{"
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(object), 0o600); err != nil {
			t.Skip("no such file names here:", err)
		}
	}
	for _, format := range []string{"text", "json", "github"} {
		var stdout, stderr bytes.Buffer
		args := append([]string{"validate", "-o", format, "gone" + hostile}, names...)
		command := cli.Command{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr}
		if code := command.Main(args); code != cli.ExitProblems || stdout.Len()+stderr.Len() == 0 {
			t.Errorf("%s: exit code %d", format, code)
		}
		for line := range strings.Lines(stdout.String() + stderr.String()) {
			line = strings.TrimSuffix(line, "\n")
			own := format == "github" && strings.HasPrefix(line, "::error file=")
			if strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) ||
				strings.HasPrefix(strings.TrimSpace(line), "::") && !own || strings.Contains(line, "##[") {
				t.Errorf("%s: %q", format, line)
			}
		}
	}
}

// TestPrunedNamesArePrintable wants the name of a file that is removed on one line, for somebody may have planted it.
func TestPrunedNamesArePrintable(t *testing.T) {
	t.Parallel()
	directory := t.TempDir()
	planted := filepath.Join(directory, "a\n::error::x.latchkey.yaml")
	if err := os.WriteFile(planted, []byte("# Written by latchkey render, which will overwrite any change.\n"), 0o600); err != nil {
		t.Skip("no such file names here:", err)
	}
	var stdout, stderr bytes.Buffer
	object := strings.NewReader("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n")
	command := cli.Command{Stdin: object, Stdout: &stdout, Stderr: &stderr}
	code := command.Main([]string{"render", "-", "-o", directory, "--prune"})
	if _, err := os.Lstat(planted); code != 0 || err == nil || !strings.Contains(stderr.String(), `a\n::error::x.latchkey.yaml: `) {
		t.Errorf("exit code %d:\n%s", code, &stderr)
	}
}
