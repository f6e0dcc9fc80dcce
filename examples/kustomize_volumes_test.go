package examples_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
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

// overlaidVolume builds an overlay over a set that has a volume.
func overlaidVolume(t *testing.T, overlay string) (volume corev1.PersistentVolume, claim corev1.PersistentVolumeClaim) {
	t.Helper()
	files := filesys.MakeFsInMemory()
	write := func(name, text string) {
		if err := files.WriteFile(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	for from, to := range map[string]string{
		"../kustomize/kustomization.yaml": "component/kustomization.yaml",
		"../kustomize/configuration.yaml": "component/configuration.yaml",
		"v1alpha1/expected.yaml":          "base/set.yaml",
	} {
		text, err := os.ReadFile(filepath.FromSlash(from))
		if err != nil {
			t.Fatal(err)
		}
		write(to, string(text))
	}
	write("base/kustomization.yaml", "resources: [set.yaml]\ncomponents: [../component]\n")
	write("overlay/kustomization.yaml", "resources: [../base]\n"+overlay+"\n")
	resources, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(files, "overlay")
	if err != nil {
		t.Fatal(err)
	}
	manifests, err := resources.AsYaml()
	if err != nil {
		t.Fatal(err)
	}
	for text := range strings.SplitSeq(string(manifests), "\n---\n") {
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
