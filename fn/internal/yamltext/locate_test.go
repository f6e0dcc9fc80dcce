package yamltext_test

import (
	"fmt"
	"testing"

	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
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
		{3, "metadata", "31:3 31:13"},
		{3, "metadata.name", "31:14 31:20"},
	} {
		key, value := objects[tc.index].Place(tc.path, yamltext.Key), objects[tc.index].Place(tc.path, yamltext.Value)
		if got := fmt.Sprintf("%d:%d %d:%d", key.Line, key.Column, value.Line, value.Column); got != tc.want {
			t.Errorf("object %d, %q: %s, want %s", tc.index, tc.path, got, tc.want)
		}
	}
}

// TestPlaceInLine finds objects that share a line, and the second of two equal keys.
func TestPlaceInLine(t *testing.T) {
	t.Parallel()
	two := read(t, `{"a": 1} {"b": {"c": 2, "c": 3}}`)
	if got, want := two[1].Place("b.c", yamltext.LastKey), (yamltext.Place{Line: 1, Column: 25}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := two[1].Place("b.c", yamltext.Value), (yamltext.Place{Line: 1, Column: 22}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// read reads all objects of a text.
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
