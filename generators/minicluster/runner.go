package minicluster

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// runnerName is the name of the runner, which is always the name of the set, as in
// the Flux Operator.
func (c cluster) runnerName() string { return c.mc.Name }

func newRunner(c cluster, volumes *podVolumes) corev1.Container {
	container := c.runner()
	runner := newContainer(container)
	runner.Name = c.runnerName()
	runner.Command = runnerCommand()
	runner.Env = runnerEnvironment(c)
	runner.Resources = runnerResources(c, container)
	runner.VolumeMounts = append(c.runnerMounts(), volumes.mount(container.Volumes)...)
	return runner
}

func runnerCommand() []string { return []string{"/bin/bash", scriptsPath + "/" + brokerScript} }

// newContainer sets what a runner, a sidecar and a service have in common.
func newContainer(container v1alpha2.Container) corev1.Container {
	out := corev1.Container{
		Name:            container.Name,
		Image:           container.Image,
		ImagePullPolicy: pullPolicy(container.PullAlways, container.ImagePullPolicy),
		WorkingDir:      container.WorkingDir,
		Resources:       container.Resources,
		SecurityContext: container.SecurityContext,
		Lifecycle:       newLifecycle(container.LifeCycle),
	}
	for _, port := range container.Ports {
		out.Ports = append(out.Ports, corev1.ContainerPort{ContainerPort: port, Protocol: corev1.ProtocolTCP})
	}
	return out
}

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

// runnerMounts are the runner's mounts besides the user's. Only the runner has the
// key.
func (c cluster) runnerMounts() []corev1.VolumeMount {
	mounts := c.appMounts()
	if c.needsKey() {
		mounts = append(mounts,
			corev1.VolumeMount{Name: privateVolume, MountPath: privatePath},
			corev1.VolumeMount{Name: curveVolume, MountPath: c.keyPath(), ReadOnly: c.UsesJob()},
		)
	}
	return mounts
}

// keyPath is where the runner finds the certificate that it copies.
func (c cluster) keyPath() string {
	if c.brokersMakeKey() {
		return newKeyPath
	}
	return curvePath
}

// runnerResources adds spec.pod.resources to the runner's own resources. The Flux
// Operator makes them pod overhead, which no API server accepts without a
// RuntimeClass with the same overhead.
func runnerResources(c cluster, container v1alpha2.Container) corev1.ResourceRequirements {
	pod, resources := c.mc.Spec.Pod.Resources, container.Resources
	if len(pod) > 0 {
		resources.Limits = v1alpha2.MergedResources(pod, resources.Limits)
		resources.Requests = v1alpha2.MergedResources(pod, resources.Requests)
	}
	return resources
}
