package voteconfig

import (
	"k8s.io/apimachinery/pkg/runtime"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/voting/v1alpha1"
)

// Expand returns the ConfigMap of a validated VoteConfig.
func Expand(vote *v1alpha1.VoteConfig, _ latchkey.Options) []runtime.Object {
	return []runtime.Object{newConfigMap(vote)}
}
