package apis_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/latchkey-dev/latchkey/apis"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

func TestSet(t *testing.T) {
	t.Parallel()
	var got v1alpha2.MiniCluster
	got.Spec.Containers = []v1alpha2.Container{{}}
	for path, value := range map[string]string{
		"spec.size":                                    "4",
		"spec.interactive":                             "true",
		"spec.containers[0].image":                     "4",
		"spec.containers[0].command":                   "off",
		`spec.pod.nodeSelector["kubernetes.io/a.b"]`:   "1",
		"metadata.labels[app]":                         "x",
		"spec.containers[0].resources.limits.cpu":      "2",
		"spec.containers[0].securityContext.runAsUser": "1000",
	} {
		if err := apis.Set(&got, path, value); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	var want v1alpha2.MiniCluster
	want.Spec.Size = new(int32(4))
	want.Spec.Interactive = true
	want.Labels = map[string]string{"app": "x"}
	want.Spec.Pod.NodeSelector = map[string]string{"kubernetes.io/a.b": "1"}
	want.Spec.Containers = []v1alpha2.Container{{
		Image: "4", Command: "off", Resources: corev1.ResourceRequirements{Limits: corev1.ResourceList{"cpu": resource.MustParse("2")}},
		SecurityContext: &corev1.SecurityContext{RunAsUser: new(int64(1000))},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("object (-want +got):\n%s", diff)
	}
}

func TestSetRefuses(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ path, value, want string }{
		{"spec.siez", "1", `unknown field: did you mean "size"?`},
		{"spec.size", "many", `"many" is a string: use a whole number, for example 64`},
		{"spec.size", "1.5", "1.5 is a number: use a whole number, for example 64"},
		{"spec.size.more", "1", `it has no fields: end the path before it, or write a key that has dots as ["a.b"]`},
		{"spec.pod.nodeSelector.kubernetes.io/arch", "x", "it has no fields: end the path before it"},
		{"spec.containers[1].image", "x", "the list has no such entry, and [0] is the first"},
		{"spec.containers[first].image", "x", "the list has no such entry, and [0] is the first"},
		{"spec.containers", "x", "it is a list or a mapping: lead the path to one of the values in it"},
		{"spec.pod", "1", "it is a list or a mapping"},
		{"spec.pod.nodeSelector", "", "it is a list or a mapping"},
		{"spec.containers[0].securityContext", "x", "it is a list or a mapping"},
		{"spec.size", "", `"" is a string: use a whole number`},
		{"spec.size", "null", `"null" is a string: use a whole number`},
		{"spec.interactive", "~", `"~" is a string: use true or false`},
		{"spec.containers[0].resources.limits.cpu", "", `"" is a string: use a quantity`},
		{"spec.containers[0].resources.limits.cpu", "null", `"null" is a string: use a quantity`},
		{"spec.containers[0].resources.limits[cpu].more", "1", "it has no fields: end the path before it"},
		{"spec", "x", "it is a list or a mapping"},
		{"spec.pod.nodeSelector['a']", "x", "this is no path"},
		{`spec.pod.nodeSelector["a]`, "x", "this is no path"},
		{"status.phase", "x", ""},
		{"metadata.uid", "x", ""},
		{"", "x", "this is no path"},
		{"spec..size", "x", "this is no path"},
		{"spec[", "x", "this is no path"},
		{`spec["a"b]`, "x", "this is no path"},
		{"[0]", "x", ""},
		{"spec.containers[0]image", "x", "this is no path"},
	} {
		var object v1alpha2.MiniCluster
		object.Spec.Containers = []v1alpha2.Container{{}}
		err := apis.Set(&object, row.path, row.value)
		if err == nil || !strings.HasPrefix(err.Detail, row.want) {
			t.Errorf("%s: %v, want %q", row.path, err, row.want)
		}
	}
}
