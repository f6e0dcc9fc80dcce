package generators_test

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
)

// TestNil passes no object in every place: nil, and nil pointers of every kind and version.
func TestNil(t *testing.T) {
	t.Parallel()
	nothings := []generators.Object{nil}
	var host generators.Object
	for _, kind := range generators.Kinds() {
		for _, version := range kind.Versions {
			nothings = append(nothings, reflect.Zero(reflect.TypeOf(version.New())).Interface().(generators.Object))
			if kind.Name == "MiniCluster" {
				host = version.New()
			}
		}
	}
	for _, nothing := range nothings {
		if objects, errs, _ := generators.Expand(nothing, latchkey.Options{}); len(errs) != 1 || objects != nil {
			t.Errorf("%T: %v, %v", nothing, objects, errs)
		}
		if objects, errs, _ := generators.Expand(host, latchkey.Options{}, nothing); len(errs) == 0 || objects != nil {
			t.Errorf("%T, joining: %v, %v", nothing, objects, errs)
		}
		generators.Stamp(nothing, []runtime.Object{host})
		generators.Stamp(host, []runtime.Object{nothing})
	}
}

// TestStampLabels gives the labels of a source to its objects. Labels of an object itself win, and a ConfigMap does not ask
// Kueue for a queue.
func TestStampLabels(t *testing.T) {
	t.Parallel()
	source := &v1alpha2.MiniCluster{}
	source.Name = "lammps"
	source.Labels = map[string]string{"team": "hpc", "kueue.x-k8s.io/queue-name": "q", "own": "no", "app.kubernetes.io/managed-by": "me", "latchkey.dev/set": "mine"}
	files := &corev1.ConfigMap{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"}}
	files.Labels = map[string]string{"own": "yes"}
	generators.Stamp(source, []runtime.Object{files})
	want := map[string]string{"team": "hpc", "own": "yes", "app.kubernetes.io/managed-by": "latchkey", "latchkey.dev/set": "lammps"}
	if diff := cmp.Diff(want, files.Labels); diff != "" {
		t.Errorf("labels (-want +got):\n%s", diff)
	}
}
