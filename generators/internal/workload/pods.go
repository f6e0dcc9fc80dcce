package workload

import (
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	scheduling "k8s.io/api/scheduling/v1alpha2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
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

// NewHeadlessService returns the headless Service that gives the pods of a set their host names. Pods look each other up before they are
// ready, so the Service publishes their addresses at once. It needs no port: every port of a pod is reachable by the pod's name.
func NewHeadlessService(meta metav1.ObjectMeta) *corev1.Service {
	return &corev1.Service{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Service"},
		ObjectMeta: meta,
		Spec: corev1.ServiceSpec{
			ClusterIP:                corev1.ClusterIPNone,
			PublishNotReadyAddresses: true,
			Selector:                 map[string]string{NetworkLabel: meta.Name},
		},
	}
}

// WithNetworkPolicy returns the headless Service of a set and, with networkPolicy: Set, a NetworkPolicy before it, so that the policy
// is there before the pods are. Only pods that carry the label of the Service reach one another.
func (s Set) WithNetworkPolicy(service *corev1.Service) []runtime.Object {
	if s.Options.NetworkPolicy != latchkey.NetworkPolicySet {
		return []runtime.Object{service}
	}
	pods := metav1.LabelSelector{MatchLabels: map[string]string{NetworkLabel: service.Name}}
	return []runtime.Object{&networkingv1.NetworkPolicy{
		TypeMeta:   metav1.TypeMeta{APIVersion: networkingv1.SchemeGroupVersion.String(), Kind: "NetworkPolicy"},
		ObjectMeta: s.Meta(s.Named.Name),
		Spec: networkingv1.NetworkPolicySpec{
			PodSelector: pods,
			Ingress:     []networkingv1.NetworkPolicyIngressRule{{From: []networkingv1.NetworkPolicyPeer{{PodSelector: &pods}}}},
			PolicyTypes: []networkingv1.PolicyType{networkingv1.PolicyTypeIngress},
		},
	}, service}
}

// NewPodGroup returns the PodGroup of a set, or nil without gang: PodGroup. pods is how many must have nodes at the
// same time, at least 1. v1beta1 of Kubernetes 1.37 has the same fields as v1alpha2 of 1.36 (k8s.io/api,
// scheduling/v1alpha2 and v1beta1, PodGroupSpec).
//
// With onChange: Recreate the name ends in a hash of the rules. Nobody can change them, and a PodGroup stays until its pods are gone,
// so a workload that is created again with other rules needs another PodGroup.
func (s Set) NewPodGroup(pods int32) *scheduling.PodGroup {
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

// MergedResources returns the quantities of two lists, of which own wins. It is nil if there are none.
func MergedResources(fallback, own corev1.ResourceList) corev1.ResourceList {
	if len(fallback)+len(own) == 0 {
		return nil
	}
	merged := corev1.ResourceList{}
	maps.Copy(merged, fallback)
	maps.Copy(merged, own)
	return merged
}
