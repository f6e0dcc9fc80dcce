package minicluster

import (
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
)

// newServicesJobTemplate returns the job of spec.services: one pod beside the
// brokers, with the host name <set>-services. It ends with the JobSet, because
// only the brokers count for the success of the JobSet.
func newServicesJobTemplate(c cluster) batchv1.JobTemplateSpec {
	pod := c.basePod(c.mc.Spec.Pod.ServiceAccountName)
	pod.RestartPolicy = corev1.RestartPolicyOnFailure
	pod.Hostname = c.servicesName()
	pod.Subdomain = c.serviceName()
	addNodeAffinity(c, &pod)
	volumes := newServicesVolumes(c)
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
