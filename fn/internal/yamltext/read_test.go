package yamltext_test

import (
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
)

// TestNotInJSON reads values that YAML has and JSON has not. The item of a large list is judged like an object by itself.
func TestNotInJSON(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		".nan":                    ".nan is no number in JSON",
		"[-.INF]":                 "-.INF is no number in JSON",
		"!!float .inf":            ".inf is no number in JSON",
		"{null: a}":               "a key is a text",
		"{? [a]: b}":              "a key is a text",
		"{? {a: b}: c}":           "a key is a text",
		"{{ .Values.b }}":         "this is a template",
		"{<<: 3}":                 "the key << merges a mapping",
		"{<<: [{a: 1}, 3]}":       "the key << merges a mapping",
		"!!int many":              `"many" does not fit the tag !!int`,
		`!!binary "%"`:            `"%" does not fit the tag !!binary`,
		"{1: a, 1.5: b, true: c}": "",
		"[!mine a, !!int 0b11, !!binary YQ==, 1e999, 'nan', Nan]": "",
		"{<<: [{a: 1}, {b: 2}], c: !!str 3}":                      "",
	} {
		object := "apiVersion: v1\nkind: Service\nspec: " + value + "\n"
		list := "apiVersion: v1\nkind: List\nitems:\n" + "- data: " + strings.Repeat("x", 1<<18) + "\n" + "- spec: " + value + "\n"
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
