package generators_test

import (
	"cmp"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	podsets "github.com/latchkey-dev/latchkey/apis/podset/v1alpha1"
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
			// An empty object gives errors, and no panic.
			if _, errs, _ := generators.Expand(version.New(), latchkey.Options{}); len(errs) == 0 {
				t.Errorf("an empty %s of %s has no error", version.Name, kind.Name)
			}
		}
	}
}

func cluster() *v1alpha2.MiniCluster {
	return &v1alpha2.MiniCluster{
		ObjectMeta: metav1.ObjectMeta{Name: "lammps"},
		Spec:       v1alpha2.MiniClusterSpec{Containers: []v1alpha2.Container{{Image: "ubuntu"}}},
	}
}

// TestResolve checks which value of an option wins.
func TestResolve(t *testing.T) {
	t.Parallel()
	kinds := generators.Kinds()
	kind := kinds[slices.IndexFunc(kinds, func(k generators.Kind) bool { return k.Name == "MiniCluster" })]
	for name, tc := range map[string]struct {
		change func(*v1alpha2.MiniCluster)
		said   latchkey.Options
		want   func(latchkey.Options) any
		value  any
	}{
		"default":              {nil, latchkey.Options{}, curve, latchkey.CurveCluster},
		"field":                {withCertificate, latchkey.Options{}, curve, latchkey.CurveInline},
		"said before field":    {withCertificate, latchkey.Options{Curve: latchkey.CurveCluster}, curve, latchkey.CurveCluster},
		"secret before field":  {withCertificate, latchkey.Options{CurveSecret: "key"}, curve, latchkey.CurveSecret},
		"annotation first":     {withAnnotation("curve", "None"), latchkey.Options{CurveSecret: "key"}, curve, latchkey.CurveNone},
		"no restarts":          {nil, latchkey.Options{}, restarts, int32(0)},
		"backoffLimit":         {withBackoffLimit(3), latchkey.Options{}, restarts, int32(3)},
		"restarts said":        {withBackoffLimit(3), latchkey.Options{MaxRestarts: new(int32(1))}, restarts, int32(1)},
		"no restarts of a Job": {withBackoffLimit(3), latchkey.Options{Workload: latchkey.WorkloadJob}, restarts, int32(0)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mc := cluster()
			if tc.change != nil {
				tc.change(mc)
			}
			resolved, _, _ := generators.Resolve(kind, kind.Versions[len(kind.Versions)-1], mc, tc.said)
			if got := tc.want(resolved.Options); got != tc.value {
				t.Errorf("got %v, want %v", got, tc.value)
			}
		})
	}
}

func curve(o latchkey.Options) any { return o.Curve }

func restarts(o latchkey.Options) any {
	if o.MaxRestarts == nil {
		return int32(0)
	}
	return *o.MaxRestarts
}

func withCertificate(mc *v1alpha2.MiniCluster) { mc.Spec.Flux.CurveCert = "#\ncurve\n" }

func withBackoffLimit(limit int32) func(*v1alpha2.MiniCluster) {
	return func(mc *v1alpha2.MiniCluster) { mc.Spec.BackoffLimit = &limit }
}

func withAnnotation(option, value string) func(*v1alpha2.MiniCluster) {
	return func(mc *v1alpha2.MiniCluster) {
		mc.Annotations = map[string]string{latchkey.Prefix + option: value}
	}
}

// TestExpandLeavesItsArgument checks both versions of a MiniCluster, and another kind.
func TestExpandLeavesItsArgument(t *testing.T) {
	t.Parallel()
	old := &v1alpha1.MiniCluster{
		ObjectMeta: metav1.ObjectMeta{Name: "lammps"},
		Spec:       v1alpha1.MiniClusterSpec{Containers: []v1alpha1.Container{{Container: v1alpha2.Container{Image: "ubuntu"}}}},
	}
	pods := &podsets.PodSet{ObjectMeta: metav1.ObjectMeta{Name: "sleepers"}}
	for _, object := range []generators.Object{cluster(), old, pods} {
		before := object.DeepCopyObject()
		objects, errs, _ := generators.Expand(object, latchkey.Options{})
		if len(errs) > 0 || len(objects) == 0 {
			t.Fatalf("%T: %d objects, %s", object, len(objects), errs.ToAggregate())
		}
		if diff := gocmp.Diff(before, object); diff != "" {
			t.Errorf("%T has changed:\n%s", object, diff)
		}
	}
}
