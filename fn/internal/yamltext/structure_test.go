package yamltext_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
)

// objectOf reads the only object of a text.
func objectOf(t *testing.T, text string) *yamltext.Object {
	t.Helper()
	for object, err := range yamltext.Documents([]byte(text)) {
		if err != nil {
			t.Fatalf("%s in:\n%s", err, text)
		}
		return object
	}
	t.Fatalf("no object in:\n%s", text)
	return nil
}

func textOf(t *testing.T, object *yamltext.Object) string {
	t.Helper()
	text, err := object.Document()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// container is a value as the callers add it.
var container = map[string]any{"name": "new", "command": []any{"a b", "c: d"}, "env": []any{map[string]any{"name": "X", "value": ""}}, "tty": true, "many": int64(1)}

// TestAddedAndRemoved adds to texts in many layouts. It wants the intended text, and the text from before after the
// removal.
func TestAddedAndRemoved(t *testing.T) {
	t.Parallel()
	const block = "- command:\n  - a b\n  - \"c: d\"\n  env:\n  - name: X\n    value: \"\"\n  many: 1\n  name: new\n  tty: true\n"
	const flow = `{"command":["a b","c: d"],"env":[{"name":"X","value":""}],"many":1,"name":"new","tty":true}`
	indented := func(margin int) string {
		space := strings.Repeat(" ", margin)
		return space + strings.ReplaceAll(strings.TrimSuffix(block, "\n"), "\n", "\n"+space) + "\n"
	}
	for name, row := range map[string]struct {
		before string
		path   []string
		value  any
		want   string
	}{
		"a list at the end":          {"a:\n- b: c\n", []string{"a", "-"}, container, "a:\n- b: c\n" + indented(0)},
		"a list before a comment":    {"s:\n  a:\n    - b: c # d\n    # e\n  # f\n\n  g: h\n", []string{"s", "a", "-"}, container, "s:\n  a:\n    - b: c # d\n" + indented(4) + "    # e\n  # f\n\n  g: h\n"},
		"a list after a comment":     {"a:\n- b: c\n  # d\ng: h\n", []string{"a", "-"}, container, "a:\n- b: c\n  # d\n" + indented(0) + "g: h\n"},
		"a list after a block":       {"a:\n- b: |\n    c\n    # d\n\n# e\ng: h\n", []string{"a", "-"}, container, "a:\n- b: |\n    c\n    # d\n" + indented(0) + "\n# e\ng: h\n"},
		"a list after a kept block":  {"a:\n- b: |+\n    c\n\n\ng: h\n", []string{"a", "-"}, container, "a:\n- b: |+\n    c\n\n\n" + indented(0) + "g: h\n"},
		"a list without a value":     {"s:\n  a: # none\n  g: h\n", []string{"s", "a", "-"}, container, "s:\n  a: # none\n" + indented(2) + "  g: h\n"},
		"an empty list in brackets":  {"a:  []  # none\n", []string{"a", "-"}, container, "a:  [" + flow + "]  # none\n"},
		"a list in brackets":         {"a: [ {b: 'c ]'},\n  'it''s', d ]  # none\n", []string{"a", "-"}, container, "a: [ {b: 'c ]'},\n  'it''s', d, " + flow + " ]  # none\n"},
		"a list as in JSON":          {"{ # as in JSON\n  \"a\": [\n    {\"b\": \"\\\"c\"}\n  ]\n}\n", []string{"a", "-"}, container, "{ # as in JSON\n  \"a\": [\n    {\"b\": \"\\\"c\"}, " + flow + "\n  ]\n}\n"},
		"a key":                      {"a: # b\n  # c\n  d: e\nf: g\n", []string{"a", "x"}, true, "a: # b\n  x: true\n  # c\n  d: e\nf: g\n"},
		"a key with a list":          {"a:\n  d: e\n", []string{"a", "x"}, []any{container}, "a:\n  x:\n" + indented(2) + "  d: e\n"},
		"a key in braces":            {"a: { d:   e }\n", []string{"a", "x"}, true, "a: { \"x\": true, d:   e }\n"},
		"a key in braces over lines": {"a: {\n  d: e # f\n}\n", []string{"a", "x"}, true, "a: {\n  \"x\": true, d: e # f\n}\n"},
		"a key in empty braces":      {"a: { }\n", []string{"a", "x"}, "y", "a: {\"x\": \"y\" }\n"},
		"a key without a mapping":    {"a: # none\nf: g\n", []string{"a", "x/y.z"}, `{"b":1}`, "a: # none\n  x/y.z: '{\"b\":1}'\nf: g\n"},
		"a key of an element":        {"a:\n- d: e\n  f: g\n- h: i\n", []string{"a", "0", "x"}, true, "a:\n- d: e\n  f: g\n  x: true\n- h: i\n"},
		"a list in an element":       {"a:\n- d: e\n- h:\n  - i\n", []string{"a", "1", "h", "-"}, "j", "a:\n- d: e\n- h:\n  - i\n  - j\n"},
		"with other line ends":       {"a:\r\n- b: c\r\ng: h\r\n", []string{"a", "-"}, "d", "a:\r\n- b: c\r\n- d\r\ng: h\r\n"},
		"without a last line end":    {"a:\n- b: c", []string{"a", "-"}, "d", "a:\n- b: c\n- d\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := objectOf(t, row.before)
			added, err := before.Added(row.path, row.value)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row.want, textOf(t, added)); diff != "" {
				t.Errorf("added (-want +got):\n%s", diff)
			}
			removed, err := added.Removed(lastOf(t, added, row.path))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.TrimSuffix(row.before, "\n"), strings.TrimSuffix(textOf(t, removed), "\n")); diff != "" {
				t.Errorf("removed (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(strings.TrimSuffix(row.before, "\n"), strings.TrimSuffix(textOf(t, before), "\n")); diff != "" {
				t.Errorf("the object has changed (-want +got):\n%s", diff)
			}
		})
	}
}

