package podset_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/podset/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/podset"
)

// sleepers is a defaulted set of pods.
func sleepers(replicas int32) *v1alpha1.PodSet {
	set := &v1alpha1.PodSet{ObjectMeta: metav1.ObjectMeta{Name: "sleepers", Namespace: "tutorial"}}
	set.Spec.Replicas = &replicas
	podset.Default(set)
	return set
}

func Example() {
	for _, pod := range podset.Expand(sleepers(2), latchkey.Options{}) {
		fmt.Println(pod.(*corev1.Pod).Name)
	}
	// Output:
	// sleepers-pod-0
	// sleepers-pod-1
}

func TestPod(t *testing.T) {
	t.Parallel()
	set := sleepers(1)
	before := set.DeepCopy()
	pods := podset.Expand(set, latchkey.Options{})
	want := &corev1.Pod{
		TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"},
		ObjectMeta: metav1.ObjectMeta{
			Name: "sleepers-pod-0", Namespace: "tutorial",
			Labels: map[string]string{"app": "sleepers", "version": "v0.1"},

			Annotations: map[string]string{"kubectl.kubernetes.io/default-container": "main"},
		},
		Spec: corev1.PodSpec{Containers: []corev1.Container{{
			Name: "main", Image: "docker.io/library/alpine:3", Command: []string{"sleep", "3600"},
			ImagePullPolicy: corev1.PullIfNotPresent,
			SecurityContext: &corev1.SecurityContext{
				AllowPrivilegeEscalation: new(false),
				Capabilities:             &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}},
				RunAsNonRoot:             new(true), RunAsUser: new(int64(65534)),
				SeccompProfile: &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault},
			},
		}}},
	}
	if len(pods) != 1 {
		t.Fatalf("%d pods, want 1", len(pods))
	}
	if diff := cmp.Diff(want, pods[0].(*corev1.Pod)); diff != "" {
		t.Errorf("pod (-want +got):\n%s", diff)
	}
	pods[0].(*corev1.Pod).Spec.Containers[0].Command[0] = "changed"
	*pods[0].(*corev1.Pod).Spec.Containers[0].SecurityContext.RunAsUser = 1
	if diff := cmp.Diff(before, set); diff != "" {
		t.Errorf("the PodSet has changed (-before +after):\n%s", diff)
	}
}
