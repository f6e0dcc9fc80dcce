// Package network says who reaches the pods of a set.
package network

import (
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
)

// WithPolicy returns the headless Service of a set and, with networkPolicy: Set, a NetworkPolicy before it, so that the policy
// is there before the pods are. meta has the name of the set. Only pods that carry the label of the Service reach one another.
func WithPolicy(service *corev1.Service, meta metav1.ObjectMeta, opts latchkey.Options) []runtime.Object {
	if opts.NetworkPolicy != latchkey.NetworkPolicySet {
		return []runtime.Object{service}
	}
	pods := metav1.LabelSelector{MatchLabels: map[string]string{metadata.NetworkLabel: service.Name}}
	return []runtime.Object{&networkingv1.NetworkPolicy{
		TypeMeta:   metav1.TypeMeta{APIVersion: networkingv1.SchemeGroupVersion.String(), Kind: "NetworkPolicy"},
		ObjectMeta: meta,
		Spec: networkingv1.NetworkPolicySpec{
			PodSelector: pods,
			Ingress:     []networkingv1.NetworkPolicyIngressRule{{From: []networkingv1.NetworkPolicyPeer{{PodSelector: &pods}}}},
			PolicyTypes: []networkingv1.PolicyType{networkingv1.PolicyTypeIngress},
		},
	}, service}
}
