package metricset

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

const (
	// setLabel and clusterLabel are the labels that the Metrics Operator puts on its pods. People select pods by them.
	setLabel     = "metricset-name"
	clusterLabel = "cluster-name"
)

func (s set) podMeta(job plan.Job) metav1.ObjectMeta {
	return metav1.ObjectMeta{
		Labels: workload.Merged(s.ms.Spec.Pod.Labels, map[string]string{
			workload.NetworkLabel: s.serviceName(), workload.ComponentLabel: job.Name,
			workload.NameLabel: s.ms.Name, setLabel: s.ms.Name, clusterLabel: s.ms.Name,
		}),
		Annotations: workload.Merged(map[string]string{workload.DefaultContainer: mainContainer(job)}, workload.PodAnnotations(s.ms.Spec.Pod.Annotations, s.Options)),
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
