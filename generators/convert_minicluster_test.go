package generators_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// old returns a small set of v1alpha1, with one change.
func old(change func(*v1alpha1.MiniClusterSpec)) *v1alpha1.MiniCluster {
	mc := &v1alpha1.MiniCluster{
		ObjectMeta: metav1.ObjectMeta{Name: "lammps", Labels: map[string]string{"team": "md"}},
		Spec:       v1alpha1.MiniClusterSpec{Containers: []v1alpha1.Container{{Container: v1alpha2.Container{Command: "lmp"}}}},
	}
	change(&mc.Spec)
	return mc
}

// converted returns the conversion of old, with one change.
func converted(change func(*v1alpha2.MiniCluster)) *v1alpha2.MiniCluster {
	mc := &v1alpha2.MiniCluster{
		TypeMeta:   metav1.TypeMeta{APIVersion: "flux-framework.org/v1alpha2", Kind: "MiniCluster"},
		ObjectMeta: metav1.ObjectMeta{Name: "lammps", Labels: map[string]string{"team": "md"}},
		Spec: v1alpha2.MiniClusterSpec{
			Containers: []v1alpha2.Container{{Command: "lmp", RunFlux: new(true)}},
			Network:    v1alpha2.Network{HeadlessName: "flux-service"},
			Logging:    v1alpha2.Logging{Strict: true},
			Flux: v1alpha2.FluxSpec{
				Container:    v1alpha2.FluxContainer{Disable: true},
				NoWaitSocket: true,
			},
		},
		Legacy: v1alpha2.Legacy{InstallRoot: "/usr"},
	}
	change(mc)
	return mc
}

