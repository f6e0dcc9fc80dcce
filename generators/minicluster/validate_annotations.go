package minicluster

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
)

// checkPodAnnotations warns of annotations about containers that no pod has.
func (v *judge) checkPodAnnotations() {
	written := v.mc.Spec.Pod.Annotations
	for _, key := range metadata.Unfit(written, v.podOutlines()...) {
		v.Warn(podPath.Child("annotations").Key(key), written[key], "%s", metadata.UnfitWarning)
	}
}

// podOutlines are the pods of the set, as far as it takes them to know their containers. Fields of the set may be wrong.
func (v *judge) podOutlines() []corev1.PodSpec {
	view := v.mc.Spec.Flux.Container
	brokers := outline(v.mc.Spec.Containers)
	brokers = append(brokers, corev1.Container{Name: v.viewName(), SecurityContext: v.helperSecurity(view.SecurityContext)})
	brokers = append(brokers, newKeyContainers(v.cluster)...)
	context := v.mc.Spec.Pod.SecurityContext
	pods := []corev1.PodSpec{
		{Containers: brokers, SecurityContext: context},
		{Containers: outline(v.mc.Spec.Services), SecurityContext: context},
	}
	if !v.usesJob() && v.makesKey() {
		pods = append(pods, corev1.PodSpec{Containers: []corev1.Container{newKeygenContainer(v.cluster)}})
	}
	return pods
}

func outline(written []v1alpha2.Container) []corev1.Container {
	var containers []corev1.Container
	for _, container := range written {
		containers = append(containers, corev1.Container{Name: container.Name, SecurityContext: container.SecurityContext})
	}
	return containers
}
