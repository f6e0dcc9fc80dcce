package metricset

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func newPod(s set, job plan.Job) corev1.PodSpec {
	pod := corev1.PodSpec{
		RestartPolicy:      corev1.RestartPolicyNever,
		ServiceAccountName: s.ms.Spec.Pod.ServiceAccountName,
		NodeSelector:       s.ms.Spec.Pod.NodeSelector,
		Tolerations:        s.WithLostNodes(nil),
		Subdomain:          s.headlessName(),
		Volumes:            newVolumes(s, job),
	}
	if !*s.ms.Spec.DontSetFQDN {
		pod.SetHostnameAsFQDN = new(true)
	}
	if job.SoleTenancy {
		// Pods of other metrics of the set count too, because they would measure each other.
		workload.Spread(&pod, s.Options.Spread, &metav1.LabelSelector{MatchLabels: map[string]string{workload.NetworkLabel: s.headlessName()}})
	}
	workload.JoinGroup(&pod, newPodGroup(s))
	if pod.ServiceAccountName == "" {
		pod.AutomountServiceAccountToken = new(false) // nobody has said that anything here is to talk to the API server
	}
	if job.SharesProcesses {
		pod.ShareProcessNamespace = new(true)
	}
	for _, name := range job.PullSecrets {
		pod.ImagePullSecrets = append(pod.ImagePullSecrets, corev1.LocalObjectReference{Name: name})
	}
	for _, container := range job.Containers {
		made := newContainer(s, job, container)
		switch {
		case container.Role == plan.Prepare:
			pod.InitContainers = append(pod.InitContainers, made)
		case s.isNative(job, container):
			made.RestartPolicy = new(corev1.ContainerRestartPolicyAlways)
			pod.InitContainers = append(pod.InitContainers, made)
		default:
			pod.Containers = append(pod.Containers, made)
		}
	}
	return pod
}

// isNative tells whether a container is a native sidecar. A watcher is a native sidecar, which starts before the application
// and is stopped after it. In an interactive set the watcher is an ordinary container, so that the pod does not end, and for the
// SDK of the Metrics Operator too, which does not look among init containers. That SDK knows no metric of the kernel.
func (s set) isNative(job plan.Job, container plan.Container) bool {
	isForSDK := s.Options.LogNames == latchkey.LogNamesMetricsOperator && !container.Kernel
	return container.Role == plan.Watch && job.SharesProcesses && !isForSDK && !s.ms.Spec.Logging.Interactive
}

// The labels that the Metrics Operator puts on its pods. People select pods by them.
const (
	setLabel     = "metricset-name"
	clusterLabel = "cluster-name"
)

func (s set) podMeta(job plan.Job) metav1.ObjectMeta {
	return metav1.ObjectMeta{
		Labels: workload.Merged(s.ms.Spec.Pod.Labels, map[string]string{
			workload.NetworkLabel: s.headlessName(), names.ComponentLabel: job.Name,
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
