package minicluster

import (
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
)

// newAffinity asks for one broker on each node, for brokers in one zone, and for
// the nodes that spec.pod.nodeAffinity names.
func newAffinity(c cluster) *corev1.Affinity {
	affinity := &corev1.Affinity{NodeAffinity: newNodeAffinity(c)}
	brokers := &metav1.LabelSelector{MatchLabels: map[string]string{
		metadata.NetworkLabel:   c.serviceName(),
		metadata.ComponentLabel: brokerComponent,
	}}
	node := corev1.PodAffinityTerm{LabelSelector: brokers, TopologyKey: corev1.LabelHostname}
	zone := corev1.PodAffinityTerm{LabelSelector: brokers, TopologyKey: corev1.LabelTopologyZone}

	switch c.opts.Spread {
	case latchkey.SpreadNone:
	case latchkey.SpreadRequire:
		affinity.PodAffinity = &corev1.PodAffinity{PreferredDuringSchedulingIgnoredDuringExecution: preferred(zone)}
		affinity.PodAntiAffinity = &corev1.PodAntiAffinity{RequiredDuringSchedulingIgnoredDuringExecution: []corev1.PodAffinityTerm{node}}
	default:
		affinity.PodAffinity = &corev1.PodAffinity{PreferredDuringSchedulingIgnoredDuringExecution: preferred(zone)}
		affinity.PodAntiAffinity = &corev1.PodAntiAffinity{PreferredDuringSchedulingIgnoredDuringExecution: preferred(node)}
	}
	if *affinity == (corev1.Affinity{}) {
		return nil
	}
	return affinity
}

func preferred(term corev1.PodAffinityTerm) []corev1.WeightedPodAffinityTerm {
	return []corev1.WeightedPodAffinityTerm{{Weight: 100, PodAffinityTerm: term}}
}

// newNodeAffinity turns the map of labels and allowed values into one term. A
// node must satisfy all labels of the term.
func newNodeAffinity(c cluster) *corev1.NodeAffinity {
	labels := c.mc.Spec.Pod.NodeAffinity
	if len(labels) == 0 {
		return nil
	}
	var term corev1.NodeSelectorTerm
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		term.MatchExpressions = append(term.MatchExpressions, corev1.NodeSelectorRequirement{
			Key:      key,
			Operator: corev1.NodeSelectorOpIn,
			Values:   labels[key],
		})
	}
	return &corev1.NodeAffinity{RequiredDuringSchedulingIgnoredDuringExecution: &corev1.NodeSelector{
		NodeSelectorTerms: []corev1.NodeSelectorTerm{term},
	}}
}
