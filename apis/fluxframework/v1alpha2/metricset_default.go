package v1alpha2

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// Default fills every value that generation needs and that the user left out. Explicit values stay, and so do zeros of
// pointer fields. A second call changes nothing.
//
// The catalogue of the generator has the defaults of a metric's image and options.
func (ms *MetricSet) Default() {
	spec := &ms.Spec
	ms.PodsDefaulted = ms.PodsDefaulted || spec.Pods == nil
	fill(&spec.Pods, new(int32(1)))
	fill(&spec.ServiceName, ms.Name)
	fill(&spec.DeadlineSeconds, new(DefaultDeadlineSeconds))
	fill(&spec.DontSetFQDN, new(true))
}

// ResourcesOf returns the resources of the container that measures a metric. The set's resources fill gaps of the
// metric's own.
func (ms *MetricSet) ResourcesOf(metric Metric) corev1.ResourceRequirements {
	// The set's request may exceed a limit of the metric.
	unlimited := maps.Clone(ms.Spec.Resources)
	maps.DeleteFunc(unlimited, func(name corev1.ResourceName, _ resource.Quantity) bool {
		_, limited := metric.Resources.Limits[name]
		return limited
	})
	return corev1.ResourceRequirements{
		Limits:   MergedResources(ms.Spec.Resources, metric.Resources.Limits),
		Requests: MergedResources(unlimited, metric.Resources.Requests),
	}
}

// MergedResources returns the quantities of two lists, of which own wins. It is nil if there are none.
func MergedResources(fallback, own corev1.ResourceList) corev1.ResourceList {
	if len(fallback)+len(own) == 0 {
		return nil
	}
	merged := corev1.ResourceList{}
	maps.Copy(merged, fallback)
	maps.Copy(merged, own)
	return merged
}
