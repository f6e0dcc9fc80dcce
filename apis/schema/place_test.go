package schema_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/apis/schema"
)

const located = `# a comment
apiVersion: v1
kind: ConfigMap
metadata:
  name: one
---
apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata:
  name: two
  annotations:
    latchkey.dev/workload: Jobb
spec:
  size: 0
  size.extra: x
  containers:
  - image: a
  - image: b
    volumes:
      data:
        path: here
---
{"apiVersion": "v1",
  "kind": "Pod"} 
--- # a list
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: three}
`

// TestPlace finds keys and values. For missing fields it finds the nearest field.
func TestPlace(t *testing.T) {
	t.Parallel()
	objects := read(t, located)
	for _, tc := range []struct {
		index int
		path  string
		want  string
	}{
		{0, "", "2:1 2:1"},
		{0, "metadata.name", "5:3 5:9"},
		{0, "data", "2:1 2:1"},
		{1, "", "7:1 7:1"},
		{1, "spec", "13:1 13:1"},
		{1, "spec.size", "14:3 14:9"},
		{1, "spec.size.extra", "15:3 15:15"},
		{1, "metadata.annotations[latchkey.dev/workload]", "12:5 12:28"},
		{1, "metadata.annotations.latchkey.dev/workload", "12:5 12:28"},
		{1, "spec.containers", "16:3 16:3"},
		{1, "spec.containers[1]", "18:5 18:5"},
		{1, "spec.containers[1].image", "18:5 18:12"},
		{1, "spec.containers[1].volumes[data].path", "21:9 21:15"},
		{1, "spec.containers[1].volumes[data].claimName", "20:7 20:7"},
		{1, "spec.containers[2].image", "16:3 16:3"},
		{1, "spec.containers[x]", "16:3 16:3"},
		{1, "spec.size[0]", "14:3 14:3"},
		{2, "kind", "24:3 24:11"},
		{3, "items[0].metadata", "31:3 31:13"},
		{3, "items[0].metadata.name", "31:14 31:20"},
	} {
		root := objects[tc.index]
		key, value := schema.Place(root, tc.path, field.ErrorTypeForbidden), schema.Place(root, tc.path, field.ErrorTypeInvalid)
		if got := fmt.Sprintf("%d:%d %d:%d", key.Line, key.Column, value.Line, value.Column); got != tc.want {
			t.Errorf("object %d, %q: %s, want %s", tc.index, tc.path, got, tc.want)
		}
	}
}

// TestPlaceTwice finds the second of two equal keys.
func TestPlaceTwice(t *testing.T) {
	t.Parallel()
	root := read(t, `{"b": {"c": 2, "c": 3}}`)[0]
	if got := schema.Place(root, "b.c", field.ErrorTypeDuplicate); got.Column != 16 {
		t.Errorf("got column %d, want 16", got.Column)
	}
	if got := schema.Place(root, "b.c", field.ErrorTypeInvalid); got.Column != 13 {
		t.Errorf("got column %d, want 13", got.Column)
	}
}

// read reads all documents of a string.
func read(t testing.TB, text string) (roots []*kyaml.Node) {
	t.Helper()
	for decoder := kyaml.NewDecoder(strings.NewReader(text)); ; {
		var document kyaml.Node
		err := decoder.Decode(&document)
		switch {
		case errors.Is(err, io.EOF):
			return roots
		case err != nil:
			t.Fatal(err)
		}
		roots = append(roots, document.Content[0])
	}
}
