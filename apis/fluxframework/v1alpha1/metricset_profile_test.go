package v1alpha1_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// profiled is a set that runs an application under HPCToolkit.
func profiled() *v1alpha1.MetricSet {
	ms := metricSet("perf-hpctoolkit", func(spec *v1alpha1.MetricSetSpec) {
		spec.Metrics[0].Options = Texts{"events": "-e IO"}
		spec.Application = &v1alpha1.Application{
			Image: "lammps:1", Command: "lmp", Entrypoint: "mpirun lmp", WorkingDir: "/w", PullSecret: "pull",
			Resources: v1alpha2.MetricResources{Limits: corev1.ResourceList{"cpu": resource.MustParse("2")}},
			Volumes:   map[string]v1alpha1.MetricVolume{"data": {Path: "/data", HostPath: "/tmp"}},
		}
		spec.Application.Attributes.SecurityContext.Privileged = true
	})
	ms.Default()
	return ms
}

func TestProfiledApplication(t *testing.T) {
	t.Parallel()
	want := []v1alpha2.Metric{{
		Name: "perf-hpctoolkit", Image: "lammps:1",
		Options:    Texts{"events": "-e IO", "command": "mpirun lmp", "workdir": "/w", "pullSecret": "pull"},
		Resources:  v1alpha2.MetricResources{Limits: corev1.ResourceList{"cpu": resource.MustParse("2")}},
		Attributes: v1alpha2.MetricAttributes{SecurityContext: v1alpha2.MetricSecurity{Privileged: true}},
		Addons: []v1alpha2.Addon{{
			Name: "volume-hostpath", Options: Texts{"name": "data", "path": "/data", "hostPath": "/tmp"},
		}},
	}}
	if diff := cmp.Diff(want, profiled().ConvertTo().Spec.Metrics); diff != "" {
		t.Errorf("metrics (-want +got):\n%s", diff)
	}
}

func TestProfiledFields(t *testing.T) {
	t.Parallel()
	for converted, want := range map[string]string{
		"spec.metrics[0].image":                  "spec.application.image",
		"spec.metrics[0].options.command":        "spec.application.command",
		"spec.metrics[0].options.workdir":        "spec.application.workingDir",
		"spec.metrics[0].options.events":         "spec.metrics[0].options.events",
		"spec.metrics[0].addons[0].options.path": "spec.application.volumes[data].path",
		"spec.metrics[0].attributes":             "spec.metrics[0].attributes",
	} {
		own := profiled().InOwnFields(field.ErrorList{invalid(converted, "v", "d")})
		if diff := cmp.Diff(field.ErrorList{invalid(want, "v", "d")}, own); diff != "" {
			t.Errorf("%s (-want +got):\n%s", converted, diff)
		}
	}
}

// TestProfiledWithoutApplication leaves problems of the options at the options if there is no application to point at.
func TestProfiledWithoutApplication(t *testing.T) {
	t.Parallel()
	ms := metricSet("perf-hpctoolkit", func(spec *v1alpha1.MetricSetSpec) { spec.Metrics[0].Options = Texts{"workdir": "w"} })
	ms.Default()
	own := ms.InOwnFields(field.ErrorList{invalid("spec.metrics[0].options.workdir", "w", "d")})
	if len(own) != 1 || own[0].Field != "spec.metrics[0].options.workdir" {
		t.Errorf("%v", own)
	}
}
