package generators_test

import (
	"fmt"
	"os"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
)

// An operator that has a MiniCluster in hand gets the objects to create.
func ExampleExpand() {
	size := int32(4)
	mc := &v1alpha2.MiniCluster{
		ObjectMeta: metav1.ObjectMeta{Name: "lammps", Namespace: "hpc"},
		Spec: v1alpha2.MiniClusterSpec{
			Size:       &size,
			Containers: []v1alpha2.Container{{Image: "ghcr.io/rse-ops/vanilla-lammps:tag-latest"}},
		},
	}
	objects, errs, warnings := generators.Expand(mc, latchkey.Options{CurveSecret: "flux-key"})
	for _, problem := range append(errs, warnings...) {
		fmt.Fprintln(os.Stderr, problem)
	}
	for _, object := range objects {
		fmt.Println(object.GetObjectKind().GroupVersionKind().Kind)
	}
	// Output:
	// ConfigMap
	// Service
	// JobSet
}

// A MetricSet that joins a MiniCluster adds to what that becomes, and becomes nothing by itself.
func ExampleExpand_joining() {
	mc := &v1alpha2.MiniCluster{
		ObjectMeta: metav1.ObjectMeta{Name: "lammps", Namespace: "hpc"},
		Spec: v1alpha2.MiniClusterSpec{
			Containers: []v1alpha2.Container{{Image: "ghcr.io/rse-ops/vanilla-lammps:tag-latest", Command: "lmp -in in.reaxc.hns"}},
		},
	}
	ms := &v1alpha2.MetricSet{
		ObjectMeta: metav1.ObjectMeta{Name: "pidstat", Namespace: "hpc"},
		Spec:       v1alpha2.MetricSetSpec{Metrics: []v1alpha2.Metric{{Name: "perf-sysstat"}}},
	}
	objects, errs, warnings := generators.Expand(mc, latchkey.Options{}, ms)
	for _, problem := range append(errs, warnings...) {
		fmt.Fprintln(os.Stderr, problem)
	}
	for _, object := range objects {
		fmt.Println(object.GetObjectKind().GroupVersionKind().Kind)
	}
	// Output:
	// ConfigMap
	// ConfigMap
	// Service
	// JobSet
}
