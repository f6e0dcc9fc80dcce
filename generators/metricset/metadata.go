package metricset

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

const (
	// setLabel and clusterLabel are the labels that the Metrics Operator puts on its pods. People select pods by them.
	setLabel     = "metricset-name"
	clusterLabel = "cluster-name"
)

// meta returns the name and the namespace of a generated object.
func (s set) meta(name string) metav1.ObjectMeta {
	return metav1.ObjectMeta{Name: name, Namespace: s.ms.Namespace}
}

// workloadMeta returns the metadata of a workload, with the labels and annotations of the MetricSet.
func (s set) workloadMeta(name string) metav1.ObjectMeta {
	meta := s.meta(name)
	meta.Labels, meta.Annotations = s.ms.Labels, s.ms.Annotations
	return metadata.ForWorkload(meta, s.opts)
}

func (s set) podMeta(job plan.Job) metav1.ObjectMeta {
	return metav1.ObjectMeta{
		Labels: metadata.Merged(s.ms.Spec.Pod.Labels, map[string]string{
			metadata.NetworkLabel: s.serviceName(), metadata.ComponentLabel: job.Name,
			metadata.NameLabel: s.ms.Name, setLabel: s.ms.Name, clusterLabel: s.ms.Name,
		}),
		Annotations: metadata.Merged(map[string]string{metadata.DefaultContainer: mainContainer(job)}, metadata.PodAnnotations(s.ms.Spec.Pod.Annotations, s.opts)),
	}
}

// mainContainer returns the container of a job's pods that people look at first: one that measures, or else the
// application that others watch.
func mainContainer(job plan.Job) string {
	for _, role := range []plan.Role{plan.Measure, plan.Apply} {
		for _, container := range job.Containers {
			if container.Role == role {
				return container.Name
			}
		}
	}
	return job.Containers[0].Name
}
