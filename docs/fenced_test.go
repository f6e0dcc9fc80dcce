package docs_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

var fenced = regexp.MustCompile("(?ms)^ *```([^\n]*)\n(.*?)^ *```$")

// TestFenced reads every fenced block in the documents as its language: YAML, JSON, Go, Python and R. TestDocs runs the commands, and the
// tests of the site draw Mermaid.
func TestFenced(t *testing.T) {
	t.Parallel()
	read := 0
	for document, text := range allPages(t) {
		if strings.Contains(text, "\n~~~") {
			t.Errorf("%s: no test reads a block in ~~~: write ```", document)
		}
		for _, block := range fenced.FindAllStringSubmatch(text, -1) {
			var err error
			switch block[1] {
			case "yaml":
				err = readYAML(block[2])
			case "json":
				err = json.Unmarshal([]byte(block[2]), new(any))
			case "go":
				_, err = parser.ParseFile(token.NewFileSet(), "", block[2], parser.AllErrors)
			case "python":
				err = readBy(t, block[2], "python3", "-c", "import ast, sys; ast.parse(sys.stdin.read())")
			case "r":
				err = readBy(t, block[2], "Rscript", "-e", "parse(file('stdin'))")
			case "sh", "text", "mermaid":
				continue
			default:
				err = errors.New("no test reads this language")
			}
			if read++; err != nil {
				t.Errorf("%s: %v in:\n%s", document, err, block[2])
			}
		}
	}
	if read < 20 {
		t.Errorf("only %d blocks", read)
	}
}

// readBy has a program parse a block. It says which program is not there.
func readBy(t *testing.T, text, program string, args ...string) error {
	t.Helper()
	if !isOnPath(program) {
		t.Logf("SKIPPED a block: %s is not on PATH", program)
		return nil
	}
	cmd := exec.Command(program, args...)
	cmd.Stdin = strings.NewReader(text)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", program, err, out)
	}
	return nil
}

func isOnPath(program string) bool {
	_, err := exec.LookPath(program)
	return err == nil
}

// readYAML reads YAML documents. A line "..." stands for lines that are left out.
func readYAML(text string) error {
	decoder := yaml.NewDecoder(bytes.NewReader([]byte(regexp.MustCompile(`(?m)^\s*\.\.\.$`).ReplaceAllString(text, ""))))
	for {
		var object any
		if err := decoder.Decode(&object); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// TestKustomizations builds the kustomizations that docs/kustomize.md shows at its beginning, with the component of this
// repository in place of the one on GitHub.
func TestKustomizations(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("kustomize"); err != nil {
		t.Skip("needs kustomize")
	}
	page, err := os.ReadFile("docs/kustomize.md")
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	for _, block := range fenced.FindAllStringSubmatch(string(page), -1) {
		path, found := strings.CutPrefix(block[2], "# ")
		if path = strings.FieldsFunc(path, func(r rune) bool { return r == ',' || r == '\n' })[0]; found && strings.HasSuffix(path, "kustomization.yaml") {
			place(t, filepath.Join(root, path), strings.Replace(block[2], "github.com/latchkey-dev/latchkey/kustomize?ref=v0.1.0", "../kustomize", 1))
		}
	}
	for to, from := range map[string]string{"base/minicluster.yaml": "examples/kustomize/base/minicluster.yaml", "latchkey/functionconfig.yaml": "functionconfig.yaml"} {
		data, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		place(t, filepath.Join(root, to), string(data))
	}
	if err := os.CopyFS(filepath.Join(root, "kustomize"), os.DirFS("kustomize")); err != nil {
		t.Fatal(err)
	}
	made, err := exec.Command("kustomize", "build", "--enable-alpha-plugins", "--enable-exec", filepath.Join(root, "overlays", "test")).CombinedOutput()
	if err != nil || !strings.Contains(string(made), "name: test-hello-curve\n") || !strings.Contains(string(made), "namespace: hpc\n") {
		t.Errorf("%v: %s", err, made)
	}
}

func place(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
