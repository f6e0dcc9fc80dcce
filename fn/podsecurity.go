package fn

import (
	"slices"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"
)

// labelEnforce on a Namespace names the Pod Security Standard that its pods have to meet.
const labelEnforce = "pod-security.kubernetes.io/enforce"

// ordinary are the capabilities that the standard "baseline" lets a container add, see kubernetes/kubernetes,
// staging/src/k8s.io/pod-security-admission/policy, check_capabilities_baseline.go.
var ordinary = []corev1.Capability{
	"AUDIT_WRITE", "CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "MKNOD", "NET_BIND_SERVICE", "SETFCAP", "SETGID",
	"SETPCAP", "SETUID", "SYS_CHROOT",
}

// checkPodSecurity warns of pods with rights that a Namespace among the items refuses: the server takes the JobSet, and
// nothing but an event says why it stays without pods.
func (r *run) checkPodSecurity() {
	standards := map[string]string{}
	for _, item := range r.in.Items {
		if item.Kind == "Namespace" && item.APIVersion == "v1" {
			standards[item.Name] = text(child(child(child(item.node, "metadata"), "labels"), labelEnforce))
		}
	}
	for _, s := range r.sources {
		standard := standards[s.item.Namespace]
		if standard != "baseline" && standard != "restricted" {
			continue
		}
		if container, right := strongest(s.objects); container != "" {
			r.results = append(r.results, s.item.finding(krm.Warning,
				"the container %s asks for %s, which the namespace %q refuses by its label %s: %s: the set would stay without pods: name the user that the application runs as, so that nothing is needed, set ptrace to Never, or run it in another namespace",
				container, right, s.item.Namespace, labelEnforce, standard))
		}
	}
}

// strongest returns the first container with a right that "baseline" refuses, and the right; "" where there is none.
func strongest(objects []runtime.Object) (container, right string) {
	for _, pod := range podsOf(objects) {
		for _, c := range slices.Concat(pod.InitContainers, pod.Containers) {
			context := c.SecurityContext
			if context == nil {
				continue
			}
			if context.Privileged != nil && *context.Privileged {
				return c.Name, "all rights of the node (privileged)"
			}
			if context.Capabilities == nil {
				continue
			}
			for _, capability := range context.Capabilities.Add {
				if !slices.Contains(ordinary, capability) {
					return c.Name, "the capability " + string(capability)
				}
			}
		}
	}
	return "", ""
}

// podsOf returns the pods of workloads.
func podsOf(objects []runtime.Object) []corev1.PodSpec {
	var pods []corev1.PodSpec
	for _, object := range objects {
		switch workload := object.(type) {
		case *jobset.JobSet:
			for _, job := range workload.Spec.ReplicatedJobs {
				pods = append(pods, job.Template.Spec.Template.Spec)
			}
		case *batchv1.Job:
			pods = append(pods, workload.Spec.Template.Spec)
		case *corev1.Pod:
			pods = append(pods, workload.Spec)
		}
	}
	return pods
}
