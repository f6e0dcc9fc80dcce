package apis_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/json"
	"sigs.k8s.io/kustomize/kyaml/yaml"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/apis"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// stricter are parts of the messages about what Decode refuses and an API server accepts. The comment of Decode lists
// these cases.
var stricter = []string{
	"is a number: use a whole number", "out of range", "is no text", "has no meaning here", "the item is empty",
	"stand for too much", "nested too deeply", "use a quantity", "merge key", "no text in base64", "as a mapping", "server-side apply",
}

// laxer are parts of documents in which Decode accepts more than an API server, or reads a value otherwise than YAML
// 1.1.
var laxer = []string{"status", "metadata", "<<", "!"}

func FuzzDecode(f *testing.F) {
	for _, text := range seeds(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var node yaml.Node
		if len(text) > 10_000 || yaml.Unmarshal([]byte(text), &node) != nil {
			t.Skip("no YAML")
		}
		check(t, text, &node, func() any { return &party{} })
		check(t, text, &node, func() any { return &v1alpha2.MiniCluster{} })
	})
}

// check decodes twice and compares the result with what the code of an API server makes of the same text.
func check(t *testing.T, text string, node *yaml.Node, empty func() any) {
	t.Helper()
	mine, again, theirs := empty(), empty(), empty()
	problems := apis.Decode(node, mine)
	if !reflect.DeepEqual(problems, apis.Decode(node, again)) || !reflect.DeepEqual(mine, again) {
		t.Fatal("decoded twice, it differs")
	}
	data, err := sigsyaml.YAMLToJSONStrict([]byte(text))
	if isSyntax(err) {
		return
	}
	var unknown []error
	if err == nil {
		unknown, err = json.UnmarshalStrict(data, theirs)
	}
	refused := err != nil || len(unknown) > 0
	switch {
	case len(problems) > 0 && !refused && !allContain(problems, stricter):
		t.Errorf("an API server takes it, we find %v", problems)
	case len(problems) == 0 && refused && !containsAny(text, laxer):
		t.Errorf("we take it, an API server finds %v %v", err, unknown)
	case len(problems) == 0 && !refused && !containsAny(text, laxer) && !bytes.Contains(data, []byte("null")):
		if diff := cmp.Diff(theirs, mine); diff != "" {
			t.Errorf("(-API server +Decode):\n%s", diff)
		}
	}
}

// isSyntax tells whether the other parser, of YAML 1.1, cannot read the text at all. Decode is not concerned then.
func isSyntax(err error) bool {
	return err != nil && strings.HasPrefix(err.Error(), "yaml: ") && !strings.Contains(err.Error(), "already set in map")
}

// seeds returns the documents of the other tests and, if present, of the corpus.
func seeds(f *testing.F) []string {
	f.Helper()
	texts := []string{
		"{kind: Party, spec: {size: 1, small: 0x1F, ratio: .5, theme: a, loud: on, guests: [{name: a}], names: [b, 'c']}}",
		"spec: {songs: {a: x, 8080: y, on: z}, drinks: {tea: 1.5, milk: 2Gi}, door: 50%, include: [c, jobs], anything: [1, {a: ~}]}",
		"spec: {guests: [&g {name: a}, *g, {<<: *g}], presents: {x: *g}, rooms: {room: {}}, until: 2026-01-02T15:04:05Z, key: aGk=}",
		"metadata: {name: a, labels: {a: b}, uid: 5}\nstatus: 1\nspec: {theme: !!binary aGk=, siez: 1, size: 1, size: 2}",
		anchorsFirst("spec: {anything: *a9}\n" + bomb()),
		anchorsFirst("spec: {anything: *a40}\n" + merges(40)),
		"spec: &r {anything: [*r], <<: *r}",
	}
	files, err := filepath.Glob(filepath.Join(corpusDir, "minicluster-*", "*.yaml"))
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		texts = append(texts, string(data))
	}
	return texts
}

func allContain(problems field.ErrorList, parts []string) bool {
	for _, problem := range problems {
		if !containsAny(problem.Detail, parts) {
			return false
		}
	}
	return true
}

func containsAny(text string, parts []string) bool {
	for _, part := range parts {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}
