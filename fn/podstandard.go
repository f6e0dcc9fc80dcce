package fn

import (
	"iter"
	"slices"
	"strings"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"
)

// A refusal is one reason why a Pod Security Standard refuses a pod.
type refusal struct {
	// containers cause the refusal. There are none if the pod as a whole does.
	containers []string
	// wrong says what is wrong, in terms of the pod's fields.
	wrong string
	// omits says that a required field is missing. Otherwise the refusal is about a right that the pod asks for.
	omits bool
	// anyUser says that the manifest does not name the user of the container.
	anyUser bool
}

// tracing is the problem of a container that may look at the processes of others.
const tracing = "securityContext.capabilities.add has SYS_PTRACE"

// isOther tells whether the refusal is about a right other than tracing.
func (r refusal) isOther() bool { return !r.omits && r.wrong != tracing }

func (r refusal) isOfAnyUser() bool { return r.anyUser }

// inWords lists the refusals, each with its containers.
func inWords(refused []refusal) string {
	containers := map[string][]string{}
	var wrongs []string
	for _, each := range refused {
		if !slices.Contains(wrongs, each.wrong) {
			wrongs = append(wrongs, each.wrong)
		}
		for _, name := range each.containers {
			if !slices.Contains(containers[each.wrong], name) {
				containers[each.wrong] = append(containers[each.wrong], name)
			}
		}
	}
	for i, wrong := range wrongs {
		switch names := containers[wrong]; len(names) {
		case 0:
		case 1:
			wrongs[i] += " (container " + names[0] + ")"
		default:
			wrongs[i] += " (containers " + strings.Join(names, ", ") + ")"
		}
	}
	return strings.Join(wrongs, "; ")
}

// ordinary are the capabilities that a container may add under the standard "baseline".
var ordinary = []corev1.Capability{
	"AUDIT_WRITE", "CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "MKNOD", "NET_BIND_SERVICE", "SETFCAP", "SETGID",
	"SETPCAP", "SETUID", "SYS_CHROOT",
}

// rightsOf returns the reasons for which both standards refuse a pod: rights that reach the node. The standards differ
// in the capabilities that they allow. The rules are those of kubernetes/kubernetes v1.36,
// staging/src/k8s.io/pod-security-admission/policy. They are copied because the library makes the image too large.
// Fields that no kind can set, such as hostNetwork, are not checked, and neither are sysctls, procMount, AppArmor and
// SELinux, which are rare.
func rightsOf(pod *corev1.PodSpec, allowed []corev1.Capability) (refused []refusal) {
	if pod.HostPID {
		refused = append(refused, refusal{wrong: "hostPID is true"})
	}
	if pod.HostIPC {
		refused = append(refused, refusal{wrong: "hostIPC is true"})
	}
	for _, volume := range pod.Volumes {
		if volume.HostPath != nil {
			refused = append(refused, refusal{containers: mounting(pod, volume.Name), wrong: "the volume " + volume.Name + " is a hostPath"})
		}
	}
	inherited := ptr.Deref(pod.SecurityContext, corev1.PodSecurityContext{})
	if isUnconfined(inherited.SeccompProfile) {
		refused = append(refused, refusal{wrong: "securityContext.seccompProfile of the pod is Unconfined"})
	}
	for name, context := range contextsOf(pod) {
		found := refusal{containers: []string{name}, anyUser: context.RunAsUser == nil && inherited.RunAsUser == nil}
		if ptr.Deref(context.Privileged, false) {
			found.wrong = "securityContext.privileged is true"
			refused = append(refused, found)
		}
		if added := addedTo(context, allowed); len(added) > 0 {
			found.wrong = "securityContext.capabilities.add has " + strings.Join(added, " and ")
			refused = append(refused, found)
		}
		if isUnconfined(context.SeccompProfile) {
			found.wrong = "securityContext.seccompProfile is Unconfined"
			refused = append(refused, found)
		}
	}
	return refused
}

// omissionsOf returns the reasons for which only "restricted" refuses a pod: rights that its containers do not give up.
// A container can give up a right itself, or the pod can do so for all containers.
func omissionsOf(pod *corev1.PodSpec) (refused []refusal) {
	add := func(is bool, wrong string, containers ...string) {
		if is {
			refused = append(refused, refusal{containers: containers, wrong: wrong, omits: true})
		}
	}
	inherited := ptr.Deref(pod.SecurityContext, corev1.PodSecurityContext{})
	add(isRoot(inherited.RunAsUser), "securityContext.runAsUser of the pod is 0")
	add(!ptr.Deref(inherited.RunAsNonRoot, true), "securityContext.runAsNonRoot of the pod is false")
	var maybeRoot []string
	for name, context := range contextsOf(pod) {
		add(ptr.Deref(context.AllowPrivilegeEscalation, true), "securityContext.allowPrivilegeEscalation is not false", name)
		add(!slices.Contains(ptr.Deref(context.Capabilities, corev1.Capabilities{}).Drop, "ALL"), "securityContext.capabilities.drop has no ALL", name)
		add(context.SeccompProfile == nil && inherited.SeccompProfile == nil, "securityContext.seccompProfile is not there", name)
		add(isRoot(context.RunAsUser), "securityContext.runAsUser is 0", name)
		if context.RunAsNonRoot == nil {
			context.RunAsNonRoot = inherited.RunAsNonRoot
		}
		if !ptr.Deref(context.RunAsNonRoot, false) {
			maybeRoot = append(maybeRoot, name)
		}
	}
	add(len(maybeRoot) > 0, "securityContext.runAsNonRoot is not true", maybeRoot...)
	return refused
}

func isRoot(user *int64) bool { return user != nil && *user == 0 }

// contextsOf yields the name of every container of a pod, and a copy of its security context.
func contextsOf(pod *corev1.PodSpec) iter.Seq2[string, corev1.SecurityContext] {
	return func(yield func(string, corev1.SecurityContext) bool) {
		for _, c := range slices.Concat(pod.InitContainers, pod.Containers) {
			if !yield(c.Name, ptr.Deref(c.SecurityContext, corev1.SecurityContext{})) {
				return
			}
		}
	}
}

// addedTo returns the capabilities that a container adds, without the allowed ones.
func addedTo(context corev1.SecurityContext, allowed []corev1.Capability) (names []string) {
	for _, capability := range ptr.Deref(context.Capabilities, corev1.Capabilities{}).Add {
		if !slices.Contains(allowed, capability) {
			names = append(names, string(capability))
		}
	}
	return names
}

func isUnconfined(profile *corev1.SeccompProfile) bool {
	return profile != nil && profile.Type == corev1.SeccompProfileTypeUnconfined
}

// mounting returns the names of the containers that mount a volume.
func mounting(pod *corev1.PodSpec, volume string) (names []string) {
	for _, c := range slices.Concat(pod.InitContainers, pod.Containers) {
		if slices.ContainsFunc(c.VolumeMounts, func(mount corev1.VolumeMount) bool { return mount.Name == volume }) {
			names = append(names, c.Name)
		}
	}
	return names
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
