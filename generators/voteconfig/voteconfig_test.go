package voteconfig_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/voting/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/voteconfig"
)

func pets() *v1alpha1.VoteConfig {
	return &v1alpha1.VoteConfig{
		ObjectMeta: metav1.ObjectMeta{Name: "pets", Namespace: "voting"},
		Spec: v1alpha1.VoteConfigSpec{Options: []v1alpha1.Option{
			{ID: "b", Label: "Dogs", Color: "#4ECDC4"},
			{ID: "a", Label: "Cats & kittens", Color: "#FF6B6B"},
		}},
	}
}

func Example() {
	objects := voteconfig.Expand(pets(), latchkey.Options{})
	fmt.Print(objects[0].(*corev1.ConfigMap).Data["options.txt"])
	// Output:
	// b:Dogs:#4ECDC4
	// a:Cats & kittens:#FF6B6B
}

func TestExpand(t *testing.T) {
	t.Parallel()
	want := []runtime.Object{&corev1.ConfigMap{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
		ObjectMeta: metav1.ObjectMeta{Name: "pets-config", Namespace: "voting"},
		Data:       map[string]string{"options.txt": "b:Dogs:#4ECDC4\na:Cats & kittens:#FF6B6B\n"},
	}}
	if diff := cmp.Diff(want, voteconfig.Expand(pets(), latchkey.Options{})); diff != "" {
		t.Errorf("objects (-want +got):\n%s", diff)
	}
}
