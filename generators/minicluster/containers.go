package minicluster

import (
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

// runner is the container that the broker runs in. It has the name of the set, as in the Flux Operator. Validation has made sure
// that there is exactly one runner.
func (c cluster) runner() v1alpha2.Container {
	if i := slices.IndexFunc(c.mc.Spec.Containers, v1alpha2.Container.RunsFlux); i >= 0 {
		return c.mc.Spec.Containers[i]
	}
	return v1alpha2.Container{Name: c.mc.Name}
}

func (c cluster) sidecars() []v1alpha2.Container {
	var sidecars []v1alpha2.Container
	for _, container := range c.mc.Spec.Containers {
		if !container.RunsFlux() {
			sidecars = append(sidecars, container)
		}
	}
	return sidecars
}

// program is a container of the user, and what Latchkey adds to it.
type program struct {
	v1alpha2.Container
	// script starts the container. Without a script the container's own command does, or its image.
	script      string
	environment workload.Environment
	// mounts are those besides the user's.
	mounts []corev1.VolumeMount
}

func (c cluster) runnerProgram() program {
	runner := c.runner()
	runner.Resources = runnerResources(c, runner)
	return program{runner, brokerScript, runnerEnvironment(c), c.runnerMounts()}
}

// sidecarProgram waits for the broker and runs the hooks, unless the image is to be started as it is.
func (c cluster) sidecarProgram(sidecar v1alpha2.Container) program {
	if sidecar.NoWrapEntrypoint {
		return program{Container: sidecar, environment: usersEnvironment(sidecar), mounts: c.appMounts()}
	}
	return program{sidecar, sidecarScript, sidecarEnvironment(c, sidecar), c.appMounts()}
}

func (c cluster) serviceProgram(service v1alpha2.Container) program {
	if !isWrappedService(service) {
		return program{Container: service, environment: usersEnvironment(service)}
	}
	return program{service, sidecarScript, serviceEnvironment(c, service), c.serviceMounts(service)}
}

// scripted lists the containers that one of our scripts starts: the runner, and the sidecars and services that do not start
// their image as it is.
func (c cluster) scripted() []program {
	programs := []program{c.runnerProgram()}
	for _, sidecar := range c.sidecars() {
		programs = append(programs, c.sidecarProgram(sidecar))
	}
	for _, service := range c.mc.Spec.Services {
		programs = append(programs, c.serviceProgram(service))
	}
	return slices.DeleteFunc(programs, func(p program) bool { return p.script == "" })
}

// isWrappedService tells whether a service has snippets to run. If not, its image is started as it is.
func isWrappedService(service v1alpha2.Container) bool {
	return !service.NoWrapEntrypoint && (service.Command != "" || service.Commands != v1alpha2.Commands{})
}

// newContainer returns the container of a program. The pod gets its volumes.
func newContainer(p program, volumes *podVolumes) corev1.Container {
	out := corev1.Container{
		Name:            p.Name,
		Image:           p.Image,
		ImagePullPolicy: pullPolicy(p.PullAlways, p.ImagePullPolicy),
		Command:         p.command(),
		WorkingDir:      p.WorkingDir,
		Env:             p.environment,
		Resources:       p.Resources.Requirements(),
		VolumeMounts:    append(p.mounts, volumes.mount(p.Volumes)...),
		Lifecycle:       newLifecycle(p.LifeCycle),
		SecurityContext: p.SecurityContext,
	}
	for _, port := range p.Ports {
		out.Ports = append(out.Ports, corev1.ContainerPort{ContainerPort: port, Protocol: corev1.ProtocolTCP})
	}
	return out
}

// command is nil for the command of the image.
func (p program) command() []string {
	switch {
	case p.script == brokerScript:
		return runnerCommand()
	case p.script != "":
		return []string{"/bin/sh", scriptsPath + "/" + p.script}
	case p.Command != "":
		return []string{"/bin/sh", "-c", workload.Escape(p.Command)}
	default:
		return nil
	}
}

func runnerCommand() []string { return []string{"/bin/bash", scriptsPath + "/" + brokerScript} }

// newLifecycle runs the hooks in a shell, so that they may have arguments.
func newLifecycle(hooks v1alpha2.LifeCycle) *corev1.Lifecycle {
	if hooks == (v1alpha2.LifeCycle{}) {
		return nil
	}
	return &corev1.Lifecycle{
		PostStart: shellHook(hooks.PostStartExec),
		PreStop:   shellHook(hooks.PreStopExec),
	}
}

func shellHook(text string) *corev1.LifecycleHandler {
	if text == "" {
		return nil
	}
	return &corev1.LifecycleHandler{Exec: &corev1.ExecAction{Command: []string{"/bin/sh", "-c", text}}}
}

func pullPolicy(always bool, chosen string) corev1.PullPolicy {
	switch {
	case always:
		return corev1.PullAlways
	case chosen != "":
		return corev1.PullPolicy(chosen)
	default:
		return corev1.PullIfNotPresent
	}
}

// runnerResources adds spec.pod.resources to the runner's own resources. The Flux Operator makes them pod overhead, which no
// API server accepts without a RuntimeClass with the same overhead.
func runnerResources(c cluster, container v1alpha2.Container) v1alpha2.ContainerResources {
	pod, resources := c.mc.Spec.Pod.Resources, container.Resources
	if len(pod) > 0 {
		resources.Limits = workload.MergedResources(pod, resources.Limits)
		resources.Requests = workload.MergedResources(pod, resources.Requests)
	}
	return resources
}

// requested are the resources that containers of the brokers request. A limit is a request too, if there is no other.
func (c cluster) requested() map[corev1.ResourceName]bool {
	names := map[corev1.ResourceName]bool{}
	add := func(resources v1alpha2.ContainerResources) {
		for name := range resources.Requests {
			names[name] = true
		}
		for name := range resources.Limits {
			names[name] = true
		}
	}
	add(c.mc.Spec.Flux.Container.Resources)
	add(v1alpha2.ContainerResources{Requests: c.mc.Spec.Pod.Resources})
	for _, container := range c.mc.Spec.Containers {
		add(container.Resources)
	}
	return names
}
