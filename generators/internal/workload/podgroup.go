package workload

import (
	corev1 "k8s.io/api/core/v1"
	scheduling "k8s.io/api/scheduling/v1alpha2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// NewPodGroup returns the PodGroup of a set, or nil without gang: PodGroup. pods is how many must have nodes at the
// same time, at least 1. v1beta1 of Kubernetes 1.37 has the same fields as v1alpha2 of 1.36 (k8s.io/api,
// scheduling/v1alpha2 and v1beta1, PodGroupSpec).
//
// With onChange: Recreate the name ends in a hash of the rules. Nobody can change them, and a PodGroup stays until its pods are gone,
// so a workload that is created again with other rules needs another PodGroup.
func (s Source) NewPodGroup(pods int32) *scheduling.PodGroup {
	opts := s.Options
	if opts.Gang != latchkey.GangPodGroup {
		return nil
	}
	group := &scheduling.PodGroup{
		TypeMeta:   metav1.TypeMeta{APIVersion: scheduling.GroupName + "/" + string(opts.GangVersion), Kind: "PodGroup"},
		ObjectMeta: s.Meta(s.WorkloadName(s.Named.Name)),
		Spec: scheduling.PodGroupSpec{
			SchedulingPolicy: scheduling.PodGroupSchedulingPolicy{Gang: &scheduling.GangSchedulingPolicy{MinCount: pods}},
		},
	}
	if opts.Placement != "" {
		group.Spec.SchedulingConstraints = &scheduling.PodGroupSchedulingConstraints{
			Topology: []scheduling.TopologyConstraint{{Key: opts.Placement}},
		}
	}
	if opts.OnChange == latchkey.OnChangeRecreate {
		group.Name += "-" + ContentHash(group.Spec)
	}
	return group
}

// WithGroup returns workloads, and before them their PodGroup, unless it is nil.
func WithGroup(group *scheduling.PodGroup, workloads ...runtime.Object) []runtime.Object {
	if group == nil {
		return workloads
	}
	return append([]runtime.Object{group}, workloads...)
}

// JoinGroup makes a pod a member of a group, unless it is nil.
func JoinGroup(pod *corev1.PodSpec, group *scheduling.PodGroup) {
	if group != nil {
		pod.SchedulingGroup = &corev1.PodSchedulingGroup{PodGroupName: &group.Name}
	}
}
