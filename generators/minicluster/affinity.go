package minicluster

import (
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
	"github.com/latchkey-dev/latchkey/generators/internal/placement"
)

// place asks for one broker on each node, for brokers in one zone, and for the nodes that spec.pod.nodeAffinity names.
func place(c cluster, pod *corev1.PodSpec) {
	placement.Place(pod, c.opts.Spread, &metav1.LabelSelector{MatchLabels: map[string]string{
		metadata.NetworkLabel:   c.serviceName(),
		metadata.ComponentLabel: brokerComponent,
	}})
	addNodeAffinity(c, pod)
}

// addNodeAffinity asks for the nodes that spec.pod.nodeAffinity names. It turns the
// map of labels and allowed values into one term. A node must satisfy all labels of
// the term.
func addNodeAffinity(c cluster, pod *corev1.PodSpec) {
	labels := c.mc.Spec.Pod.NodeAffinity
	if len(labels) == 0 {
		return
	}
	var term corev1.NodeSelectorTerm
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		term.MatchExpressions = append(term.MatchExpressions, corev1.NodeSelectorRequirement{
			Key:      key,
			Operator: corev1.NodeSelectorOpIn,
			Values:   labels[key],
		})
	}
	if pod.Affinity == nil {
		pod.Affinity = &corev1.Affinity{}
	}
	pod.Affinity.NodeAffinity = &corev1.NodeAffinity{RequiredDuringSchedulingIgnoredDuringExecution: &corev1.NodeSelector{
		NodeSelectorTerms: []corev1.NodeSelectorTerm{term},
	}}
}
