package v1alpha2

import (
	"k8s.io/utils/ptr"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Options returns the options that the fields of a MiniCluster set. It is the farthest level for
// latchkey.Options.Merge: annotations, functionConfig and flags win over it.
//
// A set that bursts does not make its key in the cluster by default, because sets in other clusters need the same key.
// The key comes from the Secret <set>-curve, unless the object contains it.
func (mc *MiniCluster) Options() latchkey.Options {
	options := latchkey.Options{MaxRestarts: mc.Spec.BackoffLimit}
	if mc.Spec.Network.DisableAffinity {
		options.Spread = latchkey.SpreadNone
	}
	switch {
	case mc.Spec.Flux.CurveCert != "":
		options.Curve = latchkey.CurveInline
	case mc.Legacy.CurveCertSecret != "":
		options.Curve, options.CurveSecret = latchkey.CurveSecret, mc.Legacy.CurveCertSecret
	case mc.Bursts():
		options.Curve = latchkey.CurveSecret
	}
	return options
}

// Elastic says whether the size may change while the set runs, from minSize (default 1) to maxSize. It is so if maxSize is
// set and above minSize. Nothing but the number of pods may then depend on size. Call it after Default.
func (mc *MiniCluster) Elastic() bool {
	isSet := !mc.MaxSizeDefaulted || mc.Spec.MaxSize != ptr.Deref(mc.Spec.Size, 1)
	return isSet && mc.Spec.MaxSize > max(mc.Spec.MinSize, 1)
}

// Bursts reports whether sets of other clusters belong to the same instance of Flux.
func (mc *MiniCluster) Bursts() bool {
	bursting := mc.Spec.Flux.Bursting
	return bursting.Hostlist != "" || len(bursting.Clusters) > 0 || bursting.LeadBroker != FluxBroker{}
}
