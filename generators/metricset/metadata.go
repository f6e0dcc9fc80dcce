package metricset

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
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

// workloadMeta adds the labels and annotations of the MetricSet itself. Users write there what applies to the whole
// set, such as a cost centre or a queue.
func (s set) workloadMeta(name string) metav1.ObjectMeta {
	meta := s.unchangeable(name)
	meta.Labels = metadata.Merged(s.ms.Labels)
	meta.Annotations = metadata.Merged(metadata.UsersAnnotations(s.ms.Annotations), meta.Annotations)
	meta.Labels = metadata.Merged(meta.Labels, metadata.QueueLabels(s.opts))
	if metadata.InQueue(s.ms.Labels, s.opts) {
		meta.Annotations = metadata.AppliedOften(meta.Annotations)
	}
	return meta
}

func (s set) podMeta(job plan.Job) metav1.ObjectMeta {
	return metav1.ObjectMeta{
		Labels: metadata.Merged(s.ms.Spec.Pod.Labels, map[string]string{
			metadata.NetworkLabel: s.serviceName(), metadata.ComponentLabel: job.Name,
			metadata.NameLabel: s.ms.Name, setLabel: s.ms.Name, clusterLabel: s.ms.Name,
		}),
		Annotations: metadata.Merged(map[string]string{metadata.DefaultContainer: mainContainer(job)}, podAnnotations(s.ms, s.opts)),
	}
}

// podAnnotations adds what the option topology asks of Kueue. The option wins.
func podAnnotations(ms *v1alpha2.MetricSet, opts latchkey.Options) map[string]string {
	written, asked := ms.Spec.Pod.Annotations, metadata.TopologyAnnotations(opts)
	if asked != nil {
		written = metadata.ForHelpers(written)
	}
	return metadata.Merged(written, asked)
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
