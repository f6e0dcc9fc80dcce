package generators_test

import (
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"k8s.io/apimachinery/pkg/util/validation/field"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/schema"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/internal/testing/apitest"
)

var update = flag.Bool("update", false, "rewrite the expected findings in testdata/findings")

// TestFindings judges the objects in testdata/findings. An archive has objects, and what is found in each of them. An object without a
// kind is a MiniCluster of v1alpha2. A comment before an object names it, in place of its name.
func TestFindings(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob("testdata/findings/*.txtar")
	if len(files) == 0 {
		t.Fatal("there are no archives")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil || len(archive.Files) != 2 {
				t.Fatalf("want the files input.yaml and findings.txt: %v", err)
			}
			var got strings.Builder
			for document := range strings.SplitSeq(string(archive.Files[0].Data), "\n---\n") {
				found := judged(t, document)
				got.WriteString(strings.Join(append(found, ""), "\n"))
			}
			if *update {
				archive.Files[1].Data = []byte(got.String())
				if err := os.WriteFile(file, txtar.Format(archive), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(archive.Files[1].Data), got.String()); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// judged returns the findings of an object: findings of its structure, and findings of its meaning even so, because an object of Go
// code has them. It wants Resolve to leave the object as it is.
func judged(t *testing.T, document string) []string {
	t.Helper()
	node, err := kyaml.Parse(document)
	if err != nil {
		t.Fatal(err)
	}
	if node.GetKind() == "" {
		node.SetApiVersion("flux-framework.org/v1alpha2")
		node.SetKind("MiniCluster")
	}
	group, version := path.Split(node.GetApiVersion())
	kind, known := generators.Registry{}.Kind(strings.TrimSuffix(group, "/"), node.GetKind())
	if !known {
		t.Fatalf("%s %s is not a kind", node.GetApiVersion(), node.GetKind())
	}
	name := node.GetName()
	if title, found := strings.CutPrefix(document, "# "); found {
		name, _, _ = strings.Cut(title, "\n")
	}
	for _, candidate := range kind.Versions {
		if candidate.Name != version {
			continue
		}
		_, structure := candidate.Decode(node.YNode())
		object := candidate.New()
		if err := schema.Fill(node.YNode(), nil, object); err != nil {
			t.Fatalf("%s: %v, %v", node.GetName(), err, structure)
		}
		before := object.DeepCopyObject()
		_, errs, warnings := generators.Resolve(kind, candidate, object, latchkey.Options{})
		if diff := cmp.Diff(before, object.DeepCopyObject()); diff != "" {
			t.Errorf("%s was changed (-before +after):\n%s", node.GetName(), diff)
		}
		return slices.Concat(lines(name+": structure: ", structure), lines(name+": error: ", errs), lines(name+": warning: ", warnings))
	}
	t.Fatalf("%s has no version %s", node.GetKind(), version)
	return nil
}

func lines(prefix string, problems field.ErrorList) []string {
	var texts []string
	for _, message := range apitest.Messages(problems...) {
		texts = append(texts, fmt.Sprint(prefix, strings.ReplaceAll(message, "\n", `\n`)))
	}
	return texts
}
