// Package voteconfig judges a VoteConfig, and turns it into the ConfigMap that a voting application reads.
//
// The main entries are [Validate] and [Expand]. Both are pure, as all generators are.
package voteconfig

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/voting/v1alpha1"
)

// Expand returns the ConfigMap of a validated VoteConfig.
func Expand(vote *v1alpha1.VoteConfig, _ latchkey.Options) []runtime.Object {
	return []runtime.Object{newConfigMap(vote)}
}

// optionsKey is the key of the options. It is also the name of their file where the ConfigMap is mounted.
const optionsKey = "options.txt"

func configMapName(vote *v1alpha1.VoteConfig) string { return vote.Name + "-config" }

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
