package fn

import (
	"encoding/json"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// A pair has a field without a JSON tag, as a type of another module may have.
type pair struct {
	corev1.Pod `json:",inline"`
	Second     string
}

// TestObjectContent compares with encoding/json, which the types are written for.
func TestObjectContent(t *testing.T) {
	t.Parallel()
	pod := &corev1.Pod{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"},
		ObjectMeta: metav1.ObjectMeta{Name: "a", Labels: map[string]string{"b": "c"}, Annotations: map[string]string{}},
		Spec: corev1.PodSpec{
			TerminationGracePeriodSeconds: new(int64(0)),
			Containers: []corev1.Container{{
				Name: "x",
				Resources: corev1.ResourceRequirements{Limits: corev1.ResourceList{
					corev1.ResourceCPU: resource.MustParse("1500m"), corev1.ResourceMemory: resource.MustParse("1Gi"),
				}},
				LivenessProbe: &corev1.Probe{ProbeHandler: corev1.ProbeHandler{TCPSocket: &corev1.TCPSocketAction{Port: intstr.FromInt32(80)}}},
				ReadinessProbe: &corev1.Probe{ProbeHandler: corev1.ProbeHandler{
					HTTPGet: &corev1.HTTPGetAction{Port: intstr.FromString("http")},
				}},
				SecurityContext: &corev1.SecurityContext{RunAsNonRoot: new(true), Privileged: new(false)},
			}},
			Volumes: []corev1.Volume{{Name: "v", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}}},
		},
	}
	secret := &corev1.Secret{Data: map[string][]byte{"a": {0, 1, 2}}, Immutable: new(true)}
	untyped := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "example.org/v1", "kind": "Thing", "metadata": map[string]any{"name": "a"},
		"spec": map[string]any{"items": []any{"b", int64(1), true, nil}}, "status": map[string]any{"ready": true},
	}}
	untagged := &pair{Pod: corev1.Pod{Spec: corev1.PodSpec{NodeName: "a"}}, Second: "b"}
	for _, object := range []metav1.Object{pod, secret, untyped, untagged} {
		text, err := json.Marshal(object)
		if err != nil {
			t.Fatal(err)
		}
		var want map[string]any
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		delete(want, "status")
		withoutNull(want)
		item := newGeneratedItem(object.(runtime.Object))
		got, err := item.JSON()
		if err != nil {
			t.Fatal(err)
		}
		var read map[string]any
		if err := json.Unmarshal(got, &read); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, read); diff != "" {
			t.Errorf("-encoding/json +content:\n%s", diff)
		}
	}
}

// withoutNull removes the fields that are null, as a server does.
func withoutNull(fields map[string]any) {
	maps.DeleteFunc(fields, func(_ string, value any) bool { return value == nil })
	for _, value := range fields {
		if inner, ok := value.(map[string]any); ok {
			withoutNull(inner)
		}
	}
}
