package yamltext_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
)

// FuzzJSON reads every object that encoding/json reads, and compares the results. It does so again after writing the
// object as YAML.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{
		`{"a": "\/ \b\f\n\r\t\"\\ \u0041\u00e9\u2028\u0085\u0000 \ud83d\ude00 \ud83d"}`, `{"\/": 1, "\ud83d\ude00": [true, false, null, {}]}`,
		`{"a": -0.5e-3, "b": 1E400, "c": 12345678901234567890}`, `{"a": -123456789012345678901, "b": 18446744073709551616, "c": 18446744073709551615}`, "{\"a\": \"\x7f\"}", "{}", ` {"a":{"b":[[],[{}]]}} `, `{"<<": {"a": 1}, "a": "yes"}`, `{"a": "\ttab\nnext"}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var want map[string]any
		if !utf8.ValidString(text) || !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") || json.Unmarshal([]byte(text), &want) != nil || want["kind"] != nil {
			t.Skip()
		}
		for object, err := range yamltext.Documents([]byte(text)) {
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, contentOf(t, object)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		}
		checkList(t, text)
	})
}

// checkList writes a list with one object in JSON, and reads it again.
func checkList(t *testing.T, object string) {
	list, objects, err := yamltext.ReadList([]byte(`{"kind": "ResourceList", "items": [`+object+`]}`), itself)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := list.Write(&text, 1, func(int) yamltext.Entry { return yamltext.Entry{Read: objects[0]} }, nil); err != nil {
		t.Fatal(err)
	}
	_, again, err := yamltext.ReadList(text.Bytes(), itself)
	if err != nil {
		t.Fatalf("%s\n%s", err, text.String())
	}
	if diff := cmp.Diff(contentOf(t, objects[0]), contentOf(t, again[0])); diff != "" {
		t.Errorf("-before +after:\n%s\n%s", diff, text.String())
	}
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
			if at == len(lines) || object.Place("kind", yamltext.Key).Line != lines[at] {
				t.Errorf("%q: object %d is at %v", file, at, object.Place("kind", yamltext.Key))
			}
			at++
		}
		if at != len(lines) {
			t.Errorf("%q: %d objects, want %d", file, at, len(lines))
		}
	}
}

// TestJSONLists wants of lists in JSON what is wanted of lists in YAML.
func TestJSONLists(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"items": [{"a": 1}, {"b": 2}], "kind": "List"}`:                       "a: 1\n|b: 2\n|",
		`{"items": [], "kind": "List"}`:                                         "",
		`{"items": null, "kind": "PodList"}`:                                    "items: null\nkind: PodList\n|",
		`{"kind": "List", "items": [{"kind": "PodList", "items": [{"a": 1}]}]}`: "{\"a\": 1}\n|",
		`{"kind": "List", "items": [{"a": 1}, 2]}`:                              "1:38: items[1] is no object",
		`{"kind": "List", "items": {}}`:                                         "1:27: items is no list",
		`{"kind": "Pod", "items": [{"a": 1}]}`:                                  "items:\n- a: 1\nkind: Pod\n|",
	} {
		var got strings.Builder
		for object, err := range yamltext.Documents([]byte(text)) {
			if err != nil {
				got.WriteString(err.Error())
				continue
			}
			got.WriteString(textOf(t, object) + "|")
		}
		if !strings.HasPrefix(got.String(), want) || want == "" && got.Len() > 0 {
			t.Errorf("%s: got %q, want %q", text, got.String(), want)
		}
	}
}
