package fn_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/generators"
)

// TestMarshalIsRender expands, stamps and writes the sources of all examples with the functions of the library, and
// compares the result with the output of a run.
func TestMarshalIsRender(t *testing.T) {
	t.Parallel()
	inputs, err := filepath.Glob("../examples/*/input.yaml")
	if err != nil || len(inputs) == 0 {
		t.Fatal("there are no examples:", err)
	}
	compared := 0
	for _, input := range inputs {
		text, err := os.ReadFile(input)
		if err != nil {
			t.Fatal(err)
		}
		items, results := fn.ParseDocuments(input, text)
		if len(items) != 1 || !items[0].IsSource(generators.Registry{}) || fn.HasErrors(results) {
			continue // the library gets these objects one by one, in another order
		}
		source := decoded(t, items[0], text)
		if source == nil {
			continue
		}
		objects, errs, _ := generators.Expand(source, latchkey.Options{})
		if len(errs) > 0 || len(objects) == 0 {
			continue
		}
		compared++
		generators.Stamp(source, objects)
		generators.Stamp(source, objects)
		got, err := fn.Marshal(objects)
		if err != nil {
			t.Fatalf("%s: %v", input, err)
		}
		if diff := cmp.Diff(rendered(t, items), string(got)); diff != "" {
			t.Errorf("%s (-render +library):\n%s", input, diff)
		}
	}
	if compared < 10 {
		t.Errorf("%d examples were compared", compared)
	}
}

// decoded returns an item as a typed object, or nil if it has mistakes.
func decoded(t *testing.T, item *fn.Item, text []byte) generators.Object {
	t.Helper()
	for _, kind := range generators.Kinds() {
		for _, version := range kind.Versions {
			if kind.Name == item.Kind && kind.Group+"/"+version.Name == item.APIVersion {
				object, _ := version.Decode(kyaml.MustParse(string(text)).YNode())
				return object
			}
		}
	}
	t.Fatalf("%s is of no kind", item)
	return nil
}

// rendered is what a run prints.
func rendered(t *testing.T, items []*fn.Item) string {
	t.Helper()
	out, err := fn.Process(&fn.ResourceList{Items: items}, fn.Settings{CommandLine: true})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	for at, item := range out.Items {
		if at > 0 {
			text.WriteString("---\n")
		}
		if err := item.Encode(&text); err != nil {
			t.Fatal(err)
		}
	}
	return text.String()
}

// TestMarshalNothing passes nil objects.
func TestMarshalNothing(t *testing.T) {
	t.Parallel()
	for _, object := range []runtime.Object{nil, (*corev1.Pod)(nil)} {
		if text, err := fn.Marshal([]runtime.Object{object}); err == nil {
			t.Errorf("%T: %q and no error", object, text)
		}
	}
	if text, err := fn.Marshal(nil); err != nil || len(text) > 0 {
		t.Errorf("no objects: %q, %v", text, err)
	}
}
