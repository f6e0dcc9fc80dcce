package voteconfig

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/apis/voting/v1alpha1"
)

// optionsKey is the key of the options. It is also the name of their file where the ConfigMap is mounted.
const optionsKey = "options.txt"

// newConfigMap returns the ConfigMap with a line "id:label:color" for each option.
func newConfigMap(vote *v1alpha1.VoteConfig) *corev1.ConfigMap {
	var lines strings.Builder
	for _, option := range vote.Spec.Options {
		lines.WriteString(option.ID + ":" + option.Label + ":" + option.Color + "\n")
	}
	return &corev1.ConfigMap{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
		ObjectMeta: metav1.ObjectMeta{Name: configMapName(vote), Namespace: vote.Namespace},
		Data:       map[string]string{optionsKey: lines.String()},
	}
}
