package yamltext

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

var annotation = []string{"metadata", "annotations", "config.kubernetes.io/local-config"}

// checkAnnotated compares the quick way with the one that reads its result again. It tells whether the quick way was
// possible.
func checkAnnotated(t testing.TB, o *Object, value string) bool {
	t.Helper()
	quick := o.annotated(annotation, value)
	if quick == nil {
		return false
	}
	sure, err := o.edited(annotation, value)
	if err != nil {
		t.Fatalf("%s: %s", o.lines.text, err)
	}
	if diff := cmp.Diff(string(sure.lines.text), string(quick.lines.text)); diff != "" {
		t.Errorf("lines (-want +got):\n%s\n%s", diff, o.lines.text)
	}
	if diff := cmp.Diff(sure.Header(), quick.Header()); diff != "" {
		t.Errorf("header (-want +got):\n%s\n%s", diff, o.lines.text)
	}
	if !same(sure.node, quick.whole().node) {
		t.Errorf("the trees of %q differ", quick.lines.text)
	}
	return true
}

// metadata are objects, by whether the quick way is possible.
var metadata = map[string]bool{
	"metadata:\n  annotations:\n    a: b\n":                           true,
	"kind: A # a\nmetadata:\n  name: x\n  annotations: # c\n    a: b": false, // no end of the last line
	"metadata:\n  name: x\n  annotations: # c\n    a: b\nspec: {}\n":  true,
	"metadata:\n  name: x\n  labels: {a: b}\n":                        true,
	"metadata:\n    annotations:\n        &x a: b\nspec: *x\n":        true,
	"metadata:\n  annotations:\n    \"a\": 'b'\n    c: |\n      d\n":  true,
	"metadata:\n  annotations:\n\n    a: b\n":                         false,
	"metadata:\n  annotations:\n    # c\n    a: b\n":                  false,
	"metadata:\n  annotations: &x\n    a: b\nspec: *x\n":              false,
	"metadata:\n  annotations: !!map\n    a: b\n":                     false,
	"metadata:\n  annotations:\n    ? a\n    : b\n":                   false,
	"metadata:\n  annotations: {a: b}\n":                              false,
	"metadata:\n  annotations: {}\n":                                  false,
	"metadata:\n  annotations:\n":                                     false,
	"metadata: {name: a}\n":                                           false,
	"spec: &x {a: b}\nmetadata:\n  annotations:\n    <<: *x\n":        false,
	"spec: &x\n  a: b\nmetadata:\n  annotations: *x\n":                false,
	"spec: &x\n  a: b\nmetadata:\n  <<: *x\n  name: y\n":              false,
	"metadata:\n  name: \"\u2028\"\n  annotations:\n    a: b\n":       false,
	"metadata:\r\n  annotations:\r\n    a: b\r\n":                     false,
	"spec: {}\n": false,
}

func TestAnnotated(t *testing.T) {
	t.Parallel()
	for text, want := range metadata {
		for object, err := range Documents([]byte(text)) {
			if err != nil {
				t.Fatal(err)
			}
			if got := checkAnnotated(t, object.whole(), "true"); got != want {
				t.Errorf("%q: the quick way was possible: %t", text, got)
			}
		}
	}
}

// FuzzAnnotated annotates documents, and items of lists.
func FuzzAnnotated(f *testing.F) {
	for text := range metadata {
		f.Add(text, "true")
	}
	f.Fuzz(func(t *testing.T, text, value string) {
		for object, err := range Documents([]byte(text)) {
			if err == nil {
				checkAnnotated(t, object.whole(), value)
			}
		}
		_, objects, err := ReadList([]byte("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n- kind: A\n"+text), func(o *Object) *Object { return o })
		if err != nil {
			return
		}
		for _, object := range objects {
			checkAnnotated(t, object.whole(), value)
		}
	})
}
