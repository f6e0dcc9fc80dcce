package generators_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/generators"
)

// TestStampLabels gives the labels of a source to its objects. Labels of an object itself win, and a ConfigMap does not ask
// Kueue for a queue.
func TestStampLabels(t *testing.T) {
	t.Parallel()
	source := &v1alpha2.MiniCluster{}
	source.Name = "lammps"
	source.Labels = map[string]string{"team": "hpc", "kueue.x-k8s.io/queue-name": "q", "own": "no", "app.kubernetes.io/managed-by": "me", "latchkey.dev/set": "mine"}
	files := &corev1.ConfigMap{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"}}
	files.Labels = map[string]string{"own": "yes"}
	kind, _ := generators.Registry{}.Kind("flux-framework.org", "MiniCluster")
	kind.Stamp(source, []runtime.Object{files})
	want := map[string]string{"team": "hpc", "own": "yes", "app.kubernetes.io/managed-by": "latchkey", "latchkey.dev/set": "lammps"}
	if diff := cmp.Diff(want, files.Labels); diff != "" {
		t.Errorf("labels (-want +got):\n%s", diff)
	}
}
