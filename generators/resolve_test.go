package generators_test

import (
	"fmt"
	"reflect"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	podsets "github.com/latchkey-dev/latchkey/apis/podset/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
)

// resolve resolves an object of one of Latchkey's kinds. Its Go type says which.
func resolve(object generators.Object, opts latchkey.Options) (s generators.Source, errs, warnings field.ErrorList) {
	for _, kind := range generators.Kinds() {
		for _, version := range kind.Versions {
			if reflect.TypeOf(version.New()) == reflect.TypeOf(object) {
				return generators.Resolve(kind, version, object, opts)
			}
		}
	}
	panic(fmt.Sprintf("%T is not a kind", object))
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
			resolved, _, _ := resolve(mc, tc.said)
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

// TestWrittenStays wants the object as the user wrote it to stay so, whatever its version and kind.
func TestWrittenStays(t *testing.T) {
	t.Parallel()
	old := &v1alpha1.MiniCluster{
		ObjectMeta: metav1.ObjectMeta{Name: "lammps"},
		Spec:       v1alpha1.MiniClusterSpec{Containers: []v1alpha1.Container{{Container: v1alpha2.Container{Image: "ubuntu"}}}},
	}
	pods := &podsets.PodSet{ObjectMeta: metav1.ObjectMeta{Name: "sleepers"}}
	for _, object := range []generators.Object{cluster(), old, pods} {
		before := object.DeepCopyObject()
		resolved, errs, _ := resolve(object, latchkey.Options{})
		if len(errs) > 0 || len(resolved.Expand()) == 0 {
			t.Fatalf("%T: no objects, or errors: %v", object, errs)
		}
		if diff := gocmp.Diff(before, object); diff != "" {
			t.Errorf("%T has changed:\n%s", object, diff)
		}
	}
}
