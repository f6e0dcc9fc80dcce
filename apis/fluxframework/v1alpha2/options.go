package v1alpha2

import latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"

// Options returns what the fields of a MiniCluster say that options say, too. It is the farthest level
// for latchkey.Options.Merge: annotations, functionConfig and flags win over it.
//
// A set that bursts has no default of its own cluster for the key, because sets elsewhere need the same
// one: it comes from the Secret <set>-curve, unless the object holds it.
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

// Bursts reports whether sets of other clusters belong to the same instance of Flux.
func (mc *MiniCluster) Bursts() bool {
	bursting := mc.Spec.Flux.Bursting
	return bursting.Hostlist != "" || len(bursting.Clusters) > 0 || bursting.LeadBroker != FluxBroker{}
}
