package minicluster

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// curveSecretKey is the annotation of the option curveSecret.
const curveSecretKey = latchkey.Prefix + "curve-secret"

// checkCurve requires a source of the key that works for the hosts of the set. It warns of a Secret that the object itself names
// without need. A Secret named outside the object may serve other sets.
func (v *validator) checkCurve() {
	v.checkCertificate()
	if v.manyHosts() {
		v.checkOrigin()
		return
	}
	const reason = ": a single broker needs no key; leave it out"
	v.report([]unused{
		{v.mc.Legacy.CurveCertSecret != "", v1alpha2.FluxPath.Child("curveCertSecret"), v.mc.Legacy.CurveCertSecret, reason},
		{v.mc.Annotations[curveSecretKey] != "", metadataPath.Child("annotations").Key(curveSecretKey), v.mc.Annotations[curveSecretKey], reason},
	})
}

// checkOrigin requires a key in the place that the option curve names.
func (v *validator) checkOrigin() {
	switch curve := v.Options.Curve; {
	case curve == latchkey.CurveNone:
		v.Invalid(v1alpha2.SizePath, v.mc.Spec.MaxSize, "curve: None works with one host only, and this set has several: leave the option curve out")
	case curve == latchkey.CurveInline && v.mc.Spec.Flux.CurveCert == "":
		v.Required(v1alpha2.CurveCertPath, "curve: Inline takes the certificate from here, and there is none: write it here, or leave the option curve out")
	case curve == latchkey.CurveCluster && v.mc.Bursts():
		v.Invalid(v1alpha2.BurstingPath, field.OmitValueType{}, "sets in other clusters need the same key, and curve: Cluster makes a key for this cluster only: use curve: Secret, or flux.curveCert")
	case curve == latchkey.CurveSecret && v.Options.CurveSecret == "" && v.mc.Bursts():
		v.Warn(v1alpha2.BurstingPath, field.OmitValueType{}, "the Secret %q must hold the same curve.cert in every cluster: make it once with \"%s > key.yaml\" and apply this file to each, or name another with the option curveSecret", v.curveSecretName(), v.keygenCommand())
	case curve == latchkey.CurveSecret && v.Options.CurveSecret == "":
		v.Warn(v1alpha2.NamePath, v.mc.Name, "curve: Secret takes the key from the Secret %q, which must exist: make it with \"%s | kubectl apply -f -\", or name another with the option curveSecret", v.curveSecretName(), v.keygenCommand())
	}
}

// keygenCommand prints the Secret that the set looks for by itself.
func (v *validator) keygenCommand() string {
	command := "latchkey keygen " + v.curveSecretName()
	if v.mc.Namespace != "" {
		command += " -n " + v.mc.Namespace
	}
	return command
}

// checkCertificate checks the certificate of the object, and the name of a Secret with one, which only v1alpha1 has.
func (v *validator) checkCertificate() {
	text, secret := v.mc.Spec.Flux.CurveCert, v.mc.Legacy.CurveCertSecret
	at := v1alpha2.FluxPath.Child("curveCertSecret")
	v.Obey(at, secret, findings.ObjectName)
	if text == "" {
		return
	}
	if secret != "" {
		v.Invalid(at, secret, "curveCert holds a certificate too: leave one of the two out")
	}
	if err := v1alpha2.CheckCertificate(text); err != nil {
		v.InvalidText(v1alpha2.CurveCertPath, "it is not a CURVE certificate: %s; write the text of a file that flux keygen makes, or leave it out", err)
	}
	switch {
	case !v.manyHosts():
		v.Warn(v1alpha2.CurveCertPath, field.OmitValueType{}, "it has no effect: a single broker needs no key; leave it out")
	case v.Options.Curve != latchkey.CurveInline:
		v.Warn(v1alpha2.CurveCertPath, field.OmitValueType{}, "it has no effect with curve: %s: leave the option curve or the certificate out", v.Options.Curve)
	}
}