// conversions are the rules of the conversion. Each has a change of old and the change of converted that follows from
// it.
var conversions = map[string]struct {
	in   func(*v1alpha1.MiniClusterSpec)
	want func(*v1alpha2.MiniCluster)
}{
	"nothing said": {
		in:   func(*v1alpha1.MiniClusterSpec) {},
		want: func(*v1alpha2.MiniCluster) {},
	},
	"not strict": {
		in:   func(spec *v1alpha1.MiniClusterSpec) { spec.Logging.Strict = new(false) },
		want: func(mc *v1alpha2.MiniCluster) { mc.Spec.Logging.Strict = false },
	},
	"what v1alpha2 has no field for": {
		in: func(spec *v1alpha1.MiniClusterSpec) {
			spec.Containers[0].Cores = 4
			spec.Flux.CurveCertSecret = "curve"
			spec.Flux.InstallRoot = "/opt/flux"
		},
		want: func(mc *v1alpha2.MiniCluster) {
			mc.Legacy = v1alpha2.Legacy{
				CurveCertSecret: "curve", InstallRoot: "/opt/flux", Cores: 4,
			}
		},
	},
	"user by name is the image's": {
		in:   func(spec *v1alpha1.MiniClusterSpec) { spec.Containers[0].FluxUser.Name = "fluxuser" },
		want: func(*v1alpha2.MiniCluster) {},
	},
	"user by number": {
		in: func(spec *v1alpha1.MiniClusterSpec) { spec.Containers[0].FluxUser.UID = new(int64(1001)) },
		want: func(mc *v1alpha2.MiniCluster) {
			mc.Spec.Containers[0].SecurityContext = &corev1.SecurityContext{RunAsUser: new(int64(1001))}
		},
	},
	"root wins over the user": {
		in: func(spec *v1alpha1.MiniClusterSpec) {
			spec.Containers[0].FluxUser.UID = new(int64(1001))
			spec.Containers[0].Commands.RunFluxAsRoot = true
		},
		want: func(mc *v1alpha2.MiniCluster) {
			mc.Spec.Containers[0].SecurityContext = &corev1.SecurityContext{RunAsUser: new(int64(0))}
		},
	},
	"privileges": {
		in: func(spec *v1alpha1.MiniClusterSpec) {
			spec.Containers[0].SecurityContext = v1alpha1.SecurityContext{
				Privileged: true, AddCapabilities: []corev1.Capability{"SYS_PTRACE", "SYS_ADMIN"},
			}
		},
		want: func(mc *v1alpha2.MiniCluster) {
			mc.Spec.Containers[0].SecurityContext = &corev1.SecurityContext{
				Privileged:   new(true),
				Capabilities: &corev1.Capabilities{Add: []corev1.Capability{"SYS_PTRACE", "SYS_ADMIN"}},
			}
		},
	},
	"quantities": {
		in: func(spec *v1alpha1.MiniClusterSpec) {
			spec.Containers[0].Resources.Limits = corev1.ResourceList{"cpu": resource.MustParse("4")}
			spec.Pod.Resources = corev1.ResourceList{"vendor.example/gpu": resource.MustParse("1")}
		},
		want: func(mc *v1alpha2.MiniCluster) {
			mc.Spec.Containers[0].Resources.Limits = corev1.ResourceList{"cpu": resource.MustParse("4")}
			mc.Spec.Pod.Resources = corev1.ResourceList{"vendor.example/gpu": resource.MustParse("1")}
		},
	},
	"volumes of both kinds": {
		in: func(spec *v1alpha1.MiniClusterSpec) {
			spec.Volumes = map[string]v1alpha1.Volume{"data": {PersistentVolume: v1alpha2.PersistentVolume{Path: "/srv"}, Delete: new(false)}}
			spec.Containers[0].Volumes = map[string]v1alpha2.ContainerVolume{"data": {Path: "/data", ReadOnly: true}}
			spec.Containers[0].ExistingVolumes = map[string]v1alpha2.ContainerVolume{
				"conf": {Path: "/conf", ConfigMapName: "conf", Items: map[string]string{"a": "b"}},
			}
		},
		want: func(mc *v1alpha2.MiniCluster) {
			mc.Spec.Containers[0].Volumes = map[string]v1alpha2.ContainerVolume{
				"data": {Path: "/data", ReadOnly: true, ClaimName: "data-claim"},
				"conf": {Path: "/conf", ConfigMapName: "conf", Items: map[string]string{"a": "b"}},
			}
			mc.Legacy.Volumes = map[string]v1alpha2.PersistentVolume{"data": {
				Path: "/srv", StorageClass: "hostpath", Capacity: "5Gi", SecretNamespace: "default",
			}}
		},
	},
	"hooks of the runner": {
		in: func(spec *v1alpha1.MiniClusterSpec) {
			spec.Containers[0].Commands = v1alpha1.Commands{Commands: v1alpha2.Commands{Pre: "p", BrokerPre: "b", WorkerPre: "w"}}
		},
		want: func(mc *v1alpha2.MiniCluster) {
			mc.Spec.Containers[0].Commands = v1alpha2.Commands{Pre: "p", BrokerPre: "b", WorkerPre: "w"}
		},
	},
	"a sidecar with hooks, and one with its image's entrypoint": {
		in: func(spec *v1alpha1.MiniClusterSpec) {
			spec.Containers[0].RunFlux = new(true)
			spec.Containers = append(spec.Containers,
				v1alpha1.Container{Container: v1alpha2.Container{Name: "a", Command: "a"}, Commands: v1alpha1.Commands{Commands: v1alpha2.Commands{
					Init: "i", Pre: "p\n", BrokerPre: "b\n", Post: "e",
				}}},
				v1alpha1.Container{Container: v1alpha2.Container{Name: "nginx"}})
		},
		want: func(mc *v1alpha2.MiniCluster) {
			mc.Spec.Containers = append(mc.Spec.Containers,
				v1alpha2.Container{Name: "a", RunFlux: new(false), Command: "a", Commands: v1alpha2.Commands{
					Init: "i", ServicePre: "b\np", Post: "e",
				}},
				v1alpha2.Container{Name: "nginx", RunFlux: new(false), NoWrapEntrypoint: true})
		},
	},
}

func convert(mc *v1alpha1.MiniCluster) *v1alpha2.MiniCluster {
	converted, _, _ := mc.ConvertTo()
	return converted
}

func TestConvertTo(t *testing.T) {
	t.Parallel()
	for name, row := range conversions {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(converted(row.want), convert(old(row.in))); diff != "" {
				t.Errorf("differs (-want +got):\n%s", diff)
			}
		})
	}
}
