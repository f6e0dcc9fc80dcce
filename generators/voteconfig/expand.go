package voteconfig

import (
	"k8s.io/apimachinery/pkg/runtime"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/voting/v1alpha1"
)

// Expand returns the ConfigMap of a validated VoteConfig, if opts.Include selects ConfigMaps.
func Expand(vote *v1alpha1.VoteConfig, opts latchkey.Options) []runtime.Object {
	if !opts.Include.Has(latchkey.IncludeConfigMaps) {
		return nil
	}
	return []runtime.Object{newConfigMap(vote)}
}
