package metricset

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// newAffinity prefers, or requires, one pod per node and prefers one zone, for jobs with soleTenancy. Pods of other
// metrics of the set count too, because they would measure each other.
func newAffinity(s set, job plan.Job) *corev1.Affinity {
	if !job.SoleTenancy || s.opts.Spread == latchkey.SpreadNone {
		return nil
	}
	pods := &metav1.LabelSelector{MatchLabels: map[string]string{metadata.NetworkLabel: s.serviceName()}}
	node := corev1.PodAffinityTerm{LabelSelector: pods, TopologyKey: corev1.LabelHostname}
	zone := corev1.PodAffinityTerm{LabelSelector: pods, TopologyKey: corev1.LabelTopologyZone}
	affinity := &corev1.Affinity{
		PodAffinity:     &corev1.PodAffinity{PreferredDuringSchedulingIgnoredDuringExecution: preferred(zone)},
		PodAntiAffinity: &corev1.PodAntiAffinity{PreferredDuringSchedulingIgnoredDuringExecution: preferred(node)},
	}
	if s.opts.Spread == latchkey.SpreadRequire {
		affinity.PodAntiAffinity = &corev1.PodAntiAffinity{RequiredDuringSchedulingIgnoredDuringExecution: []corev1.PodAffinityTerm{node}}
	}
	return affinity
}

func preferred(term corev1.PodAffinityTerm) []corev1.WeightedPodAffinityTerm {
	return []corev1.WeightedPodAffinityTerm{{Weight: 100, PodAffinityTerm: term}}
}