// lastOf returns the path with the index of the last element in place of the end of the list.
func lastOf(t *testing.T, object *yamltext.Object, path []string) []string {
	t.Helper()
	last := len(path) - 1
	if path[last] != yamltext.EndOfList {
		return path
	}
	content, err := object.Content()
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range path[:last] {
		switch value := content.(type) {
		case map[string]any:
			content = value[step]
		case []any:
			content = value[step[0]-'0']
		}
	}
	return append(path[:last:last], string(rune('0'+len(content.([]any))-1)))
}

// TestAddedToWhatIsShared changes an object that cannot be changed in its text. What shares values with the changed
// place stays the same.
func TestAddedToWhatIsShared(t *testing.T) {
	t.Parallel()
	object := objectOf(t, "a: &a\n- b: c # d\ne: *a\nf: &f {g: h}\ni:\n  <<: *f\n  j: k\n")
	for _, path := range [][]string{{"e", "-"}, {"i", "x"}} {
		added, err := object.Added(path, "new")
		if err != nil {
			t.Fatal(err)
		}
		object = added
	}
	object, err := object.Removed([]string{"a", "0", "b"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := object.Content()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"a": []any{nil}, "e": []any{map[string]any{"b": "c"}, "new"},
		"f": map[string]any{"g": "h"}, "i": map[string]any{"g": "h", "j": "k", "x": "new"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !strings.Contains(textOf(t, object), "# d") {
		t.Errorf("a comment is lost:\n%s", textOf(t, object))
	}
}

// TestNoSuchPlace wants an error about a path that the object does not have.
func TestNoSuchPlace(t *testing.T) {
	t.Parallel()
	object := objectOf(t, "a: [b]\nc: d\n")
	for _, path := range [][]string{{"x", "y"}, {"a", "2", "x"}, {"c", "x"}, {"a", "x", "y"}, {"a", "key"}} {
		if _, err := object.Added(path, true); err == nil {
			t.Errorf("%q: no error", path)
		}
	}
	for _, path := range [][]string{{"x"}, {"a", "1"}, {"c", "x"}} {
		if _, err := object.Removed(path); err == nil {
			t.Errorf("%q: no error", path)
		}
	}
}
