package crds_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/apis/crds"
	"github.com/latchkey-dev/latchkey/generators"
)

// TestKinds wants a definition of every kind that Latchkey expands, and of Latchkey's own kind.
func TestKinds(t *testing.T) {
	t.Parallel()
	kinds, err := crds.Kinds()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, kind := range kinds {
		for _, version := range kind.Versions {
			got = append(got, kind.Name+" "+kind.Group+"/"+version.Name)
			if field, found := version.Schema.Field("spec"); !found || field.Description == "" {
				t.Errorf("%s %s: spec is not described", kind.Name, version.Name)
			}
		}
	}
	want := []string{"Latchkey latchkey.dev/v1alpha1"}
	for _, kind := range generators.Kinds() {
		for _, version := range kind.Versions {
			want = append(want, kind.Name+" "+kind.Group+"/"+version.Name)
		}
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("kinds (-want +got):\n%s", diff)
	}
}

// TestEveryFieldIsDescribed wants a description of every field except those of Kubernetes types.
func TestEveryFieldIsDescribed(t *testing.T) {
	t.Parallel()
	kinds, err := crds.Kinds()
	if err != nil {
		t.Fatal(err)
	}
	described := 0
	for _, kind := range kinds {
		for _, version := range kind.Versions {
			spec, _ := version.Schema.Field("spec")
			described += describe(t, kind.Name+" "+version.Name+" spec", spec)
		}
	}
	if described < 300 {
		t.Errorf("only %d fields are described", described)
	}
}

func describe(t *testing.T, path string, schema *crds.Schema) int {
	t.Helper()
	count := 1
	if schema.Description == "" {
		t.Errorf("%s is not described", path)
	}
	for _, name := range schema.Names() {
		field, _ := schema.Field(name)
		count += describe(t, path+"."+name, field)
	}
	return count
}
