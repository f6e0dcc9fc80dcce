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
		`{"a": -0.5e-3, "b": 1E400, "c": 12345678901234567890}`, `{"a": -123456789012345678901, "b": 18446744073709551616, "c": 18446744073709551615}`, "{\"a\": \"\x7f\"}", ` {"a":{"b":[[],[{}]]}} `, `{"<<": {"a": 1}, "a": "yes"}`, `{"a": "\ttab\nnext"}`,
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
			got, problem := object.Content()
			if problem != nil {
				t.Fatal(problem)
			}
			data, problem := json.Marshal(got)
			var again map[string]any
			if problem != nil || json.Unmarshal(data, &again) != nil {
				t.Fatalf("%v: %s", problem, data)
			}
			if diff := cmp.Diff(want, again); diff != "" {
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
	before, problem := objects[0].Content()
	after, more := again[0].Content()
	if diff := cmp.Diff(before, after); diff != "" || problem != nil || more != nil {
		t.Errorf("%v, %v, -before +after:\n%s\n%s", problem, more, diff, text.String())
	}
}
