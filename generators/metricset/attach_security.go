package metricset

import (
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// sidecarSecurity makes a sidecar run as the application's user when the manifests name that user. The kernel then
// shows it the application's figures without a capability, if the groups are the same too. A user other than root needs
// no other right, as the Pod Security Standard "restricted" demands. A sidecar that needs a capability runs as root,
// because a capability has no effect for other users.
func (s set) sidecarSecurity(container plan.Container, pod attach.Pod) *corev1.SecurityContext {
	pod.User = watchedUser(container, pod)
	context := s.sidecarRights(container, pod)
	context.RunAsUser, context.RunAsGroup = pod.UID, pod.GID
	switch {
	case pod.UID == nil:
		return context
	case *pod.UID != 0 && !isStrong(context):
		restricted := workload.RestrictedAlone()
		restricted.RunAsNonRoot = new(true) // the pod need not say so
		restricted.RunAsUser, restricted.RunAsGroup = pod.UID, pod.GID
		return restricted
	case *pod.UID != 0:
		context.RunAsUser, context.RunAsGroup = new(int64(0)), new(int64(0))
	}
	if pod.NonRoot {
		context.RunAsNonRoot = new(false) // the application is root too, and its own context allows it
	}
	return context
}

// sidecarRights returns the rights that a sidecar asks for. It does not look at the sidecar's user.
//
// A sidecar with the application's user needs SYS_PTRACE only if the application has more rights than that user. Even
// then it does without SYS_PTRACE if the pods exclude root, because the figures of most programs can still be read. A
// sidecar that becomes root for another right no longer has the application's user.
func (s set) sidecarRights(container plan.Container, pod attach.Pod) *corev1.SecurityContext {
	if pod.UID == nil || s.Options.Ptrace == latchkey.PtraceAlways || !pod.Plain && (!pod.NonRoot || *pod.UID == 0) {
		return s.security(container)
	}
	same := s
	same.Options.Ptrace = latchkey.PtraceNever
	if context := same.security(container); *pod.UID == 0 || !isStrong(context) {
		return context
	}
	return s.security(container)
}

// isStrong tells whether a container is privileged or has a capability.
func isStrong(context *corev1.SecurityContext) bool {
	return context.Privileged != nil || context.Capabilities != nil
}

// checkRights reports sidecars that need root in pods that exclude it. It warns when a sidecar may lack the
// application's group, which the kernel compares.
func (r *planner) checkRights() {
	s := newSet(r.ms, r.opts, nil)
	var unknown bool
	var lacksGroup *int64
	for i, made := range r.plans {
		made.Each(hasScript, func(container *plan.Container) {
			pod := *r.pod
			pod.User = watchedUser(*container, pod)
			if pod.Mixed && pod.NonRoot && container.Role == plan.Watch {
				r.Invalid(v1alpha2.MetricsPath.Index(i), container.Name,
					"the containers of %s run as several users, so only root can watch all of them, and its pods exclude root (%s.securityContext.runAsNonRoot): name one container in the option container", r.pod.Title, r.pod.Field)
			}
			if pod.UID == nil || *pod.UID == 0 {
				unknown = unknown || pod.UID == nil
				return
			}
			switch context := s.sidecarRights(*container, pod); {
			case !isStrong(context):
				if container.Role == plan.Watch && pod.GID == nil {
					lacksGroup = pod.UID
				}
			case r.pod.NonRoot:
				r.Invalid(v1alpha2.MetricsPath.Index(i), container.Name,
					"%s needs root, which the pods of %s exclude (%s.securityContext.runAsNonRoot): leave one of the two out",
					s.askedFor(*container), r.pod.Title, r.pod.Field)
			}
		})
	}
	if unknown && r.pod.NonRoot {
		r.Invalid(attach.ToPath, r.pod.Name,
			"the pods of %s exclude root (%s.securityContext.runAsNonRoot), but the image of a sidecar may run as root: give runAsUser and runAsGroup there too", r.pod.Title, r.pod.Field)
	}
	if lacksGroup != nil {
		r.Warn(attach.ToPath, r.pod.Name,
			"the application of %s runs as the user %d (runAsUser), and only its image knows its group; a sidecar with another group cannot read its figures: give runAsGroup beside runAsUser, in %s.securityContext or in that of the container", r.pod.Title, *lacksGroup, r.pod.Field)
	}
}

// watchedUser returns the user of the container that a sidecar watches, or of all containers together.
func watchedUser(container plan.Container, pod attach.Pod) attach.User {
	if user, found := pod.Watched[container.Watched]; found {
		return user
	}
	return pod.User
}

// askedFor names the settings that give a container a capability or make it privileged.
func (s set) askedFor(container plan.Container) string {
	var all []string
	if container.Kernel {
		return "a metric that runs BPF programs"
	}
	if container.Role == plan.Watch && s.Options.Ptrace == latchkey.PtraceAlways {
		all = append(all, "the option ptrace=Always")
	}
	if container.Privileged || container.Admin || container.Ptrace {
		all = append(all, "what attributes.securityContext or the addon perf-commands asks for")
	}
	return strings.Join(all, ", and ")
}
