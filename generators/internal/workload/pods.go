package workload

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// PodSuffix has the length of the suffix that Kubernetes adds to the names of pods. A name must leave room for it, see
// kubernetes-sigs/jobset v0.12.0, pkg/webhooks/jobset_webhook.go, ValidateCreate.
const PodSuffix = "-xxxxx"

// DefaultContainer is an annotation of a pod. It names the container for "kubectl logs" and "kubectl exec". Without it kubectl chooses the first container, which may be one that a webhook has added.
const DefaultContainer = "kubectl.kubernetes.io/default-container"

// PodTemplate returns a template of pods. It leaves out annotations about a container that the pods do not have,
// because the API server refuses them. It also leaves out annotations if a field of the pod or container sets the same.
// The field wins, and the server refuses the two when they differ.
//
// Without an annotation [DefaultContainer] it adds one, which names the first container.
func PodTemplate(meta metav1.ObjectMeta, spec corev1.PodSpec) corev1.PodTemplateSpec {
	annotations := map[string]string{DefaultContainer: spec.Containers[0].Name}
	for key, value := range meta.Annotations {
		if fits(key, value, spec) {
			annotations[key] = value
		}
	}
	meta.Annotations = annotations
	return corev1.PodTemplateSpec{ObjectMeta: meta, Spec: spec}
}

// fits tells whether a pod can have an annotation.
func fits(key, value string, pod corev1.PodSpec) bool {
	if key == DefaultContainer {
		_, exists := contextOf(pod, value)
		return exists
	}
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

// contextOf returns the security context of a container of a pod, and whether the pod has this container.
func contextOf(pod corev1.PodSpec, name string) (corev1.SecurityContext, bool) {
	for _, container := range slices.Concat(pod.InitContainers, pod.Containers) {
		if container.Name == name {
			return ptr.Deref(container.SecurityContext, corev1.SecurityContext{}), true
		}
	}
	return corev1.SecurityContext{}, false
}

// Spread lets a pod have a node for itself, as far as the given pods are concerned, and be in one zone with them. The zone is
// always a preference. The option says whether the own node is preferred or required. With None nothing is asked for.
//
// A preferred node is a topologySpreadConstraint, and not an anti-affinity: the scheduler adds the pods of a zone and those
// of a node up to one figure, so that a zone with many pods wins against a free node. It also replaces the scheduler's
// default constraints, which spread pods over zones.
func Spread(pod *corev1.PodSpec, rule latchkey.Spread, pods *metav1.LabelSelector) {
	switch rule {
	case latchkey.SpreadNone:
		return
	case latchkey.SpreadRequire:
		pod.Affinity = &corev1.Affinity{PodAntiAffinity: &corev1.PodAntiAffinity{
			RequiredDuringSchedulingIgnoredDuringExecution: []corev1.PodAffinityTerm{
				{LabelSelector: pods, TopologyKey: corev1.LabelHostname},
			},
		}}
	default:
		pod.Affinity = &corev1.Affinity{}
		pod.TopologySpreadConstraints = []corev1.TopologySpreadConstraint{{
			LabelSelector: pods, TopologyKey: corev1.LabelHostname, MaxSkew: 1, WhenUnsatisfiable: corev1.ScheduleAnyway,
		}}
	}
	pod.Affinity.PodAffinity = &corev1.PodAffinity{
		PreferredDuringSchedulingIgnoredDuringExecution: []corev1.WeightedPodAffinityTerm{{
			Weight: 100, PodAffinityTerm: corev1.PodAffinityTerm{LabelSelector: pods, TopologyKey: corev1.LabelTopologyZone},
		}},
	}
}
