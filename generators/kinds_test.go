package generators_test

import (
	"cmp"
	"slices"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	magalix "github.com/latchkey-dev/latchkey/apis/magalix/v1"
	"github.com/latchkey-dev/latchkey/generators"
)

// TestKinds checks that the registry is sorted and that every type in it works.
func TestKinds(t *testing.T) {
	t.Parallel()
	kinds := generators.Kinds()
	if !slices.IsSortedFunc(kinds, func(a, b generators.Kind) int {
		return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Name, b.Name))
	}) {
		t.Error("the kinds are not sorted")
	}
	for _, kind := range kinds {
		if !slices.IsSortedFunc(kind.Versions, func(a, b generators.Version) int { return cmp.Compare(a.Name, b.Name) }) {
			t.Errorf("the versions of %s are not sorted", kind.Name)
		}
		for _, version := range kind.Versions {
			if version.New() == version.New() {
				t.Errorf("%s of %s is not a fresh object each time", version.Name, kind.Name)
			}
			object, errs := version.Decode(kyaml.MustParse("{}").YNode())
			if len(errs) == 0 {
				_, errs, _ = generators.Resolve(kind, version, object, latchkey.Options{})
			}
			if len(errs) == 0 {
				t.Errorf("an empty %s of %s has no error", version.Name, kind.Name)
			}
		}
	}
}

func TestExpandOfWhatMakesNothing(t *testing.T) {
	t.Parallel()
	monitor := &magalix.ConfigMonitor{
		ObjectMeta: metav1.ObjectMeta{Name: "m"},
		Spec:       magalix.ConfigMonitorSpec{ConfigMap: "c", PodSelector: map[string]string{"a": "b"}},
	}
	resolved, errs, warnings := resolve(monitor, latchkey.Options{})
	if objects := resolved.Expand(); len(objects)+len(errs)+len(warnings) != 0 {
		t.Errorf("objects %v, errors %v, warnings %v", objects, errs, warnings)
	}
}
