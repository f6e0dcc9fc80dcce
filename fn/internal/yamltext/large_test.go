package yamltext_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
)

// itself keeps all of an object.
func itself(o *yamltext.Object) *yamltext.Object { return o }

// objectsOf reads objects of files and of lists.
func objectsOf(t *testing.T, file, list string) []*yamltext.Object {
	t.Helper()
	var objects []*yamltext.Object
	for object, err := range yamltext.Documents([]byte(file)) {
		if err != nil {
			t.Fatal(err)
		}
		objects = append(objects, object)
	}
	_, items, err := yamltext.ReadList([]byte(list), itself)
	if err != nil {
		t.Fatal(err)
	}
	return append(objects, items...)
}

// described is what others see of an object.
func described(t *testing.T, object *yamltext.Object) []any {
	t.Helper()
	text, err := object.Document()
	if err != nil {
		t.Fatal(err)
	}
	changed, err := object.With([]string{"metadata", "annotations", "a/b"}, "true")
	if err != nil {
		t.Fatal(err)
	}
	after, err := changed.Document()
	if err != nil {
		t.Fatal(err)
	}
	place := object.Place("metadata.name", yamltext.Value)
	return []any{object.Header(), string(text), string(after), place, object.Text("metadata", "name")}
}

// TestForget wants an object to look the same with and without its tree.
func TestForget(t *testing.T) {
	t.Parallel()
	const file = "# first\n---\napiVersion: v1\nkind: A\nmetadata: {name: a, annotations: {x: y}}\n---\n\n# second\nkind: B\nmetadata:\n  name: &name b\nother: *name\n--- # third\n" +
		"kind: C\nmetadata:\n  name: c\n---\n{\"kind\": \"D\",\n \"metadata\": {\"name\": \"d\"}}\n---\nkind: E\nmetadata: {name: without-a-line-end}"
	const list = "kind: ResourceList\nitems:\n- kind: F\n  metadata:\n    name: f # its name\n# above\n- kind: G\n  metadata:\n    annotations:\n      z: w\n    name: g\n"
	want, forgot := objectsOf(t, file, list), objectsOf(t, file, list)
	for at, object := range forgot {
		for range 2 {
			object = object.Light().Whole().Light()
			if diff := cmp.Diff(described(t, want[at]), described(t, object)); diff != "" {
				t.Errorf("object %d, -with +without its tree:\n%s", at, diff)
			}
		}
	}
}

// TestLargeList wants a large list to be written as it was read, with the items that were changed.
func TestLargeList(t *testing.T) {
	t.Parallel()
	text := []byte("kind: ResourceList\nitems:\n")
	item := []byte("- kind: A\n  metadata:\n    name: a # a name\n  data:\n    text: " + strings.Repeat("x", 1<<14) + "\n")
	text = append(text, bytes.Repeat(item, 1<<20/len(item)+1)...)
	list, items, err := yamltext.ReadList(text, itself)
	if err != nil {
		t.Fatal(err)
	}
	changed, failed := items[1].With([]string{"metadata", "name"}, "b")
	if failed != nil {
		t.Fatal(failed)
	}
	items[1] = changed.Light()
	var out bytes.Buffer
	entry := func(at int) yamltext.Entry { return yamltext.Entry{Read: items[at]} }
	if err := list.Write(&out, len(items), entry, nil); err != nil {
		t.Fatal(err)
	}
	want := bytes.Clone(text)
	at := len("kind: ResourceList\nitems:\n") + len(item)
	want = bytes.Join([][]byte{want[:at], bytes.Replace(item, []byte("name: a #"), []byte("name: \"b\" #"), 1), want[at+len(item):]}, nil)
	if !bytes.Equal(want, out.Bytes()) {
		t.Errorf("got %d bytes, want %d: %.300s", out.Len(), len(want), out.String())
	}
}
