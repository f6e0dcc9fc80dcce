package generators_test

import (
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	magalix "github.com/latchkey-dev/latchkey/apis/magalix/v1"
	voting "github.com/latchkey-dev/latchkey/apis/voting/v1"
	schoolofdevops "github.com/latchkey-dev/latchkey/apis/voting/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
)

// TestExpandTellsGroupsApart expands kinds with one name and different groups. Their Go types tell them apart.
func TestExpandTellsGroupsApart(t *testing.T) {
	t.Parallel()
	options := []schoolofdevops.Option{{ID: "a", Label: "Cats", Color: "#FF6B6B"}, {ID: "b", Label: "Dogs", Color: "#4ECDC4"}}
	first := &voting.VoteConfig{ObjectMeta: metav1.ObjectMeta{Name: "pets"}}
	first.Spec.Options, first.Spec.Title = options, "Pets"
	second := &schoolofdevops.VoteConfig{ObjectMeta: metav1.ObjectMeta{Name: "pets"}, Spec: schoolofdevops.VoteConfigSpec{Options: options}}
	for object, warned := range map[generators.Object]int{first: 1, second: 0} {
		objects, errs, warnings := generators.Expand(object, latchkey.Options{})
		if len(objects) != 1 || len(errs) != 0 || len(warnings) != warned {
			t.Errorf("%T: %d objects, errors %v, warnings %v", object, len(objects), errs, warnings)
		}
	}
}

func TestExpandOfWhatMakesNothing(t *testing.T) {
	t.Parallel()
	monitor := &magalix.ConfigMonitor{ObjectMeta: metav1.ObjectMeta{Name: "m"}}
	if _, errs, _ := generators.Expand(monitor, latchkey.Options{}); len(errs) != 1 { // its structure
		t.Errorf("errors %v, want one", errs)
	}
	monitor.Spec = magalix.ConfigMonitorSpec{ConfigMap: "c", PodSelector: map[string]string{"a": "b"}}
	if objects, errs, warnings := generators.Expand(monitor, latchkey.Options{}); len(objects)+len(errs)+len(warnings) != 0 {
		t.Errorf("objects %v, errors %v, warnings %v", objects, errs, warnings)
	}
}
