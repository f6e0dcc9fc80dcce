package metricset

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func newPod(s set, job plan.Job) corev1.PodSpec {
	pod := corev1.PodSpec{
		RestartPolicy:      corev1.RestartPolicyNever,
		ServiceAccountName: s.ms.Spec.Pod.ServiceAccountName,
		NodeSelector:       s.ms.Spec.Pod.NodeSelector,
		Subdomain:          s.serviceName(),
		Volumes:            newVolumes(s, job),
	}
	if !*s.ms.Spec.DontSetFQDN {
		pod.SetHostnameAsFQDN = new(true)
	}
	if job.SoleTenancy {
		// Pods of other metrics of the set count too, because they would measure each other.
		workload.Spread(&pod, s.Options.Spread, &metav1.LabelSelector{MatchLabels: map[string]string{workload.NetworkLabel: s.serviceName()}})
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
// and is stopped after it. In an interactive set the watcher is an ordinary container, so that the pod does not end.
func (s set) isNative(job plan.Job, container plan.Container) bool {
	return container.Role == plan.Watch && job.SharesProcesses &&
		s.Options.Sidecars != latchkey.SidecarsContainer && !s.ms.Spec.Logging.Interactive
}
