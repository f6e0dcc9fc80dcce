package minicluster

import (
	"slices"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
)

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
func serviceEnvironment(c cluster, service v1alpha2.Container) environment {
	env := environment(nil).users(service)
	if !isWrappedService(service) {
		return env
	}
	return env.text("LATCHKEY_CONTAINER", service.Name).
		long(service).
		text("LATCHKEY_SIDECAR", "service").
		flag("LATCHKEY_QUIET", c.mc.Spec.Logging.Quiet).
		flag("LATCHKEY_STRICT", c.mc.Spec.Logging.Strict)
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
		Template:       metadata.PodTemplate(c.podMeta(servicesComponent), pod),
	}}
}
