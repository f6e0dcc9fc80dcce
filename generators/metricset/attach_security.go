package metricset

import (
	"strings"

	corev1 "k8s.io/api/core/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/attach"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// sidecarSecurity makes a sidecar run as the application's user when the manifests name that user. The kernel then
// shows it the application's figures without a capability, if the groups are the same too. A user other than root needs
// no other right, as the Pod Security Standard "restricted" demands. A sidecar that needs a capability runs as root,
// because a capability has no effect for other users.
func (s set) sidecarSecurity(container plan.Container, carrier attach.Carrier) *corev1.SecurityContext {
	carrier.User = watchedUser(container, carrier)
	context := s.sidecarRights(container, carrier)
	context.RunAsUser, context.RunAsGroup = carrier.UID, carrier.GID
	switch {
	case carrier.UID == nil:
		return context
	case *carrier.UID != 0 && !isStrong(context):
		context.RunAsNonRoot = new(true) // the pod need not say so
		context.AllowPrivilegeEscalation = new(false)
		context.Capabilities = &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}}
		context.SeccompProfile = &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault}
		return context
	case *carrier.UID != 0:
		context.RunAsUser, context.RunAsGroup = new(int64(0)), new(int64(0))
	}
	if carrier.NonRoot {
		context.RunAsNonRoot = new(false) // the application is root too, and its own context allows it
	}
	return context
}

// sidecarRights returns the rights that a sidecar asks for. It does not look at the sidecar's user.
//
// A sidecar with the application's user needs SYS_PTRACE only if the application has more rights than that user. Even
// then it does without SYS_PTRACE if the pods exclude root, because the figures of most programs can still be read. A
// sidecar that becomes root for another right no longer has the application's user.
func (s set) sidecarRights(container plan.Container, carrier attach.Carrier) *corev1.SecurityContext {
	if carrier.UID == nil || s.opts.Ptrace == latchkey.PtraceAlways || !carrier.Plain && (!carrier.NonRoot || *carrier.UID == 0) {
		return s.security(container)
	}
	same := s
	same.opts.Ptrace = latchkey.PtraceNever
	if context := same.security(container); *carrier.UID == 0 || !isStrong(context) {
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
func (r *resolver) checkRights() {
	s := set{ms: r.ms, opts: r.opts}
	var unknown bool
	var lacksGroup *int64
	for i, made := range r.plans {
		made.Each(hasScript, func(container *plan.Container) {
			carrier := *r.carrier
			carrier.User = watchedUser(*container, carrier)
			if carrier.Mixed && carrier.NonRoot && container.Role == plan.Watch {
				r.Invalid(metricsPath.Index(i), container.Name,
					"the containers of %s run as several users, so only root can watch all of them, and its pods exclude root (%s.securityContext.runAsNonRoot): name one container in the option container", r.carrier.Title, r.carrier.PodField)
			}
			if carrier.UID == nil || *carrier.UID == 0 {
				unknown = unknown || carrier.UID == nil
				return
			}
			switch context := s.sidecarRights(*container, carrier); {
			case !isStrong(context):
				if container.Role == plan.Watch && carrier.GID == nil {
					lacksGroup = carrier.UID
				}
			case r.carrier.NonRoot:
				r.Invalid(metricsPath.Index(i), container.Name,
					"%s needs root, which the pods of %s exclude (%s.securityContext.runAsNonRoot): leave one of the two out",
					s.askedFor(*container), r.carrier.Title, r.carrier.PodField)
			}
		})
	}
	if unknown && r.carrier.NonRoot {
		r.Invalid(attachPath, r.carrier.Name,
			"the pods of %s exclude root (%s.securityContext.runAsNonRoot), but the image of a sidecar may run as root: give runAsUser and runAsGroup there too", r.carrier.Title, r.carrier.PodField)
	}
	if lacksGroup != nil {
		r.Warn(attachPath, r.carrier.Name,
			"the application of %s runs as the user %d (runAsUser), and only its image knows its group; a sidecar with another group cannot read its figures: give runAsGroup beside runAsUser, in %s.securityContext or in that of the container", r.carrier.Title, *lacksGroup, r.carrier.PodField)
	}
}

// watchedUser returns the user of the container that a sidecar watches, or of all containers together.
func watchedUser(container plan.Container, carrier attach.Carrier) attach.User {
	if user, found := carrier.Main[container.Watched]; found {
		return user
	}
	return carrier.User
}

// askedFor names the settings that give a container a capability or make it privileged.
func (s set) askedFor(container plan.Container) string {
	var all []string
	if container.Role == plan.Watch && s.opts.Ptrace == latchkey.PtraceAlways {
		all = append(all, "the option ptrace: Always")
	}
	if container.Privileged || container.Admin || container.Ptrace {
		all = append(all, "what attributes.securityContext or the addon perf-commands asks for")
	}
	return strings.Join(all, ", and ")
}
