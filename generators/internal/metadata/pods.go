package metadata

import (
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

// PodTemplate returns a template of pods. Annotations about a container stay away from pods that do not have it: the API
// server refuses those. They also stay away where a field of the pod or container says the same, which wins: the server
// refuses the two when they differ.
func PodTemplate(meta metav1.ObjectMeta, spec corev1.PodSpec) corev1.PodTemplateSpec {
	meta.Annotations = maps.Clone(meta.Annotations)
	maps.DeleteFunc(meta.Annotations, func(key, _ string) bool { return !fits(key, spec) })
	return corev1.PodTemplateSpec{ObjectMeta: meta, Spec: spec}
}

// Unfit returns the annotations that no pod would get of those that are asked for, sorted.
func Unfit(annotations map[string]string, pods ...corev1.PodSpec) []string {
	var unfit []string
	for _, key := range slices.Sorted(maps.Keys(annotations)) {
		if !slices.ContainsFunc(pods, func(pod corev1.PodSpec) bool { return fits(key, pod) }) {
			unfit = append(unfit, key)
		}
	}
	return unfit
}

// UnfitWarning says what is wrong with an annotation that is unfit, and what to do.
const UnfitWarning = "it has no effect: no container of the set has the name, or a field of its securityContext says the same; name another container, or leave it out"

// fits tells whether a pod can have an annotation.
func fits(key string, pod corev1.PodSpec) bool {
	whole := ptr.Deref(pod.SecurityContext, corev1.PodSecurityContext{})
	if name, found := strings.CutPrefix(key, corev1.DeprecatedAppArmorBetaContainerAnnotationKeyPrefix); found {
		own, exists := contextOf(pod, name)
		return exists && own.AppArmorProfile == nil && whole.AppArmorProfile == nil
	}
	if name, found := strings.CutPrefix(key, corev1.SeccompContainerAnnotationKeyPrefix); found {
		own, exists := contextOf(pod, name)
		return exists && own.SeccompProfile == nil
	}
	return key != corev1.SeccompPodAnnotationKey || whole.SeccompProfile == nil
}

// contextOf returns the security context of a container of a pod, and whether there is one of the name.
func contextOf(pod corev1.PodSpec, name string) (corev1.SecurityContext, bool) {
	for _, container := range slices.Concat(pod.InitContainers, pod.Containers) {
		if container.Name == name {
			return ptr.Deref(container.SecurityContext, corev1.SecurityContext{}), true
		}
	}
	return corev1.SecurityContext{}, false
}
