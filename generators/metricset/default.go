package metricset

import (
	"cmp"
	"maps"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

// Default fills every value that generation needs and that the user left out. Explicit values stay, and so do zeros of
// pointer fields. A second call changes nothing. The catalogue has the defaults of a metric's image and options.
func Default(ms *v1alpha2.MetricSet) {
	spec := &ms.Spec
	ms.PodsDefaulted = ms.PodsDefaulted || spec.Pods == nil
	spec.Pods = cmp.Or(spec.Pods, new(int32(1)))
	spec.ServiceName = cmp.Or(spec.ServiceName, ms.Name)
	spec.DeadlineSeconds = cmp.Or(spec.DeadlineSeconds, new(v1alpha2.DefaultDeadlineSeconds))
	spec.DontSetFQDN = cmp.Or(spec.DontSetFQDN, new(true))
}

// resourcesOf returns the resources of the container that measures a metric. The set's resources fill gaps of the
// metric's own.
func resourcesOf(ms *v1alpha2.MetricSet, metric v1alpha2.Metric) corev1.ResourceRequirements {
	// The set's request may exceed a limit of the metric.
	unlimited := maps.Clone(ms.Spec.Resources)
	maps.DeleteFunc(unlimited, func(name corev1.ResourceName, _ resource.Quantity) bool {
		_, limited := metric.Resources.Limits[name]
		return limited
	})
	return corev1.ResourceRequirements{
		Limits:   workload.MergedResources(ms.Spec.Resources, metric.Resources.Limits),
		Requests: workload.MergedResources(unlimited, metric.Resources.Requests),
	}
}
