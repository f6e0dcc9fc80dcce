package yamltext

import (
	"strings"
	"testing"
)

// TestNoTrees wants the objects of lists in JSON and of large lists in YAML to be kept without their trees, which take
// fifty times the memory of the text.
func TestNoTrees(t *testing.T) {
	t.Parallel()
	inYAML := "kind: ResourceList\nitems:\n" + strings.Repeat("- kind: A\n  metadata: {name: a}\n", large/31+1)
	for kind, text := range map[string]string{
		"JSON": `{"items": [{"kind": "A"}, {"kind": "B"}], "kind": "ResourceList"}`,
		"YAML": inYAML,
	} {
		_, objects, err := ReadList([]byte(text), func(o *Object) *Object { return o })
		if err != nil || len(objects) < 2 {
			t.Fatalf("%s: %d objects, %v", kind, len(objects), err)
		}
		for object, err := range Documents([]byte(text)) {
			if err != nil {
				t.Fatal(err)
			}
			objects = append(objects, object)
		}
		for at, object := range objects {
			if object.node != nil || object.Header().Kind == "" {
				t.Fatalf("%s: object %d of %d has a tree", kind, at, len(objects))
			}
		}
	}
}

// TestListInLargeList wants an item that is a list to be replaced by its items in a list of any size.
func TestListInLargeList(t *testing.T) {
	t.Parallel()
	for _, size := range []int{0, large} {
		text := "kind: List\nitems:\n- kind: List\n  items:\n  - kind: A\n- kind: B\n  text: " + strings.Repeat("x", size) + "\n"
		var kinds string
		for object, err := range Documents([]byte(text)) {
			if err != nil {
				t.Fatal(err)
			}
			kinds += object.Header().Kind
		}
		if kinds != "AB" {
			t.Errorf("%d bytes: %s", len(text), kinds)
		}
	}
}
