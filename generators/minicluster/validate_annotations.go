package minicluster

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
)

// checkExclusive refuses exclusive placement for a job without indexes: its pods would wait forever for the pod of
// index 0, see kubernetes-sigs/jobset v0.12.0, pkg/webhooks/pod_mutating_webhook.go.
func (v *judge) checkExclusive() {
	job := ""
	switch {
	case v.usesJob():
	case v.makesKey():
		job = "makes the key: make it yourself and use the option curve: Secret"
	case len(v.mc.Spec.Services) > 0:
		job = "runs the services: run them in a set of their own"
	}
	v.refuseExclusive(metadataPath, v.mc.Annotations, job)
	v.refuseExclusive(podPath, v.mc.Spec.Pod.Annotations, job)
}

func (v *judge) refuseExclusive(at *field.Path, annotations map[string]string, job string) {
	if _, isSet := annotations[jobset.ExclusiveKey]; isSet && job != "" {
		v.Forbidden(at.Child("annotations").Key(jobset.ExclusiveKey), "JobSet would never let the pod start that %s, or leave the annotation out", job)
	}
}

// checkPodAnnotations warns of annotations about containers that no pod has.
func (v *judge) checkPodAnnotations() {
	written := v.mc.Spec.Pod.Annotations
	if len(written) == 0 {
		return
	}
	for _, key := range metadata.Unfit(written, v.podOutlines()...) {
		v.Warn(podPath.Child("annotations").Key(key), written[key], "%s", metadata.UnfitWarning)
	}
}

// podOutlines are the pods of the set, with their containers only. Fields of the set may be wrong.
func (v *judge) podOutlines() []corev1.PodSpec {
	view := v.mc.Spec.Flux.Container
	brokers := outline(v.mc.Spec.Containers)
	brokers = append(brokers, corev1.Container{Name: v.viewName(), SecurityContext: helperSecurity(view.SecurityContext)})
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
