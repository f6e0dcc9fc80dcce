package minicluster

import (
	"slices"
	"strconv"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

// newServices returns the Services of Kubernetes. The pod of spec.services is of newServicesJobTemplate.
func newServices(c cluster) []runtime.Object {
	services := c.WithNetworkPolicy(newHeadlessService(c))
	for _, container := range c.sidecars() {
		if len(container.Ports) > 0 {
			services = append(services, newSidecarService(c, container))
		}
	}
	return services
}

// newHeadlessService returns the Service of the brokers. With minimalService only the lead has a host name.
func newHeadlessService(c cluster) *corev1.Service {
	service := workload.NewHeadlessService(c.Meta(c.headlessName()))
	service.Spec.Ports = []corev1.ServicePort{servicePort("tcp-flux", v1alpha2.DefaultPort)}
	if c.mc.Spec.Flux.MinimalService {
		service.Spec.Selector = c.leadSelector()
	}
	return service
}

// newSidecarService makes the ports of a sidecar reachable by its name. Every pod has the sidecar; the Service leads to the
// sidecar of the lead.
func newSidecarService(c cluster, container v1alpha2.Container) *corev1.Service {
	ports := make([]corev1.ServicePort, 0, len(container.Ports))
	for _, port := range container.Ports {
		ports = append(ports, servicePort("port-"+strconv.Itoa(int(port)), port))
	}
	return &corev1.Service{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Service"},
		ObjectMeta: c.Meta(container.Name),
		Spec:       corev1.ServiceSpec{Selector: c.leadSelector(), Ports: ports},
	}
}

func (c cluster) leadSelector() map[string]string {
	return map[string]string{
		workload.NetworkLabel: c.headlessName(),
		names.ComponentLabel:  brokerComponent,
		indexLabel:            "0",
	}
}

// servicePort says its target too: without one it would be written as port 0, which the server replaces, and so each apply
// would change the Service.
func servicePort(name string, port int32) corev1.ServicePort {
	return corev1.ServicePort{Name: name, Port: port, TargetPort: intstr.FromInt32(port)}
}

// newServicesJobTemplate returns the job of spec.services: one pod beside the brokers, with the host name <set>-services. It
// ends with the JobSet, because only the brokers count for the success of the JobSet.
func newServicesJobTemplate(c cluster) batchv1.JobTemplateSpec {
	pod := c.basePod(c.mc.Spec.Pod.ServiceAccountName)
	pod.RestartPolicy = corev1.RestartPolicyOnFailure
	pod.Hostname = c.servicesJobName()
	pod.Subdomain = c.headlessName()
	addNodeAffinity(c, &pod)
	volumes := &podVolumes{} // it has no Flux
	if slices.ContainsFunc(c.mc.Spec.Services, isWrappedService) {
		volumes.add(scriptsVolume, c.scriptsSource())
	}
	for _, service := range c.mc.Spec.Services {
		pod.Containers = append(pod.Containers, newContainer(c.serviceProgram(service), volumes))
	}
	pod.Volumes = volumes.volumes
	return batchv1.JobTemplateSpec{Spec: batchv1.JobSpec{
		CompletionMode: new(batchv1.NonIndexedCompletion),
		BackoffLimit:   new(int32(6)),
		Template:       workload.PodTemplate(c.podMeta(servicesComponent), workload.Secured(pod, c.Options.PodSecurity)),
	}}
}
