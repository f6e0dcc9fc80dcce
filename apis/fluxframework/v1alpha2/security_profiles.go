package v1alpha2

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func (v *judge) checkSeccomp(at *field.Path, written *corev1.SeccompProfile) {
	if written == nil {
		return
	}
	if v.checkProfile(at, string(written.Type), written.LocalhostProfile) {
		v.Below(at.Child("localhostProfile"), *written.LocalhostProfile)
	}
}

// checkAppArmor follows kubernetes/kubernetes v1.36, pkg/apis/core/validation/validation.go, ValidateAppArmorProfileField.
func (v *judge) checkAppArmor(at *field.Path, written *corev1.AppArmorProfile) {
	const longest = 4095
	if written == nil || !v.checkProfile(at, string(written.Type), written.LocalhostProfile) {
		return
	}
	switch name := *written.LocalhostProfile; {
	case name != strings.TrimSpace(name):
		v.Invalid(at.Child("localhostProfile"), name, "%q has blanks at an end: write the profile without them", name)
	case len(name) > longest:
		v.InvalidText(at.Child("localhostProfile"), "it has %d characters and may have %d: use a shorter name", len(name), longest)
	}
}

// checkProfile checks a profile, and tells whether it is one of the node. The types of seccomp and AppArmor have the
// same names.
func (v *judge) checkProfile(at *field.Path, kind string, localhostProfile *string) bool {
	const localhost = string(corev1.SeccompProfileTypeLocalhost)
	file := at.Child("localhostProfile")
	switch {
	case kind == "":
		v.Required(at.Child("type"), "there is no type: use RuntimeDefault, Unconfined or Localhost")
	case !v.Choice(at.Child("type"), kind, string(corev1.SeccompProfileTypeRuntimeDefault), string(corev1.SeccompProfileTypeUnconfined), localhost):
	case kind != localhost && localhostProfile != nil:
		v.Invalid(file, *localhostProfile, "%q is only for the type Localhost: leave it out", *localhostProfile)
	case kind == localhost && (localhostProfile == nil || *localhostProfile == ""):
		v.Required(file, "the type Localhost needs the file of the profile: name it")
	default:
		return kind == localhost
	}
	return false
}
