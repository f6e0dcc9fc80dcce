package podset

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/apis/podset/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
)

// newPod returns the pod with an index. The operator selects its pods by the same labels.
func newPod(set *v1alpha1.PodSet, index int) *corev1.Pod {
	return &corev1.Pod{
		TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"},
		ObjectMeta: metav1.ObjectMeta{
			Name:      podName(set, index),
			Namespace: set.Namespace,
			Labels:    map[string]string{"app": set.Name, "version": "v0.1"},

			Annotations: map[string]string{metadata.DefaultContainer: containerName},
		},
		Spec: corev1.PodSpec{
			Containers: []corev1.Container{{
				Name:            containerName,
				Image:           set.Spec.Image,
				Command:         slices.Clone(set.Spec.Command),
				ImagePullPolicy: corev1.PullIfNotPresent,
				SecurityContext: newSecurityContext(*set.Spec.RunAsUser),
			}},
		},
	}
}

// newSecurityContext satisfies the Pod Security Standard "restricted" (kubernetes.io, Pod Security Standards).
func newSecurityContext(user int64) *corev1.SecurityContext {
	return &corev1.SecurityContext{
		AllowPrivilegeEscalation: new(false),
		Capabilities:             &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}},
		RunAsNonRoot:             new(true),
		RunAsUser:                &user,
		SeccompProfile:           &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault},
	}
}
