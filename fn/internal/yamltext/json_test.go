package yamltext_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/schema"
	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
)

// FuzzJSON reads every object that encoding/json reads, and compares the results. It does so again after writing the
// object as YAML. It leaves out keys that are too long for YAML, numbers that are too large, and keys that are there twice.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{
		`{"a": "\/ \b\f\n\r\t\"\\ \u0041\u00e9\u2028\u0085\u0000 \ud83d\ude00 \ud83d"}`, `{"\/": 1, "\ud83d\ude00": [true, false, null, {}]}`,
		`{"a": -0.5e-3, "c": 12345678901234567890}`, `{"a": -123456789012345678901, "b": 18446744073709551616, "c": 18446744073709551615}`, "{\"a\": \"\x7f\"}", "{}", ` {"a":{"b":[[],[{}]]}} `, `{"<<": {"a": 1}, "a": "yes"}`, `{"a": "\ttab\nnext"}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var want map[string]any
		if !utf8.ValidString(text) || !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") || json.Unmarshal([]byte(text), &want) != nil || want["kind"] != nil ||
			len(text) > 1000 || regexp.MustCompile(`[eE]\+?[0-9]{3}`).MatchString(text) {
			t.Skip()
		}
		for object, err := range yamltext.Documents([]byte(text)) {
			if err != nil && strings.Contains(err.Message, "is there twice") {
				t.Skip()
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, contentOf(t, object)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			text, failed := object.Document()
			if failed != nil {
				t.Fatal(failed)
			}
			if diff := cmp.Diff(want, contentOf(t, read(t, string(text))[0])); diff != "" {
				t.Errorf("as YAML (-want +got):\n%s\n%s", diff, text)
			}
		}
	})
}

// contentOf returns the content of an object, in which 1e3 is 1000.
func contentOf(t *testing.T, object *yamltext.Object) (content map[string]any) {
	t.Helper()
	read, err := object.Content()
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(read)
	if err != nil || json.Unmarshal(data, &content) != nil {
		t.Fatalf("%v: %s", err, data)
	}
	return content
}

// TestJSONBehindMarkers reads JSON as JSON in every document, whatever is above it: a YAML parser folds U+0085 and
// U+2028, refuses U+007F, and does not know escapes of two surrogates.
func TestJSONBehindMarkers(t *testing.T) {
	t.Parallel()
	const object, value = "{\"kind\": \"A\",\n \"a\": \"1\u00852\u20283\x7f4\\ud83d\\ude00\"}", "1\u00852\u20283\x7f4😀"
	for file, lines := range map[string][]int{
		"kind: A\na: b\n---\n" + object:                                                      {1, 4},
		object + "\n---\n" + object + object + "\n\n--- \n\n" + object + "\n":                {1, 4, 5, 10},
		"---\r\n" + object + "\r\n---\r\n" + object:                                          {2, 5},
		"--- " + object + "\n---\n# YAML\nkind: A\n":                                         {1, 5},
		"{\"items\": [" + object + ",\n" + object + "], \"kind\": \"List\"}\n---\n" + object: {1, 3, 6},
	} {
		at := 0
		for object, err := range yamltext.Documents([]byte(file)) {
			if err != nil {
				t.Fatalf("%q: %s", file, err)
			}
			if content := contentOf(t, object); len(content) > 1 && content["a"] != value && content["a"] != "b" {
				t.Errorf("%q: %q", file, content["a"])
			}
			if at == len(lines) || schema.Place(object.Node(), "kind", field.ErrorTypeForbidden).Line != lines[at] {
				t.Errorf("%q: object %d is at %v", file, at, schema.Place(object.Node(), "kind", field.ErrorTypeForbidden))
			}
			at++
		}
		if at != len(lines) {
			t.Errorf("%q: %d objects, want %d", file, at, len(lines))
		}
	}
}
