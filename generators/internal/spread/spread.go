// Package spread says which nodes the pods of a set want with respect to each other.
package spread

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Place lets a pod have a node for itself, as far as the given pods are concerned, and be in one zone with them. The zone is
// always a preference. The option says whether the node is one, or is required. With None nothing is asked for.
//
// A preferred node is a topologySpreadConstraint, and not an anti-affinity: the scheduler adds the pods of a zone and those
// of a node up to one figure, so that a zone with many pods wins against a free node. It also replaces the scheduler's
// default constraints, which spread pods over zones.
func Place(pod *corev1.PodSpec, rule latchkey.Spread, pods *metav1.LabelSelector) {
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
