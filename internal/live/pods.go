package live

import (
	"cmp"
	"fmt"
	"path"
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// current returns the pods of the present life of the set, without those that are replaced by a newer pod.
func (s *Set) current() []corev1.Pod {
	var pods []corev1.Pod
	for _, pod := range s.pods {
		if life(pod) != s.restarts() {
			continue
		}
		if n := len(pods); n > 0 && index(pod) >= 0 && jobOf(pods[n-1]) == jobOf(pod) && index(pods[n-1]) == index(pod) {
			if pods[n-1].CreationTimestamp.After(pod.CreationTimestamp.Time) {
				continue
			}
			pods = pods[:n-1]
		}
		pods = append(pods, pod)
	}
	return pods
}

// withRole returns the pods of the present life with a role.
func (s *Set) withRole(r role) []corev1.Pod {
	return slices.DeleteFunc(s.current(), func(pod corev1.Pod) bool { return !s.hasRole(jobOf(pod), r) })
}

// restarts counts how often the whole set was started again.
func (s *Set) restarts() int32 {
	if s.jobset == nil {
		return 0
	}
	return s.jobset.Status.Restarts
}

// main returns the part with the application.
func (s *Set) main() (first part) {
	for _, p := range s.parts {
		if p.role == measured {
			return p
		}
	}
	return first
}

// lead returns the first pod of the main job in the present life. Its application decides about the set.
func (s *Set) lead() (corev1.Pod, bool) {
	for _, pod := range s.withRole(measured) {
		if jobOf(pod) == s.main().name && index(pod) <= 0 {
			return pod, true
		}
	}
	return corev1.Pod{}, false
}

// runner returns the container that runs the application: the first one of its pods. A MiniCluster's runner is the first
// container, and so is the container of a metric.
func (s *Set) runner() (first corev1.Container) {
	if all := s.main().spec.Template.Spec.Containers; len(all) > 0 {
		return all[0]
	}
	return first
}

// application is the name of the container that runs the application.
func (s *Set) application() string { return s.runner().Name }

// leadStatus returns the status of the application, which is empty without its pod.
func (s *Set) leadStatus() corev1.ContainerStatus {
	lead, _ := s.lead()
	return statusOf(lead, s.application())
}

// statuses returns the statuses of all containers of a pod, init containers first.
func statuses(pod corev1.Pod) []corev1.ContainerStatus {
	return slices.Concat(pod.Status.InitContainerStatuses, pod.Status.ContainerStatuses)
}

// statusOf returns the status of a container. It is empty as long as the node has said nothing about the container.
func statusOf(pod corev1.Pod, container string) (of corev1.ContainerStatus) {
	for _, status := range statuses(pod) {
		if status.Name == container {
			return status
		}
	}
	return of
}

// containers returns all containers of a pod, init containers first.
func containers(spec corev1.PodSpec) []corev1.Container {
	return slices.Concat(spec.InitContainers, spec.Containers)
}

// isSidecar tells whether a container is an init container that runs on.
func isSidecar(c corev1.Container) bool {
	return c.RestartPolicy != nil && *c.RestartPolicy == corev1.ContainerRestartPolicyAlways
}

// variable returns the value of a variable of a container.
func variable(c corev1.Container, name string) (string, bool) {
	for _, v := range c.Env {
		if v.Name == name && v.ValueFrom == nil {
			return v.Value, true
		}
	}
	return "", false
}

// Entry returns the arguments of "kubectl exec" that enter the Flux instance of the set: the pod and the container of the lead broker, and
// flux-connect.sh, which the broker has written. The error says why the instance cannot be entered.
func (s *Set) Entry() ([]string, error) {
	if !s.isFlux() {
		return nil, fmt.Errorf("%s is made from a %s, which has no Flux instance to connect to: name a MiniCluster", s.Name, cmp.Or(s.kind(), "source unknown here"))
	}
	lead, found := s.lead()
	if !found || s.leadStatus().State.Running == nil {
		record, status := s.Record(), s.Hints.Command("status", s.Name)
		if record.State == runs.Running {
			return nil, fmt.Errorf("the lead of %s does not run: the application %s: \"%s\" says more", s.Name, s.applicationState(record), status)
		}
		return nil, fmt.Errorf("%s is not running, it is %s: \"%s\" says more", s.Name, record.State, status)
	}
	mount, _ := variable(s.runner(), names.Mount) // it is left out if it is the default
	script := path.Join(cmp.Or(mount, v1alpha2.DefaultMountPath), names.ConnectScript)
	return []string{lead.Name, "--container=" + s.application(), "--", "bash", script}, nil
}
