package v1alpha1_test

import (
	"math/rand"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha1"
	"github.com/latchkey-dev/latchkey/internal/apitest"
)

func TestDefault(t *testing.T) {
	t.Parallel()
	got := v1alpha1.MiniCluster{Spec: v1alpha1.MiniClusterSpec{
		Containers: []v1alpha1.Container{{Command: "lmp"}},
		Services:   []v1alpha1.Container{{Name: "db"}},
		Volumes:    map[string]v1alpha1.Volume{"data": {Path: "/data"}},
	}}
	want := v1alpha1.MiniCluster{Spec: v1alpha1.MiniClusterSpec{
		Containers: []v1alpha1.Container{{Command: "lmp", RunFlux: new(true)}},
		Services:   []v1alpha1.Container{{Name: "db", RunFlux: new(false)}},
		Network:    v1alpha1.Network{HeadlessName: "flux-service"},
		Logging:    v1alpha1.Logging{Strict: new(true)},
		Flux:       v1alpha1.FluxSpec{InstallRoot: "/usr"},
		Volumes: map[string]v1alpha1.Volume{"data": {
			Path:            "/data",
			StorageClass:    new("hostpath"),
			Capacity:        "5Gi",
			Delete:          new(true),
			SecretNamespace: "default",
		}},
	}}
	got.Default()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}
}

func TestDefaultKeepsWhatIsSaid(t *testing.T) {
	t.Parallel()
	for name, fill := range map[string]func(any){"values": apitest.Fill, "zeros": apitest.FillZeros} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got v1alpha1.MiniCluster
			fill(&got)
			want := got.DeepCopy()
			got.Default()
			if diff := cmp.Diff(want, &got); diff != "" {
				t.Errorf("changed (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDefaultTwiceChangesNothing(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewSource(1))
	for range 500 {
		var once v1alpha1.MiniCluster
		apitest.FillSome(&once, func() bool { return random.Intn(2) == 0 })
		once.Default()
		twice := once.DeepCopy()
		twice.Default()
		if diff := cmp.Diff(&once, twice); diff != "" {
			t.Fatalf("differs (-once +twice):\n%s", diff)
		}
	}
}
