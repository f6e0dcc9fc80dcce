package workload_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

func TestPlace(t *testing.T) {
	t.Parallel()
	pods := &metav1.LabelSelector{MatchLabels: map[string]string{"a": "b"}}
	zone := &corev1.PodAffinity{PreferredDuringSchedulingIgnoredDuringExecution: []corev1.WeightedPodAffinityTerm{
		{Weight: 100, PodAffinityTerm: corev1.PodAffinityTerm{LabelSelector: pods, TopologyKey: "topology.kubernetes.io/zone"}},
	}}
	tests := map[latchkey.Spread]corev1.PodSpec{
		latchkey.SpreadNone: {},
		latchkey.SpreadPrefer: {
			Affinity: &corev1.Affinity{PodAffinity: zone},
			TopologySpreadConstraints: []corev1.TopologySpreadConstraint{
				{LabelSelector: pods, TopologyKey: "kubernetes.io/hostname", MaxSkew: 1, WhenUnsatisfiable: "ScheduleAnyway"},
			},
		},
		latchkey.SpreadRequire: {Affinity: &corev1.Affinity{
			PodAffinity: zone,
			PodAntiAffinity: &corev1.PodAntiAffinity{RequiredDuringSchedulingIgnoredDuringExecution: []corev1.PodAffinityTerm{
				{LabelSelector: pods, TopologyKey: "kubernetes.io/hostname"},
			}},
		}},
	}
	for rule, want := range tests {
		var got corev1.PodSpec
		workload.Spread(&got, rule, pods)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", rule, diff)
		}
	}
}
