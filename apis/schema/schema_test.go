package schema_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"k8s.io/apimachinery/pkg/util/validation/field"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/schema"
	"github.com/latchkey-dev/latchkey/internal/testing/apitest"
)

var update = flag.Bool("update", false, "rewrite the outputs in testdata")

// party is the schema of the tests.
func party(t testing.TB) *schema.Schema {
	t.Helper()
	text, err := os.ReadFile("testdata/party.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var s *schema.Schema
	if err := yaml.UnmarshalStrict(text, &s); err != nil && !strings.Contains(err.Error(), "anyOf") {
		t.Fatal(err)
	}
	s = s.Object()
	s.Advice = map[string]string{"spec.cake": "bring it yourself", "probe": "nothing here says it: leave it out"}
	return s
}

// TestCheck judges the inputs in testdata. The output of an input is its findings, or, without any, its JSON.
func TestCheck(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	s := party(t)
	for _, file := range files {
		written, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		archive := txtar.Parse(written)
		judged := &txtar.Archive{Comment: archive.Comment}
		for _, part := range archive.Files {
			if part.Name == "input" {
				judged.Files = append(judged.Files, part, txtar.File{Name: "output", Data: []byte(outputOf(t, s, string(part.Data)))})
			}
		}
		got := txtar.Format(judged)
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if diff := cmp.Diff(string(written), string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}

func outputOf(t *testing.T, s *schema.Schema, text string) string {
	t.Helper()
	node := parsed(t, text)
	if problems := schema.Check(node, s); len(problems) > 0 {
		return strings.Join(apitest.Messages(problems...), "\n") + "\n"
	}
	var content json.RawMessage
	if err := schema.Fill(node, s, &content); err != nil {
		t.Fatal(err)
	}
	return string(content) + "\n"
}

func parsed(t testing.TB, text string) *kyaml.Node {
	t.Helper()
	var node kyaml.Node
	if err := kyaml.Unmarshal([]byte(text), &node); err != nil {
		t.Fatalf("the test's YAML cannot be parsed: %v\n%s", err, text)
	}
	return node.Content[0]
}

// TestCheckKeepsValues wants the kind of a problem, the value that was found and the word that was meant in an error.
func TestCheckKeepsValues(t *testing.T) {
	t.Parallel()
	got := schema.Check(parsed(t, "{spec: {size: deep, siez: 1, theme: a, theme: b, mood: mad, names: {}}}"), party(t))
	want := field.ErrorList{
		{Type: field.ErrorTypeTypeInvalid, Field: "spec.size", BadValue: "deep", Detail: `"deep" is a string: use an integer, for example 64`},
		{Type: field.ErrorTypeForbidden, Field: "spec.siez", BadValue: findings.Slip{Value: "", Meant: []string{"size"}}, Detail: `unknown field: did you mean "size"?`},
		{Type: field.ErrorTypeDuplicate, Field: "spec.theme", BadValue: "theme", Detail: "this key is given twice: keep one of the two"},
		{Type: field.ErrorTypeNotSupported, Field: "spec.mood", BadValue: "mad", Detail: `"mad" is unknown: choose one of "glad", "sad"`},
		{Type: field.ErrorTypeTypeInvalid, Field: "spec.names", BadValue: field.OmitValueType{}, Detail: "this is a map: use a list, with a dash before each item"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestManyProblems wants as many problems as are kept of one document, and one more.
func TestManyProblems(t *testing.T) {
	t.Parallel()
	got := schema.Check(parsed(t, "spec: {anything: ["+strings.Repeat("!x 1, ", 5000)+"]}"), party(t))
	if len(got) != 1001 || !strings.HasPrefix(got[1000].Detail, "there are more problems") {
		t.Errorf("%d problems, the last: %v", len(got), got[len(got)-1])
	}
}

type invitation struct {
	Spec struct {
		Size   *int32              `json:"size,omitempty"`
		Loud   bool                `json:"loud,omitempty"`
		Theme  string              `json:"theme,omitempty"`
		Names  []string            `json:"names,omitempty"`
		Songs  map[string]string   `json:"songs,omitempty"`
		Drinks map[string]any      `json:"drinks,omitempty"`
		Guests []map[string]string `json:"guests,omitempty"`
	} `json:"spec,omitzero"`
	Metadata struct {
		Labels map[string]string `json:"labels,omitempty"`
	} `json:"metadata,omitzero"`
}

func TestSet(t *testing.T) {
	t.Parallel()
	var got, want invitation
	got.Spec.Guests = []map[string]string{{"name": "a"}}
	for path, value := range map[string]string{
		"spec.size": "4", "spec.loud": "true", "spec.theme": "4", "spec.guests[0].name": "off", `spec.songs["a.b/c"]`: "1",
		"metadata.labels[app]": "x", "spec.drinks.tea": "2", "spec.drinks[gin]": "2Gi",
	} {
		if err := schema.Set(&got, party(t), path, value); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	want.Spec.Size, want.Spec.Loud, want.Spec.Theme = new(int32(4)), true, "4"
	want.Spec.Songs, want.Metadata.Labels = map[string]string{"a.b/c": "1"}, map[string]string{"app": "x"}
	want.Spec.Drinks = map[string]any{"tea": 2.0, "gin": "2Gi"}
	want.Spec.Guests = []map[string]string{{"name": "off"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("object (-want +got):\n%s", diff)
	}
}

func TestSetRefuses(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ path, value, want string }{
		{"spec.siez", "1", `unknown field: did you mean "size"?`},
		{"spec.size", "many", `"many" is a string: use an integer, for example 64`},
		{"spec.size", "1.5", "1.5 is a number: use an integer, for example 64"},
		{"spec.size", "010", `"010" is a string: use an integer, for example 64`},
		{"spec.size", "-0x1f", `"-0x1f" is a string: use an integer`},
		{"spec.size", "-6", "-6 is too small"},
		{"spec.size.more", "1", `it has no fields: end the path before it, or write a key that has dots as ["a.b"]`},
		{"spec.songs.a/b.c", "x", "it has no fields: end the path before it"},
		{"spec.guests[1].name", "x", "the list has no such entry, and [0] is the first"},
		{"spec.guests[first].name", "x", "the list has no such entry, and [0] is the first"},
		{"spec.guests", "x", "it is a list or a map: lead the path to one of the values in it"},
		{"spec", "1", "it is a list or a map"},
		{"spec.songs", "", "it is a list or a map"},
		{"spec.size", "", `"" is a string: use an integer`},
		{"spec.size", "null", `"null" is a string: use an integer`},
		{"spec.loud", "~", `"~" is a string: use true or false`},
		{"spec.drinks.tea", "", `"" is a string: use a quantity`},
		{"status.phase", "x", "unknown field"},
		{"metadata.uid", "x", "unknown field"},
		{"", "x", "this is not the path of a field"},
		{"spec..size", "x", "this is not the path of a field"},
		{"spec[", "x", "this is not the path of a field"},
		{`spec["a"b]`, "x", "this is not the path of a field"},
		{"spec.songs['a']", "x", "this is not the path of a field"},
		{"spec.guests[0]name", "x", "this is not the path of a field"},
	} {
		var object invitation
		object.Spec.Guests = []map[string]string{{}}
		err := schema.Set(&object, party(t), row.path, row.value)
		if err == nil || !strings.HasPrefix(err.Detail, row.want) {
			t.Errorf("%s: %v, want %q", row.path, err, row.want)
		}
	}
}

func ExampleCheck() {
	described := &schema.Schema{Type: "object", Properties: map[string]*schema.Schema{
		"queue": {Type: "string"}, "ttlSeconds": {Type: "integer"},
	}}
	document := kyaml.MustParse("ttlSeconds: one hour\nquue: team-a")
	for _, problem := range schema.Check(document.YNode(), described) {
		fmt.Printf("%s: %s\n", problem.Field, problem.Detail)
	}
	// Output:
	// ttlSeconds: "one hour" is a string: use an integer, for example 64
	// quue: unknown field: did you mean "queue"?
}
