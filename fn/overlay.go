package fn

import (
	"slices"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// warnBelowOverlay warns of onChange: Rename in a folder on which an overlay builds. The hash in the names covers what
// Latchkey sees, and the overlay changes the objects afterwards.
func (r *run) warnBelowOverlay(overlay func() string) {
	renames := func(s *source) bool {
		return s.valid && s.carrier == nil && s.resolved.Options.OnChange == latchkey.OnChangeRename
	}
	at := slices.IndexFunc(r.sources, renames)
	if at < 0 || overlay == nil || r.caller != callerKustomize {
		return
	}
	if above := overlay(); above != "" {
		r.results = append(r.results, r.sources[at].item.finding(krm.Warning,
			"onChange: Rename puts a hash into the name here, and %s changes the set later: it keeps its name then, and the server refuses the change: list Latchkey in the topmost kustomization instead", above))
	}
}
