package workload_test

import (
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

func TestMerged(t *testing.T) {
	t.Parallel()
	first, second := map[string]string{"a": "1", "b": "1"}, map[string]string{"b": "2"}
	got := workload.Merged(first, nil, second)
	if diff := cmp.Diff(map[string]string{"a": "1", "b": "2"}, got); diff != "" {
		t.Errorf("merged (-want +got):\n%s", diff)
	}
	got["a"] = "3"
	if first["a"] != "1" || first["b"] != "1" {
		t.Errorf("the first map has changed: %v", first)
	}
	if empty := workload.Merged(nil, map[string]string{}); empty != nil {
		t.Errorf("nothing merged is %#v, want nil", empty)
	}
}

func TestForWorkload(t *testing.T) {
	t.Parallel()
	written := map[string]string{
		"example.org/cost": "7", "kubectl.kubernetes.io/last-applied-configuration": "{}",
		"latchkey.dev/workload": "Job", "config.kubernetes.io/local-config": "true",
	}
	want := map[string]string{"example.org/cost": "7"}
	if diff := cmp.Diff(want, workload.Metadata(metav1.ObjectMeta{Annotations: written}, latchkey.Options{}).Annotations); diff != "" {
		t.Errorf("annotations (-want +got):\n%s", diff)
	}
	if len(written) != 4 {
		t.Errorf("the annotations have changed: %v", written)
	}
}

func TestContentHash(t *testing.T) {
	t.Parallel()
	one, other := workload.ContentHash("a", "b"), workload.ContentHash("ab")
	if one == other || one != workload.ContentHash("a", "b") || len(one) != len(other) {
		t.Errorf("hashes %q and %q", one, other)
	}
}

func TestDataHash(t *testing.T) {
	t.Parallel()
	contents := []map[string]string{
		{}, {"a": "b"}, {"ab": ""}, {"": "ab"}, {"b": "a"}, {"a": "b", "c": ""}, {"a": "b1:c0:"}, {"a": "b", "c": "d"}, {"a": "d", "c": "b"},
	}
	seen := map[string]map[string]string{}
	for _, data := range contents {
		hash := workload.DataHash(data)
		if other, known := seen[hash]; known {
			t.Errorf("%v and %v have the same hash", data, other)
		}
		if seen[hash] = data; len(hash) != latchkey.HashLength || hash != workload.DataHash(maps.Clone(data)) {
			t.Errorf("the hash of %v is %q, and then %q", data, hash, workload.DataHash(data))
		}
	}
}

// TestPodAnnotations wants the pods not to have what kpt and kustomize write into the metadata of a source.
func TestPodAnnotations(t *testing.T) {
	t.Parallel()
	written := map[string]string{
		"note": "a", "kubectl.kubernetes.io/default-container": "app", "internal.config.kubernetes.io/path": "a.yaml",
		"internal.config.kubernetes.io/package-path": "/home/me", "config.kubernetes.io/index": "0", "kustomize.config.k8s.io/id": "x",
	}
	want := map[string]string{"note": "a", "kubectl.kubernetes.io/default-container": "app"}
	if diff := cmp.Diff(want, workload.PodAnnotations(written, latchkey.Options{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
