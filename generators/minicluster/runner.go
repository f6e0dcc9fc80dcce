package minicluster

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// runnerName is the name of the runner, which is always the name of the set, as in the Flux Operator.
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

// runnerMounts are the runner's mounts besides the user's. Only the runner has the key.
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

// runnerResources adds spec.pod.resources to the runner's own resources. The Flux Operator makes them pod overhead, which no
// API server accepts without a RuntimeClass with the same overhead.
func runnerResources(c cluster, container v1alpha2.Container) corev1.ResourceRequirements {
	pod, resources := c.mc.Spec.Pod.Resources, container.Resources
	if len(pod) > 0 {
		resources.Limits = v1alpha2.MergedResources(pod, resources.Limits)
		resources.Requests = v1alpha2.MergedResources(pod, resources.Requests)
	}
	return resources
}

// requested are the resources that containers of the brokers request. A limit is a request too, if there is no other.
func (c cluster) requested() map[corev1.ResourceName]bool {
	names := map[corev1.ResourceName]bool{}
	add := func(resources corev1.ResourceRequirements) {
		for name := range resources.Requests {
			names[name] = true
		}
		for name := range resources.Limits {
			names[name] = true
		}
	}
	add(c.mc.Spec.Flux.Container.Resources)
	add(corev1.ResourceRequirements{Requests: c.mc.Spec.Pod.Resources})
	for _, container := range c.mc.Spec.Containers {
		add(container.Resources)
	}
	return names
}
