package v1alpha1_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha1"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

func TestValidateMetricSet(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, metric string
		change       func(*v1alpha1.MetricSetSpec)
		want         field.ErrorList
		warnings     field.ErrorList
	}{
		{name: "standalone", metric: "app-amg"},
		{
			name: "two standalone", metric: "app-amg",
			change: func(spec *v1alpha1.MetricSetSpec) {
				spec.Metrics = append(spec.Metrics, v1alpha1.Metric{Name: "io-fio"})
			},
			want: field.ErrorList{forbidden("spec.metrics",
				"without application and storage there is one metric only: leave the others out, or use apiVersion flux-framework.org/v1alpha2")},
		},
		{
			name: "both", metric: "perf-sysstat",
			change: func(spec *v1alpha1.MetricSetSpec) {
				spec.Application, spec.Storage = &v1alpha1.Application{Image: "a", Command: "b"}, &v1alpha1.Storage{}
			},
			want: field.ErrorList{forbidden("spec.storage",
				"application and storage exclude each other: leave one of the two out, or write an object of v1alpha2 with addons")},
		},
		{
			name: "one of v1alpha2", metric: "sys-hwloc",
			want: field.ErrorList{invalid("spec.metrics[0].name", "sys-hwloc",
				`"sys-hwloc" is not a metric of v1alpha1: use apiVersion flux-framework.org/v1alpha2`)},
		},
		{
			name: "an application for a storage metric", metric: "io-fio",
			change: func(spec *v1alpha1.MetricSetSpec) { spec.Application = &v1alpha1.Application{} },
			want: field.ErrorList{
				invalid("spec.metrics[0].name", "io-fio",
					`"io-fio" does not watch an application: leave spec.application out, or use an object of v1alpha2 with the addon application`),
				required("spec.application.image", "the application has no image: name it, for example docker.io/library/ubuntu:24.04"),
				required("spec.application.command",
					`the application has no command: write what it runs and what is watched, for example "sleep 10"`),
			},
		},
		{
			name: "volumes without path and source, and completions", metric: "io-fio",
			change: func(spec *v1alpha1.MetricSetSpec) {
				spec.Storage, spec.Completions = &v1alpha1.Storage{Volume: v1alpha1.MetricVolume{SecretName: "s"}}, -1
			},
			want: field.ErrorList{
				required("spec.storage.volume.path", "the volume has no path: say where containers mount it, for example /data"),
				invalid("spec.completions", int32(-1), "-1 is too small: use 1 or more, or leave completions out: the default is spec.pods"),
			},
		},
		{
			name: "a volume without a source", metric: "perf-sysstat",
			change: func(spec *v1alpha1.MetricSetSpec) {
				spec.Application = &v1alpha1.Application{
					Image: "a", Command: "b", Volumes: map[string]v1alpha1.MetricVolume{"data": {Path: "/data"}},
				}
			},
			want: field.ErrorList{required("spec.application.volumes[data].claimName",
				"the volume has no source: name a claim here, or use hostPath, secretName, configMapName or emptyVol")},
		},
		{
			name: "a volume with two sources", metric: "io-fio",
			change: func(spec *v1alpha1.MetricSetSpec) {
				spec.Storage = &v1alpha1.Storage{Volume: v1alpha1.MetricVolume{Path: "/data", ClaimName: "c", HostPath: "/tmp"}}
			},
			warnings: field.ErrorList{invalid("spec.storage.volume", "hostPath, claimName",
				"the volume has 2 sources, hostPath and claimName, and is what the first of them says: leave the others out")},
		},
		{
			name: "items of a claim", metric: "io-fio",
			change: func(spec *v1alpha1.MetricSetSpec) {
				spec.Storage = &v1alpha1.Storage{Volume: v1alpha1.MetricVolume{
					Path: "/data", ClaimName: "c", Items: map[string]string{"a": "b"},
				}}
			},
			warnings: field.ErrorList{invalid("spec.storage.volume.items", 1,
				"they have no effect without configMapName: name one, or leave them out")},
		},
		{
			name: "a prefix for metrics without one", metric: "io-ior",
			change: func(spec *v1alpha1.MetricSetSpec) {
				spec.Metrics = append(spec.Metrics, v1alpha1.Metric{Name: "io-fio"})
				spec.Storage = &v1alpha1.Storage{Commands: v1alpha1.StorageCommands{Pre: "a", Prefix: "time"}}
			},
			warnings: field.ErrorList{invalid("spec.storage.commands.prefix", "time",
				`"time" has no effect with io-ior, which has no prefix: leave it out, or use an object of v1alpha2 with the addon commands`)},
		},
		{
			name: "completions of workers", metric: "app-amg",
			change: func(spec *v1alpha1.MetricSetSpec) { spec.Pods, spec.Completions = new(int32(2)), 3 },
			warnings: field.ErrorList{invalid("spec.completions", int32(3),
				"3 has no effect with app-amg: only metrics that watch an application or measure a storage have completions; leave it out")},
		},
		{
			name: "as many completions as pods", metric: "app-amg",
			change: func(spec *v1alpha1.MetricSetSpec) { spec.Pods, spec.Completions = new(int32(2)), 2 },
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			ms := metricSet(test.metric, test.change)
			ms.Default()
			errs, warnings := ms.Validate(latchkey.Options{})
			if diff := cmp.Diff(test.want, errs); diff != "" {
				t.Errorf("errors (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.warnings, warnings); diff != "" {
				t.Errorf("warnings (-want +got):\n%s", diff)
			}
		})
	}
}

