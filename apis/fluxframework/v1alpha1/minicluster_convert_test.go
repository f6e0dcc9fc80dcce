package v1alpha1_test

import (
	"math/rand"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/internal/testing/apitest"
)

// old returns a small set of v1alpha1, with one change.
func old(change func(*v1alpha1.MiniClusterSpec)) *v1alpha1.MiniCluster {
	mc := &v1alpha1.MiniCluster{
		ObjectMeta: metav1.ObjectMeta{Name: "lammps", Labels: map[string]string{"team": "md"}},
		Spec:       v1alpha1.MiniClusterSpec{Containers: []v1alpha1.Container{{Command: "lmp"}}},
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
				Privileged: true, AddCapabilities: []string{"SYS_PTRACE", "SYS_ADMIN"},
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
			spec.Volumes = map[string]v1alpha1.Volume{"data": {Path: "/srv", Delete: new(false)}}
			spec.Containers[0].Volumes = map[string]v1alpha1.ContainerVolume{"data": {Path: "/data", ReadOnly: true}}
			spec.Containers[0].ExistingVolumes = map[string]v1alpha1.ExistingVolume{
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
			spec.Containers[0].Commands = v1alpha1.Commands{Pre: "p", BrokerPre: "b", WorkerPre: "w"}
		},
		want: func(mc *v1alpha2.MiniCluster) {
			mc.Spec.Containers[0].Commands = v1alpha2.Commands{Pre: "p", BrokerPre: "b", WorkerPre: "w"}
		},
	},
	"a sidecar with hooks, and one with its image's entrypoint": {
		in: func(spec *v1alpha1.MiniClusterSpec) {
			spec.Containers[0].RunFlux = new(true)
			spec.Containers = append(spec.Containers,
				v1alpha1.Container{Name: "a", Command: "a", Commands: v1alpha1.Commands{
					Init: "i", Pre: "p\n", BrokerPre: "b\n", Post: "e",
				}},
				v1alpha1.Container{Name: "nginx"})
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

func TestConvertToSharesNothing(t *testing.T) {
	t.Parallel()
	var in v1alpha1.MiniCluster
	apitest.Fill(&in)
	want := in.DeepCopy()
	out := convert(&in)
	eachField(out, func(path string) {
		if diff := cmp.Diff(want, &in); diff != "" {
			t.Errorf("%s of the result changed the input:\n%s", path, diff)
		}
	})
}

func TestConvertToTakesAnything(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewSource(1))
	for range 500 {
		var in v1alpha1.MiniCluster
		apitest.FillSome(&in, func() bool { return random.Intn(2) == 0 })
		want := in.DeepCopy()
		convert(&in)
		if diff := cmp.Diff(want, &in); diff != "" {
			t.Fatalf("the input changed:\n%s", diff)
		}
	}
}

// withoutEffect are fields of v1alpha1 that do not reach the converted object.
var withoutEffect = map[string]string{
	"apiVersion":                             "is v1alpha2's",
	"kind":                                   "is MiniCluster",
	"spec.users[0].name":                     "no users are made",
	"spec.users[0].password":                 "no users are made",
	"spec.fluxRestful.branch":                "there is no REST server",
	"spec.fluxRestful.port":                  "there is no REST server",
	"spec.fluxRestful.secretKey":             "there is no REST server",
	"spec.fluxRestful.username":              "there is no REST server",
	"spec.fluxRestful.token":                 "there is no REST server",
	"spec.containers[0].fluxUser.name":       "no users are made",
	"spec.containers[0].fluxUser.uid":        "runFluxAsRoot wins",
	"spec.services[0].fluxUser.name":         "no users are made",
	"spec.services[0].fluxUser.uid":          "runFluxAsRoot wins",
	"spec.services[0].cores":                 "Flux does not run there",
	"spec.containers[0].diagnostics":         "the command is run",
	"spec.services[0].diagnostics":           "the command is run",
	"spec.containers[0].volumes[x].path":     "the existing volume of the same name wins",
	"spec.containers[0].volumes[x].readOnly": "the existing volume of the same name wins",
	"spec.services[0].volumes[x].path":       "the existing volume of the same name wins",
	"spec.services[0].volumes[x].readOnly":   "the existing volume of the same name wins",
}

func TestConvertToKnowsEveryField(t *testing.T) {
	t.Parallel()
	var in v1alpha1.MiniCluster
	apitest.Fill(&in)
	in.Spec.Services[0].RunFlux = new(false)
	before, visited := convert(&in), map[string]bool{}
	eachField(&in, func(path string) {
		visited[path] = true
		changed := cmp.Diff(before, convert(&in)) != ""
		if _, ok := withoutEffect[path]; ok == changed {
			t.Errorf("%s: it changes the result: %t, listed as without effect: %t", path, changed, ok)
		}
	})
	for path := range withoutEffect {
		if !visited[path] {
			t.Errorf("%s: there is no such field", path)
		}
	}
}
