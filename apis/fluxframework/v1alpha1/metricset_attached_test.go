package v1alpha1_test

import (
	"testing"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha1"
)

func TestJoin(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		spec     v1alpha1.MetricSetSpec
		warnings []string
	}{
		"nothing said":  {v1alpha1.MetricSetSpec{}, nil},
		"as many":       {v1alpha1.MetricSetSpec{Pods: new(int32(3)), Completions: 3}, nil},
		"other numbers": {v1alpha1.MetricSetSpec{Pods: new(int32(1)), Completions: 2}, []string{"spec.pods", "spec.completions"}},
	} {
		ms := &v1alpha1.MetricSet{Spec: test.spec}
		warnings := ms.WarnPods(3)
		if len(warnings) != len(test.warnings) {
			t.Fatalf("%s: %v, want %q", name, warnings, test.warnings)
		}
		for i, want := range test.warnings {
			if warnings[i].Field != want {
				t.Errorf("%s: %v, want %q", name, warnings[i], want)
			}
		}
	}
}
