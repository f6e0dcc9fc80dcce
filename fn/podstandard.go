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

// A refusal is one reason for which a Pod Security Standard refuses a pod.
type refusal struct {
	// containers that are the reason, none where it is the pod as a whole.
	containers []string
	// wrong is what is wrong with them, in the words of the pod's fields.
	wrong string
	// omits says that something is not given up, where else a right is asked for.
	omits bool
	// anyUser says that the manifest does not know as which user the container runs.
	anyUser bool
}

// tracing is what is wrong with a container that gets one right: to look at the processes of others.
const tracing = "securityContext.capabilities.add has SYS_PTRACE"

// isOther tells whether it takes more to mend it than another user, or not to trace.
func (r refusal) isOther() bool { return !r.omits && r.wrong != tracing }

func (r refusal) isOfAnyUser() bool { return r.anyUser }

// inWords lists refusals, each with all containers that it is about.
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

// ordinary are the capabilities that the standard "baseline" lets a container add.
var ordinary = []corev1.Capability{
	"AUDIT_WRITE", "CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "MKNOD", "NET_BIND_SERVICE", "SETFCAP", "SETGID",
	"SETPCAP", "SETUID", "SYS_CHROOT",
}

// rightsOf are the reasons for which both standards refuse a pod: rights that reach the node. The two differ in the
// capabilities that they allow. The rules are those of kubernetes/kubernetes v1.36,
// staging/src/k8s.io/pod-security-admission/policy; as a library they make the image larger than it may be. Not looked
// at is what no kind can ask for, as the network of the node, and what is rare: sysctls, procMount, AppArmor and SELinux.
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

// omissionsOf are the reasons for which "restricted" alone refuses a pod: what its containers do not give up, each for
// itself or all by the pod.
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

// addedTo are the capabilities that a container adds, but for those that are allowed.
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

// mounting are the names of the containers that mount a volume.
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
