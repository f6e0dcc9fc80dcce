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
	set, err := os.ReadFile("kustomize/base/minicluster.yaml")
	if err != nil {
		t.Fatal(err)
	}
	build := kustomizeWithLatchkey(t)
	for _, row := range rows {
		for place, files := range map[string]struct{ middle, top string }{
			"below": {"resources: [../base]\n" + row[2], "resources: [../middle]\ntransformers: [../latchkey]"},
			"top":   {"resources: [../base]", "resources: [../middle]\ntransformers: [../latchkey]\n" + row[2]},
		} {
			t.Run(row[1]+"/"+place, func(t *testing.T) {
				root := kustomizations(t, map[string]string{
					"base/minicluster.yaml": string(set), "base/kustomization.yaml": "resources: [minicluster.yaml]\ncomponents: [../component]\n",
					"middle/kustomization.yaml": files.middle, "top/kustomization.yaml": files.top,
				})
				out := build(filepath.Join(root, "top"))
				if !strings.Contains(out, row[3]+"\n") || !strings.Contains(out, "kind: JobSet\n") {
					t.Errorf("%q is missing in:\n%s", row[3], out)
				}
			})
		}
	}
}
