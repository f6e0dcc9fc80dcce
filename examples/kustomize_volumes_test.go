package examples_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

// TestKustomizeVolumes moves and renames a volume and its claim, which refer to each other.
func TestKustomizeVolumes(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		overlay          string
		volume           string
		namespace, claim string
	}{
		"no change":   {"", "data", "default", "data-claim"},
		"a namespace": {"namespace: hpc", "data", "hpc", "data-claim"},
		"other names": {"namePrefix: a-\nnameSuffix: -b", "a-data-b", "default", "a-data-claim-b"},
		"all of it":   {"namePrefix: a-\nnamespace: hpc", "a-data", "hpc", "a-data-claim"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			volume, claim := overlaidVolume(t, row.overlay)
			if volume.Name != row.volume || claim.Spec.VolumeName != row.volume {
				t.Errorf("the volume is called %s, and its claim asks for %s", volume.Name, claim.Spec.VolumeName)
			}
			if claim.Namespace != row.namespace || claim.Name != row.claim {
				t.Errorf("the claim is %s/%s", claim.Namespace, claim.Name)
			}
			want := &corev1.ObjectReference{APIVersion: "v1", Kind: "PersistentVolumeClaim", Namespace: row.namespace, Name: row.claim}
			if diff := cmp.Diff(want, volume.Spec.ClaimRef); diff != "" {
				t.Errorf("claimRef (-want +got):\n%s", diff)
			}
		})
	}
}

// overlaidVolume builds a set that has a volume with more fields of a kustomization.
func overlaidVolume(t *testing.T, fields string) (volume corev1.PersistentVolume, claim corev1.PersistentVolumeClaim) {
	t.Helper()
	set, err := os.ReadFile("v1alpha1/expected.yaml")
	if err != nil {
		t.Fatal(err)
	}
	manifests := kustomizeSources(t, string(set), fields+"\n")
	for text := range strings.SplitSeq(manifests, "\n---\n") {
		switch {
		case strings.HasPrefix(text, "apiVersion: v1\nkind: PersistentVolume\n"):
			err = yaml.UnmarshalStrict([]byte(text), &volume)
		case strings.HasPrefix(text, "apiVersion: v1\nkind: PersistentVolumeClaim\n"):
			err = yaml.UnmarshalStrict([]byte(text), &claim)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return volume, claim
}
