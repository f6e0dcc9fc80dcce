// Package podset judges a PodSet, and turns it into its pods.
//
// The main entries are [Default], [Validate] and [Expand]. All are pure, as in other generators.
package podset

import (
	"slices"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/podset/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

// Expand returns the pods of a PodSet, sorted by their index. The PodSet must have been defaulted and validated.
func Expand(set *v1alpha1.PodSet, _ latchkey.Options) []runtime.Object {
	pods := make([]runtime.Object, *set.Spec.Replicas)
	for index := range pods {
		pods[index] = newPod(set, index)
	}
	return pods
}

// containerName is the name of the only container of a pod.
const containerName = "main"

// podName is the name of a pod. The operator's pods have random letters instead of the index. With an index, the same
// PodSet gives the same pods, and a smaller PodSet has fewer of them.
func podName(set *v1alpha1.PodSet, index int) string {
	return set.Name + "-pod-" + strconv.Itoa(index)
}

// newPod returns the pod with an index. The operator selects its pods by the same labels.
func newPod(set *v1alpha1.PodSet, index int) *corev1.Pod {
	return &corev1.Pod{
		TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"},
		ObjectMeta: metav1.ObjectMeta{
			Name:      podName(set, index),
			Namespace: set.Namespace,
			Labels:    map[string]string{"app": set.Name, "version": "v0.1"},

			Annotations: map[string]string{workload.DefaultContainer: containerName},
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
	context := workload.RestrictedAlone()
	context.RunAsNonRoot, context.RunAsUser = new(true), &user
	return context
}
