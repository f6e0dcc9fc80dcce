package metricset

import (
	"strings"

	corev1 "k8s.io/api/core/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/attach"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// sidecarSecurity lets a sidecar run as the application's user where the manifests say who that is: the kernel then
// shows it the figures of the application without any further right, if the groups are the same too. A user that is not
// root can do without all others, as the Pod Security Standard "restricted" asks. A sidecar that gets rights runs as
// root, since Kubernetes gives them to no other user in a way that has an effect.
func (s set) sidecarSecurity(container plan.Container, host attach.Host) *corev1.SecurityContext {
	context := s.sidecarRights(container, host)
	context.RunAsUser, context.RunAsGroup = host.User, host.Group
	switch {
	case host.User == nil:
		return context
	case *host.User != 0 && !isStrong(context):
		context.Privileged = nil
		context.AllowPrivilegeEscalation = new(false)
		context.Capabilities = &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}}
		context.SeccompProfile = &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault}
		return context
	case *host.User != 0:
		context.RunAsUser, context.RunAsGroup = new(int64(0)), new(int64(0))
	}
	if host.NonRoot {
		context.RunAsNonRoot = new(false) // the application, which is root too, says so for itself
	}
	return context
}

// sidecarRights are those that a sidecar gets by what is asked for, whoever it runs as. To read the figures of an
// application of the same user takes SYS_PTRACE only where that has more rights than its user. There too the sidecar
// does without where root is excluded: figures of most programs can be read all the same. One that runs as root for the
// sake of other rights is not of the same user any more.
func (s set) sidecarRights(container plan.Container, host attach.Host) *corev1.SecurityContext {
	if host.User == nil || s.opts.Ptrace == latchkey.PtraceAlways || !host.Plain && (!host.NonRoot || *host.User == 0) {
		return s.security(container)
	}
	same := s
	same.opts.Ptrace = latchkey.PtraceNever
	if context := same.security(container); *host.User == 0 || !isStrong(context) {
		return context
	}
	return s.security(container)
}

// isStrong tells whether a container gets rights that others lack.
func isStrong(context *corev1.SecurityContext) bool {
	return *context.Privileged || context.Capabilities != nil
}

// checkRights reports sidecars that would need root in pods that exclude it, and warns where a sidecar may lack the
// group that the kernel asks for.
func (r *resolver) checkRights() {
	user := r.host.User
	if user == nil && r.host.NonRoot {
		r.invalid(attachPath, r.host.Name,
			"the pods of the MiniCluster %s exclude root (spec.pod.securityContext.runAsNonRoot), which the image of a sidecar may run as: say which user and group all are, by runAsUser and runAsGroup there", r.host.Name)
	}
	if user == nil || *user == 0 {
		return
	}
	s, lacksGroup := set{ms: r.ms, opts: r.opts}, false
	for i, made := range r.plans {
		made.Each(hasScript, func(container *plan.Container) {
			context := s.sidecarRights(*container, *r.host)
			switch {
			case !isStrong(context):
				lacksGroup = lacksGroup || container.Role == plan.Watch && r.host.Group == nil
			case r.host.NonRoot:
				r.invalid(metricsPath.Index(i), container.Name,
					"%s takes root, which the pods of the MiniCluster %s exclude (spec.pod.securityContext.runAsNonRoot): leave one of the two out",
					s.askedFor(*container), r.host.Name)
			}
		})
	}
	if lacksGroup {
		r.warn(attachPath, r.host.Name,
			"the application of the MiniCluster %s runs as the user %d (runAsUser) and in a group that its image alone knows, and a sidecar whose image says another cannot read its figures: give runAsGroup beside runAsUser, in spec.pod.securityContext or in that of the container", r.host.Name, *user)
	}
}

// askedFor names what gives a container rights that others lack.
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
