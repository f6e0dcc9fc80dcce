package generators_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

func TestMerged(t *testing.T) {
	t.Parallel()
	first, second := map[string]string{"a": "1", "b": "1"}, map[string]string{"b": "2"}
	got := workload.Merged(first, nil, second)
	if diff := cmp.Diff(map[string]string{"a": "1", "b": "2"}, got); diff != "" {
		t.Errorf("merged (-want +got):\n%s", diff)
	}
	got["a"] = "3"
	if first["a"] != "1" || first["b"] != "1" {
		t.Errorf("the first map has changed: %v", first)
	}
	if empty := workload.Merged(nil, map[string]string{}); empty != nil {
		t.Errorf("nothing merged is %#v, want nil", empty)
	}
}

func TestForWorkload(t *testing.T) {
	t.Parallel()
	written := map[string]string{
		"example.org/cost": "7", "kubectl.kubernetes.io/last-applied-configuration": "{}",
		"latchkey.dev/workload": "Job", "config.kubernetes.io/local-config": "true",
	}
	want := map[string]string{"example.org/cost": "7"}
	if diff := cmp.Diff(want, workload.Metadata(metav1.ObjectMeta{Annotations: written}, latchkey.Options{}).Annotations); diff != "" {
		t.Errorf("annotations (-want +got):\n%s", diff)
	}
	if len(written) != 4 {
		t.Errorf("the annotations have changed: %v", written)
	}
}

func TestContentHash(t *testing.T) {
	t.Parallel()
	one, other := workload.ContentHash("a", "b"), workload.ContentHash("ab")
	if one == other || one != workload.ContentHash("a", "b") || len(one) != len(other) {
		t.Errorf("hashes %q and %q", one, other)
	}
}

func TestDataHash(t *testing.T) {
	t.Parallel()
	contents := []map[string]string{
		{}, {"a": "b"}, {"ab": ""}, {"": "ab"}, {"b": "a"}, {"a": "b", "c": ""}, {"a": "b1:c0:"}, {"a": "b", "c": "d"}, {"a": "d", "c": "b"},
	}
	seen := map[string]map[string]string{}
	for _, data := range contents {
		hash := workload.DataHash(data)
		if other, known := seen[hash]; known {
			t.Errorf("%v and %v have the same hash", data, other)
		}
		if seen[hash] = data; len(hash) != latchkey.HashLength || hash != workload.DataHash(maps.Clone(data)) {
			t.Errorf("the hash of %v is %q, and then %q", data, hash, workload.DataHash(data))
		}
	}
}

// TestPodAnnotations wants the pods not to have what kpt and kustomize write into the metadata of a source.
func TestPodAnnotations(t *testing.T) {
	t.Parallel()
	written := map[string]string{
		"note": "a", "kubectl.kubernetes.io/default-container": "app", "internal.config.kubernetes.io/path": "a.yaml",
		"internal.config.kubernetes.io/package-path": "/home/me", "config.kubernetes.io/index": "0", "kustomize.config.k8s.io/id": "x",
	}
	want := map[string]string{"note": "a", "kubectl.kubernetes.io/default-container": "app"}
	if diff := cmp.Diff(want, workload.PodAnnotations(written, latchkey.Options{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// expand reads a value as Kubernetes does when no variable is known. $$ becomes a dollar. A dollar that is not followed
// by a parenthesis stays. A reference stays too.
func expand(value string) string {
	var out strings.Builder
	for i := 0; i < len(value); i++ {
		if value[i] == '$' && i+1 < len(value) && value[i+1] == '$' {
			i++
		} else if value[i] == '$' && i+1 < len(value) && value[i+1] == '(' {
			return "expanded"
		}
		out.WriteByte(value[i])
	}
	return out.String()
}

func TestEscape(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"", "plain", "$(NAME)", "$$(NAME)", "$$$(NAME)", "a$", "$a $ $$ $$$", "grüß $(dich)"} {
		if got := expand(workload.Escape(value)); got != value {
			t.Errorf("%q arrives as %q", value, got)
		}
	}
}

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
