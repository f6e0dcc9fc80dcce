package metricset

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
)

// newService gives the pods their host names. Pods look each other up before they are ready, so the Service publishes
// their addresses at once. It needs no port: every port of a pod is reachable by the pod's name.
func newService(s set) *corev1.Service {
	return &corev1.Service{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Service"},
		ObjectMeta: s.meta(s.serviceName()),
		Spec: corev1.ServiceSpec{
			ClusterIP:                corev1.ClusterIPNone,
			PublishNotReadyAddresses: true,
			Selector:                 map[string]string{metadata.NetworkLabel: s.serviceName()},
		},
	}
}
