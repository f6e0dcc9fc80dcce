package workload_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

// TestPodTemplate gives annotations about containers to a pod with an init container and two other containers. One of
// these has fields that set the same.
func TestPodTemplate(t *testing.T) {
	t.Parallel()
	const appArmor, seccomp = "container.apparmor.security.beta.kubernetes.io/", "container.seccomp.security.alpha.kubernetes.io/"
	const whole = "seccomp.security.alpha.kubernetes.io/pod"
	fields := &corev1.SecurityContext{
		AppArmorProfile: &corev1.AppArmorProfile{Type: corev1.AppArmorProfileTypeUnconfined},
		SeccompProfile:  &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeUnconfined},
	}
	pod := corev1.PodSpec{
		InitContainers: []corev1.Container{{Name: "first"}},
		Containers:     []corev1.Container{{Name: "app"}, {Name: "fields", SecurityContext: fields}},
	}
	annotations := map[string]string{whole: "unconfined", "example.com/first": "a", "container.apparmor.security.beta.kubernetes.io": "b"}
	for _, name := range []string{"first", "app", "fields", "absent", ""} {
		annotations[appArmor+name], annotations[seccomp+name] = "runtime/default", "runtime/default"
	}
	annotations[workload.DefaultContainer] = "fields"
	everywhere := []string{workload.DefaultContainer, "container.apparmor.security.beta.kubernetes.io", "example.com/first"}
	for _, row := range []struct {
		name    string
		context *corev1.PodSecurityContext
		want    []string
	}{
		{"no fields", nil, []string{appArmor + "app", appArmor + "first", seccomp + "app", seccomp + "first", whole}},
		{"seccomp", &corev1.PodSecurityContext{SeccompProfile: fields.SeccompProfile}, []string{appArmor + "app", appArmor + "first", seccomp + "app", seccomp + "first"}},
		{"AppArmor", &corev1.PodSecurityContext{AppArmorProfile: fields.AppArmorProfile}, []string{seccomp + "app", seccomp + "first", whole}},
	} {
		pod.SecurityContext = row.context
		template := workload.PodTemplate(metav1.ObjectMeta{Annotations: annotations}, pod)
		want := slices.Sorted(slices.Values(append(row.want, everywhere...)))
		if diff := cmp.Diff(want, slices.Sorted(maps.Keys(template.Annotations))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.name, diff)
		}
		if len(annotations) != 14 {
			t.Fatalf("%s: the argument has changed", row.name)
		}
	}
	annotations[workload.DefaultContainer] = "absent"
	if got := workload.PodTemplate(metav1.ObjectMeta{Annotations: annotations}, pod).Annotations[workload.DefaultContainer]; got != "app" {
		t.Errorf("kubectl logs shows %q, want the first container", got)
	}
}
