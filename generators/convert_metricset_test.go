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

type (
	Texts = map[string]v1alpha2.OptionValue
	Maps  = map[string]Texts
)

func oldMetricSet(metric string, change func(*v1alpha1.MetricSetSpec)) *v1alpha1.MetricSet {
	ms := &v1alpha1.MetricSet{ObjectMeta: metav1.ObjectMeta{Name: "m"}}
	ms.Spec.Metrics = []v1alpha2.Metric{{Name: metric}}
	if change != nil {
		change(&ms.Spec)
	}
	return ms
}

func convertSet(ms *v1alpha1.MetricSet) *v1alpha2.MetricSet {
	converted, _, _ := ms.ConvertTo()
	return converted
}

func TestMetricSetConvertTo(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		metric string
		change func(*v1alpha1.MetricSetSpec)
		want   v1alpha2.Metric
		legacy v1alpha2.MetricSetLegacy
	}{
		"standalone": {
			metric: "app-lammps",
			change: func(spec *v1alpha1.MetricSetSpec) {
				spec.Pods = new(int32(4))
				spec.Metrics[0].Options = Texts{"command": "lmp"}
				spec.Metrics[0].Attributes.SecurityContext.Privileged = true
			},
			want: v1alpha2.Metric{
				Name: "app-lammps", Options: Texts{"command": "lmp"},
				Attributes: v1alpha2.MetricAttributes{SecurityContext: v1alpha2.MetricSecurity{Privileged: true}},
			},
			legacy: v1alpha2.MetricSetLegacy{MetricType: "standalone"},
		},
		"an application": {
			metric: "perf-sysstat",
			change: func(spec *v1alpha1.MetricSetSpec) {
				spec.Completions = 2
				spec.Application = &v1alpha1.Application{
					Image: "lammps", Command: "lmp -in a", Entrypoint: "mpirun lmp -in a", WorkingDir: "/w", PullSecret: "pull",
					Resources:  v1alpha2.ContainerResources{Limits: corev1.ResourceList{"cpu": resource.MustParse("2")}},
					Attributes: v1alpha2.MetricAttributes{SecurityContext: v1alpha2.MetricSecurity{Privileged: true}},
					Volumes: map[string]v1alpha1.MetricVolume{
						"b": {StorageVolume: v1alpha2.StorageVolume{Path: "/b", ClaimName: "claim"}, ReadOnly: true},
						"a": {StorageVolume: v1alpha2.StorageVolume{Path: "/a", ConfigMapName: "conf"}, Items: map[string]string{"k": "f"}, ReadOnly: true},
					},
				}
			},
			want: v1alpha2.Metric{
				Name: "perf-sysstat", Options: Texts{"command": "lmp -in a"},
				Addons: []v1alpha2.Addon{
					{
						Name: "application",
						Options: Texts{
							"name": "app", "shell": "/bin/bash", "image": "lammps", "command": "mpirun lmp -in a",
							"workdir": "/w", "pullSecret": "pull", "privileged": "true",
						},
						MapOptions: Maps{"resourceLimits": {"cpu": "2"}},
					},
					{Name: "volume-cm", Options: Texts{"name": "a", "path": "/a", "configMapName": "conf"}, MapOptions: Maps{"items": {"k": "f"}}},
					{Name: "volume-pvc", Options: Texts{"name": "b", "path": "/b", "claimName": "claim", "readOnly": "true"}},
				},
			},
			legacy: v1alpha2.MetricSetLegacy{
				MetricType: "application", Completions: 2, ApplicationImage: "lammps", ApplicationCommand: "lmp -in a",
			},
		},
		"commands by index win over the application's": {
			metric: "perf-sysstat",
			change: func(spec *v1alpha1.MetricSetSpec) {
				spec.Metrics[0].MapOptions = Maps{"commands": {"all": "lmp"}}
				spec.Application = &v1alpha1.Application{Image: "lammps", Command: "sleep 1"}
			},
			want: v1alpha2.Metric{
				Name: "perf-sysstat", MapOptions: Maps{"commands": {"all": "lmp"}},
				Addons: []v1alpha2.Addon{{
					Name: "application", Options: Texts{"name": "app", "shell": "/bin/bash", "image": "lammps", "command": "sleep 1"},
				}},
			},
			legacy: v1alpha2.MetricSetLegacy{
				MetricType: "application", ApplicationImage: "lammps", ApplicationCommand: "sleep 1",
			},
		},
		"a storage with hooks": {
			metric: "io-fio",
			change: func(spec *v1alpha1.MetricSetSpec) {
				spec.Metrics[0].Options = Texts{"pre": "mine"}
				spec.Storage = &v1alpha1.Storage{
					Volume:   v1alpha1.MetricVolume{StorageVolume: v1alpha2.StorageVolume{Path: "/data", HostPath: "/tmp"}},
					Commands: v1alpha1.StorageCommands{Pre: "a", Prefix: "b", Post: "c"},
				}
			},
			want: v1alpha2.Metric{
				Name: "io-fio", Options: Texts{"pre": "mine", "prefix": "b", "post": "c"},
				Addons: []v1alpha2.Addon{{Name: "volume-hostpath", Options: Texts{"name": "storage", "path": "/data", "hostPath": "/tmp"}}},
			},
			legacy: v1alpha2.MetricSetLegacy{
				MetricType: "storage", StorageVolume: v1alpha2.StorageVolume{Path: "/data", HostPath: "/tmp"},
			},
		},
		"an application that the metric runs itself": {
			metric: "perf-hpctoolkit",
			change: func(spec *v1alpha1.MetricSetSpec) {
				spec.Metrics[0].Options = Texts{"events": "-e IO", "command": "own"}
				spec.Application = &v1alpha1.Application{
					Image: "lammps:1", Command: "lmp", Entrypoint: "mpirun lmp", WorkingDir: "/w", PullSecret: "pull",
					Resources:  v1alpha2.ContainerResources{Limits: corev1.ResourceList{"cpu": resource.MustParse("2")}},
					Volumes:    map[string]v1alpha1.MetricVolume{"data": {StorageVolume: v1alpha2.StorageVolume{Path: "/data", HostPath: "/tmp"}}},
					Attributes: v1alpha2.MetricAttributes{SecurityContext: v1alpha2.MetricSecurity{Privileged: true}},
				}
			},
			want: v1alpha2.Metric{
				Name: "perf-hpctoolkit", Image: "lammps:1",
				Options:    Texts{"events": "-e IO", "command": "mpirun lmp", "workdir": "/w", "pullSecret": "pull"},
				Resources:  v1alpha2.ContainerResources{Limits: corev1.ResourceList{"cpu": resource.MustParse("2")}},
				Attributes: v1alpha2.MetricAttributes{SecurityContext: v1alpha2.MetricSecurity{Privileged: true}},
				Addons:     []v1alpha2.Addon{{Name: "volume-hostpath", Options: Texts{"name": "data", "path": "/data", "hostPath": "/tmp"}}},
			},
			legacy: v1alpha2.MetricSetLegacy{MetricType: "application", ApplicationImage: "lammps:1", ApplicationCommand: "lmp"},
		},
		"ior knows no prefix": {
			metric: "io-ior",
			change: func(spec *v1alpha1.MetricSetSpec) {
				spec.Storage = &v1alpha1.Storage{Commands: v1alpha1.StorageCommands{Prefix: "b", Post: "c"}}
			},
			want:   v1alpha2.Metric{Name: "io-ior", Options: Texts{"post": "c"}},
			legacy: v1alpha2.MetricSetLegacy{MetricType: "storage"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := oldMetricSet(test.metric, test.change)
			before := in.DeepCopy()
			out := convertSet(in)
			if diff := cmp.Diff([]v1alpha2.Metric{test.want}, out.Spec.Metrics); diff != "" {
				t.Errorf("metrics (-want +got):\n%s", diff)
			}
			test.legacy.Set = true
			if diff := cmp.Diff(test.legacy, out.Legacy); diff != "" {
				t.Errorf("what has no field (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(before, in); diff != "" {
				t.Errorf("the input changed (-before +after):\n%s", diff)
			}
		})
	}
}

func TestVolumeSourcesInTheirOrder(t *testing.T) {
	t.Parallel()
	volume := v1alpha1.MetricVolume{
		StorageVolume: v1alpha2.StorageVolume{Path: "/data", HostPath: "h", SecretName: "s", ConfigMapName: "c", ClaimName: "p"}, EmptyVol: true,
	}
	dropped := []func(){
		func() { volume.EmptyVol = false }, func() { volume.HostPath = "" },
		func() { volume.SecretName = "" }, func() { volume.ConfigMapName = "" }, func() {},
	}
	for i, want := range []string{"volume-empty", "volume-hostpath", "volume-secret", "volume-cm", "volume-pvc"} {
		in := oldMetricSet("io-fio", func(spec *v1alpha1.MetricSetSpec) { spec.Storage = &v1alpha1.Storage{Volume: volume} })
		if got := convertSet(in).Spec.Metrics[0].Addons[0].Name; got != want {
			t.Errorf("%+v becomes %s, want %s", volume, got, want)
		}
		dropped[i]()
	}
}