// TestMetricSetInOwnFields wants problems of a converted set to have the paths of the fields that were written.
func TestMetricSetInOwnFields(t *testing.T) {
	t.Parallel()
	watching := metricSet("perf-sysstat", func(spec *v1alpha1.MetricSetSpec) {
		spec.Metrics = append(spec.Metrics, v1alpha1.Metric{Name: "app-ldms"})
		spec.Application = &v1alpha1.Application{
			Image: "a", Command: "b", Volumes: map[string]v1alpha1.MetricVolume{"y": {}, "x": {}},
		}
	})
	storing := metricSet("io-fio", func(spec *v1alpha1.MetricSetSpec) {
		spec.Metrics[0].Options = Texts{"post": "mine"}
		spec.Storage = &v1alpha1.Storage{Volume: v1alpha1.MetricVolume{Path: "/a"}, Commands: v1alpha1.StorageCommands{Pre: "a", Post: "b"}}
	})
	tests := []struct {
		set             *v1alpha1.MetricSet
		converted, want string
	}{
		{watching, "spec.pods", "spec.pods"},
		{watching, "spec.metrics[0].options.rate", "spec.metrics[0].options.rate"},
		{watching, "spec.metrics[0].options.command", "spec.application.command"},
		{watching, "spec.metrics[0].addons[0].options.image", "spec.application.image"},
		{watching, "spec.metrics[0].addons[0].options.workdir", "spec.application.workingDir"},
		{watching, "spec.metrics[1].addons[0].options.command", "spec.application.command"},
		{watching, "spec.metrics[0].addons[0].options.privileged", "spec.application.attributes.securityContext.privileged"},
		{watching, "spec.metrics[0].addons[0].mapOptions.resourceLimits[cpu]", "spec.application.resources.limits[cpu]"},
		{watching, "spec.metrics[0].addons[0].mapOptions.resourceRequests[cpu]", "spec.application.resources.requests[cpu]"},
		{watching, "spec.metrics[0].addons[1].options.path", "spec.application.volumes[x].path"},
		{watching, "spec.metrics[0].addons[2].options.name", "spec.application.volumes[y]"},
		{storing, "spec.metrics[0].addons[0].options.claimName", "spec.storage.volume.claimName"},
		{storing, "spec.metrics[0].addons[0].mapOptions.items[a]", "spec.storage.volume.items[a]"},
		{storing, "spec.metrics[0].options.pre", "spec.storage.commands.pre"},
		{storing, "spec.metrics[0].options.post", "spec.metrics[0].options.post"},
		{storing, "spec.metrics[0].name", "spec.metrics[0].name"},
	}
	for _, test := range tests {
		test.set.Default()
		own := test.set.InOwnFields(field.ErrorList{invalid(test.converted, "v", "d"), invalid(test.converted, "v", "d")})
		if diff := cmp.Diff(field.ErrorList{invalid(test.want, "v", "d")}, own); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.converted, diff)
		}
	}
}
