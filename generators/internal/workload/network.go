package workload

import (
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

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
func (s Source) WithNetworkPolicy(service *corev1.Service) []runtime.Object {
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
