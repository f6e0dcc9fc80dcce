package examples_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// tableRow is a row of the table in docs/kustomize.md: what to change, what to write, and what the set then has.
var tableRow = regexp.MustCompile("(?m)^\\| ([^|]+) \\| `([^|]+)` \\| `([^|]+)` \\|$")

// TestKustomizeTable builds every row of the table, in the topmost kustomization and in one below.
func TestKustomizeTable(t *testing.T) {
	doc, err := os.ReadFile("../docs/kustomize.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := tableRow.FindAllStringSubmatch(string(doc), -1)
	if len(rows) < 10 {
		t.Fatalf("the table has %d rows", len(rows))
	}
	build := kustomizeWithLatchkey(t)
	for _, row := range rows {
		for place, files := range map[string]map[string]string{
			"below": {"middle": "resources: [../base]\n" + row[2], "top": "resources: [../middle]\ntransformers: [../latchkey]"},
			"top":   {"middle": "resources: [../base]", "top": "resources: [../middle]\ntransformers: [../latchkey]\n" + row[2]},
		} {
			t.Run(row[1]+"/"+place, func(t *testing.T) {
				root := t.TempDir()
				copyTo(t, filepath.Join(root, "examples/kustomize"), "kustomize")
				copyTo(t, filepath.Join(root, "kustomize"), "../kustomize")
				for folder, text := range files {
					writeFile(t, filepath.Join(root, "examples/kustomize", folder, "kustomization.yaml"), text+"\n")
				}
				out := build(filepath.Join(root, "examples/kustomize/top"))
				if !strings.Contains(out, row[3]+"\n") || !strings.Contains(out, "kind: JobSet\n") {
					t.Errorf("%q is missing in:\n%s", row[3], out)
				}
			})
		}
	}
}

func copyTo(t *testing.T, to, from string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

func writeFile(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
