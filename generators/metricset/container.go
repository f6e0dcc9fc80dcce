package metricset

import (
	corev1 "k8s.io/api/core/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// newContainer returns a container of a job. One that stays has a terminal, as in the Metrics Operator, because people
// attach to it.
func newContainer(s set, job plan.Job, container plan.Container) corev1.Container {
	made := newBareContainer(container)
	made.SecurityContext = unlessEmpty(s.security(container))
	made.VolumeMounts = newMounts(job, container)
	made.Stdin, made.TTY = container.Role != plan.Prepare, container.Role != plan.Prepare
	if container.Script != "" {
		made.Env = newEnvironment(s, job, container)
	}
	return made
}

// newBareContainer returns what a container and a sidecar have in common.
func newBareContainer(container plan.Container) corev1.Container {
	made := corev1.Container{
		Name:            container.Name,
		Image:           container.Image,
		ImagePullPolicy: corev1.PullIfNotPresent,
		WorkingDir:      container.WorkingDir,
		Resources:       container.Resources,
	}
	for _, word := range container.Command {
		made.Command = append(made.Command, workload.Escape(word))
	}
	if container.Script != "" {
		made.Command = []string{"/bin/bash", scriptsPath + "/" + container.Script}
	}
	return made
}

// newVariables returns the variables of the plan. A container that prepares others has no files, and so no key.
func newVariables(container plan.Container) workload.Environment {
	var env workload.Environment
	if container.Role != plan.Prepare {
		env = env.Set(names.Key, container.Key)
	}
	return append(env, container.Env...)
}

func newEnvironment(s set, job plan.Job, container plan.Container) workload.Environment {
	env := newVariables(container).Flag("LATCHKEY_INTERACTIVE", plan.Measures(job, container) && s.ms.Spec.Logging.Interactive)
	if container.Role == plan.Measure {
		env = env.Number("LATCHKEY_LINGER", s.Linger())
	}
	if s.isNative(job, container) {
		env = append(env, nativeSidecar)
	}
	return env
}

// nativeSidecar tells a script that Kubernetes stops its container after the application, and starts it again if it ends.
var nativeSidecar = corev1.EnvVar{Name: "LATCHKEY_SIDECAR", Value: "native"}

// security returns the rights of a container. It needs SYS_PTRACE to read the figures of another user's process, and no
// manifest says which user an image has. The option ptrace decides only about this case: a metric that asks for the
// capability itself gets it.
func (s set) security(container plan.Container) *corev1.SecurityContext {
	if container.Kernel {
		return kernelSecurity()
	}
	context := &corev1.SecurityContext{}
	if container.Privileged {
		context.Privileged = new(true)
	}
	ptrace := container.Ptrace || container.Role == plan.Watch && s.traces()
	var added []corev1.Capability
	if ptrace {
		added = append(added, "SYS_PTRACE")
	}
	if container.Admin {
		added = append(added, "SYS_ADMIN")
	}
	if len(added) > 0 {
		context.Capabilities = &corev1.Capabilities{Add: added}
	}
	return context
}

// traces tells whether the options give SYS_PTRACE to containers that watch. All containers of restricted pods have one user, so Auto
// gives it to none of them.
func (s set) traces() bool {
	if s.Options.PodSecurity == latchkey.PodSecurityRestricted {
		return s.Options.Ptrace == latchkey.PtraceAlways
	}
	return s.Options.Ptrace != latchkey.PtraceNever
}

// kernelSecurity returns the rights of a container that runs BPF programs. SYS_ADMIN is what bpftrace 0.17 needs: it asks the
// kernel for its BTF objects, which BPF and PERFMON do not allow, and mounts tracefs. The default profiles of AppArmor refuse each
// mount, so the container runs without a profile.
func kernelSecurity() *corev1.SecurityContext {
	return &corev1.SecurityContext{
		Capabilities:    &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}, Add: []corev1.Capability{"SYS_ADMIN"}},
		AppArmorProfile: &corev1.AppArmorProfile{Type: corev1.AppArmorProfileTypeUnconfined},
	}
}

// unlessEmpty returns nil for a context that says nothing.
func unlessEmpty(context *corev1.SecurityContext) *corev1.SecurityContext {
	if *context == (corev1.SecurityContext{}) {
		return nil
	}
	return context
}
