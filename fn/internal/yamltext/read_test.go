package yamltext_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/schema"
	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
)

// TestNotInJSON reads values that YAML has and JSON has not.
func TestNotInJSON(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		".nan":                    ".nan is not a number in JSON",
		"[-.INF]":                 "-.INF is not a number in JSON",
		"!!float .inf":            ".inf is not a number in JSON",
		"{null: a}":               "a key is a string",
		"{? [a]: b}":              "a key is a string",
		"{? {a: b}: c}":           "a key is a string",
		"{{ .Values.b }}":         "a key is a string",
		"{<<: 3}":                 "the key << merges a map",
		"{<<: [{a: 1}, 3]}":       "the key << merges a map",
		"!!int many":              `"many" does not fit the tag !!int`,
		`!!binary "%"`:            `"%" does not fit the tag !!binary`,
		"{1: a, 1.5: b, true: c}": "",
		"[!mine a, !!int 0b11, !!binary YQ==, 1e999, 'nan', Nan]": "",
		"{<<: [{a: 1}, {b: 2}], c: !!str 3}":                      "",
	} {
		object := "apiVersion: v1\nkind: Service\nspec: " + value + "\n"
		list := "apiVersion: v1\nkind: List\nitems:\n- spec: " + value + "\n"
		for _, data := range []string{object, list} {
			got := ""
			for o, err := range yamltext.Documents([]byte(data)) {
				if err != nil {
					got = err.Message
				} else if _, err := o.Content(); err != nil {
					t.Errorf("%s: it has no content: %v", value, err)
				}
			}
			if !strings.HasPrefix(got, want) || want == "" && got != "" {
				t.Errorf("%s: %q, not %q", value, got, want)
			}
		}
	}
}

// TestExpanded reads aliases and merge keys as what they stand for: the own key wins, then the first of a list.
func TestExpanded(t *testing.T) {
	t.Parallel()
	object := read(t, "a: &a {b: c}\nd: {<<: *a, b: e}\nf: {<<: [{g: 1, h: 2}, {g: 3, i: {<<: *a}}], <<: {h: 4}, j: [*a]}\n")[0]
	want := map[string]any{
		"a": map[string]any{"b": "c"}, "d": map[string]any{"b": "e"},
		"f": map[string]any{"g": 1.0, "h": 2.0, "i": map[string]any{"b": "c"}, "j": []any{map[string]any{"b": "c"}}},
	}
	if diff := cmp.Diff(want, contentOf(t, object)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if at := schema.Place(object.Node(), "f.j[0]", field.ErrorTypeInvalid); at.Line != 3 || at.Column != 62 {
		t.Errorf("the alias is at %d:%d", at.Line, at.Column)
	}
}

// TestTwice refuses a key that an object has twice, as it has where the line between two objects is missing.
func TestTwice(t *testing.T) {
	t.Parallel()
	const object = "apiVersion: v1\nkind: X\nmetadata: {name: a}\n"
	const want = `4:1: apiVersion is there twice: keep one of the two, or write a line "---" where a second object begins`
	for _, err := range yamltext.Documents([]byte(object + object)) {
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestAgain writes objects anew and reads them again: each string means what it meant. These are forms of which kyaml makes
// something else.
func TestAgain(t *testing.T) {
	t.Parallel()
	for _, value := range []string{
		`"\tx\ny"`, "|\n  x\n\n  \ty\n", ">-\n  x\n\n\n    y\n", ">+\n  z\n\n", "[null, {a: }]", "!!str\n  x", "!!map\n  # c\n  x: y", "&a # c\n  x: &b [y]\n  z: *b\n",
		"\n? x # c\n: {y: z}", "\"yes\"", "'1e3'", "0o7", "010", "2020-01-01", "~", "\"\\u2028\\u0085\\ufeff\"", "\"a \\n b\"", "\n- |\n    x\n-\n- - y",
	} {
		_, items, err := yamltext.ReadList([]byte("kind: ResourceList\nitems:\n- a:\n    b: "+strings.ReplaceAll(value, "\n", "\n      ")+"\n"), nil)
		if err != nil {
			t.Errorf("%q: %v", value, err)
			continue
		}
		text, failed := items[0].Document()
		if failed != nil {
			t.Errorf("%q: %v", value, failed)
			continue
		}
		if diff := cmp.Diff(contentOf(t, items[0]), contentOf(t, read(t, string(text))[0])); diff != "" {
			t.Errorf("%q has become:\n%s", value, text)
		}
	}
}
