package minicluster

import (
	"slices"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

// holds says whether sidecars must learn by themselves when the runner has ended.
func (c cluster) holds() bool { return len(c.sidecars()) > 0 && !c.nativeSidecars() }

func (c cluster) nativeSidecars() bool { return c.opts.Sidecars != latchkey.SidecarsContainer }

func newSidecars(c cluster, volumes *podVolumes) []corev1.Container {
	var sidecars []corev1.Container
	for _, container := range c.sidecars() {
		sidecar := newSidecar(c, container, volumes)
		if c.nativeSidecars() {
			sidecar.RestartPolicy = new(corev1.ContainerRestartPolicyAlways)
		}
		sidecars = append(sidecars, sidecar)
	}
	return sidecars
}

// isWrapped says whether a container beside the broker is started by Latchkey's
// script, which waits for the broker and runs the hooks. Otherwise its image is
// started as it is.
func isWrapped(container v1alpha2.Container) bool {
	return !container.NoWrapEntrypoint
}

func newSidecar(c cluster, container v1alpha2.Container, volumes *podVolumes) corev1.Container {
	sidecar := newContainer(container)
	sidecar.Command = sidecarCommand(container, isWrapped(container))
	sidecar.Env = sidecarEnvironment(c, container)
	sidecar.VolumeMounts = append(c.appMounts(), volumes.mount(container.Volumes)...)
	return sidecar
}

// sidecarCommand is the command of a container beside the broker, nil for that of
// its image.
func sidecarCommand(container v1alpha2.Container, wrapped bool) []string {
	switch {
	case wrapped:
		return []string{"/bin/sh", scriptsPath + "/" + sidecarScript}
	case container.Command != "":
		return []string{"/bin/sh", "-c", workload.Escape(container.Command)}
	default:
		return nil
	}
}

// sidecarEnvironment returns the variables of a sidecar: first the user's, then those that scripts/sidecar.sh describes.
func sidecarEnvironment(c cluster, container v1alpha2.Container) workload.Environment {
	env := usersEnvironment(container)
	if !isWrapped(container) {
		return env
	}
	style := "native" // what ends the sidecar: the kubelet, or the runner
	if !c.nativeSidecars() {
		style = "container"
	}
	return sharedEnvironment(env, c, container.Name).
		Flag("LATCHKEY_LONG", isLong(container)).
		Text("LATCHKEY_SIDECAR", style).
		Flag("LATCHKEY_WAIT_SOCKET", !c.mc.Spec.Flux.NoWaitSocket)
}

// isWrappedService says whether a service has texts to run. If not, its image is
// started as it is.
func isWrappedService(service v1alpha2.Container) bool {
	return !service.NoWrapEntrypoint && (service.Command != "" || service.Commands != v1alpha2.Commands{})
}

// serviceMounts are the service's mounts besides the user's.
func (c cluster) serviceMounts(service v1alpha2.Container) []corev1.VolumeMount {
	if isWrappedService(service) {
		return []corev1.VolumeMount{c.scriptsMount()}
	}
	return nil
}

func newService(c cluster, service v1alpha2.Container, volumes *podVolumes) corev1.Container {
	out := newContainer(service)
	out.Command = sidecarCommand(service, isWrappedService(service))
	out.Env = serviceEnvironment(c, service)
	out.VolumeMounts = append(c.serviceMounts(service), volumes.mount(service.Volumes)...)
	return out
}

// serviceEnvironment returns the variables of a service: first the user's, then those that scripts/sidecar.sh describes.
func serviceEnvironment(c cluster, service v1alpha2.Container) workload.Environment {
	env := usersEnvironment(service)
	if !isWrappedService(service) {
		return env
	}
	return env.Text("LATCHKEY_CONTAINER", service.Name).
		Flag("LATCHKEY_LONG", isLong(service)).
		Text("LATCHKEY_SIDECAR", "service").
		Flag("LATCHKEY_QUIET", c.mc.Spec.Logging.Quiet).
		Flag("LATCHKEY_STRICT", c.mc.Spec.Logging.Strict)
}

// newServicesJobTemplate returns the job of spec.services: one pod beside the
// brokers, with the host name <set>-services. It ends with the JobSet, because
// only the brokers count for the success of the JobSet.
func newServicesJobTemplate(c cluster) batchv1.JobTemplateSpec {
	pod := c.basePod(c.mc.Spec.Pod.ServiceAccountName)
	pod.RestartPolicy = corev1.RestartPolicyOnFailure
	pod.Hostname = c.servicesName()
	pod.Subdomain = c.serviceName()
	addNodeAffinity(c, &pod)
	volumes := &podVolumes{} // it has no Flux
	if slices.ContainsFunc(c.mc.Spec.Services, isWrappedService) {
		volumes.add(scriptsVolume, c.scriptsSource())
	}
	for _, service := range c.mc.Spec.Services {
		pod.Containers = append(pod.Containers, newService(c, service, volumes))
	}
	pod.Volumes = volumes.volumes
	return batchv1.JobTemplateSpec{Spec: batchv1.JobSpec{
		CompletionMode: new(batchv1.NonIndexedCompletion),
		BackoffLimit:   new(int32(6)),
		Template:       workload.PodTemplate(c.podMeta(servicesComponent), pod),
	}}
}
