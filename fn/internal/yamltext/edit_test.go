package yamltext_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
)

func textOf(t *testing.T, object *yamltext.Object) string {
	t.Helper()
	text, err := object.Document()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestWith sets values. Comments and the order of keys stay.
func TestWith(t *testing.T) {
	t.Parallel()
	container := map[string]any{"name": "new", "command": []any{"a b", "c: d"}, "tty": true, "many": json.Number("1")}
	const block = "- command:\n  - a b\n  - 'c: d'\n  many: 1\n  name: new\n  tty: true\n"
	for name, row := range map[string]struct {
		before string
		path   []string
		value  any
		want   string
	}{
		"a list":                {"a:\n- b: c # d\n# e\nf: g\n", []string{"a", "-"}, container, "a:\n- b: c # d\n" + block + "# e\nf: g\n"},
		"a missing list":        {"f: g\n", []string{"a", "-"}, container, "a:\n" + block + "f: g\n"},
		"an empty list":         {"a: [] # d\nf: g\n", []string{"a", "-"}, "x", "a: # d\n- \"x\"\nf: g\n"},
		"a list in brackets":    {"a: [b, c] # d\n", []string{"a", "-"}, "x", "a: [b, c, \"x\"] # d\n"},
		"a key":                 {"a: # b\n  # c\n  d: e\n", []string{"a", "x"}, true, "a: # b\n  x: true\n  # c\n  d: e\n"},
		"a key that is there":   {"a:\n  d: e # c\n", []string{"a", "d"}, "12", "a:\n  d: \"12\" # c\n"},
		"keys that are missing": {"a: {b: c}\n", []string{"a", "x", "z"}, "z", "a: {x: {z: \"z\"}, b: c}\n"},
		"null":                  {"a: # none\nb: c\n", []string{"a", "x"}, "y", "a: # none\n  x: \"y\"\nb: c\n"},
		"null with a comment":   {"a: null # none\nb: c\n", []string{"a", "x"}, "y", "a: # none\n  x: \"y\"\nb: c\n"},
		"an element":            {"a:\n- d: e\n- f: g\n", []string{"a", "1", "f"}, "h", "a:\n- d: e\n- f: \"h\"\n"},
		"the same text":         {"a:   b # c\n", []string{"a"}, "b", "a:   b # c\n"},
		"anchors elsewhere":     {"a: &a {b: c}\nd: *a\n", []string{"e"}, "f", "e: \"f\"\na: &a {b: c}\nd: *a\n"},
		"an anchor":             {"a: &a {b: c}\nd: *a\n", []string{"a", "b"}, "f", "a: {b: \"f\"}\nd: {b: c}\n"},
		"an alias":              {"a: &a {b: c}\nd: *a\n", []string{"d", "b"}, "f", "a: {b: c}\nd: {b: \"f\"}\n"},
		"a merge key":           {"a: &a {b: {x: 1}}\nd: {<<: *a, e: f}\n", []string{"d", "b", "z"}, true, "a: {b: {x: 1}}\nd: {e: f, b: {z: true, x: 1}}\n"},
	} {
		before := read(t, row.before)[0]
		after, err := before.With(row.path, row.value)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(row.want, textOf(t, after)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(row.before, textOf(t, before)); diff != "" {
			t.Errorf("%s: the object has changed (-before +after):\n%s", name, diff)
		}
	}
}

// TestRemoved removes entries and elements.
func TestRemoved(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		path []string
		want string
	}{
		{[]string{"a"}, "f: {g: h}\n"},
		{[]string{"a", "0"}, "a:\n- d: e # f\nf: {g: h}\n"},
		{[]string{"a", "1", "d"}, "a:\n- b: c\n- {}\nf: {g: h}\n"},
		{[]string{"f", "g"}, "a:\n- b: c\n- d: e # f\nf: {}\n"},
	} {
		after, err := read(t, "a:\n- b: c\n- d: e # f\nf: {g: h}\n")[0].Removed(row.path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(row.want, textOf(t, after)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", row.path, diff)
		}
	}
}

// TestNoSuchPlace wants an error about a path that the object does not have.
func TestNoSuchPlace(t *testing.T) {
	t.Parallel()
	object := read(t, "a: [b]\nc: d\n")[0]
	for _, path := range [][]string{{"a", "2", "x"}, {"c", "x"}, {"a", "x", "y"}, {"a", "key"}} {
		if _, err := object.With(path, true); err == nil {
			t.Errorf("with %q: no error", path)
		}
	}
	for _, path := range [][]string{{"x"}, {"a", "1"}, {"c", "x"}} {
		if _, err := object.Removed(path); err == nil {
			t.Errorf("without %q: no error", path)
		}
	}
}

// read reads all objects of a file.
func read(t testing.TB, text string) []*yamltext.Object {
	t.Helper()
	var objects []*yamltext.Object
	for object, err := range yamltext.Documents([]byte(text)) {
		if err != nil {
			t.Fatal(err)
		}
		objects = append(objects, object)
	}
	return objects
}
