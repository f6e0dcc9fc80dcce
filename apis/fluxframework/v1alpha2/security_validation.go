package v1alpha2

import (
	"math"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"
)

// checkSecurity checks what an API server or a kubelet refuses, see kubernetes/kubernetes v1.36,
// pkg/apis/core/validation/validation.go, ValidateSecurityContext.
func (v *judge) checkSecurity(at *field.Path, context *corev1.SecurityContext) {
	if context == nil {
		return
	}
	v.checkUser(at, context.RunAsUser, context.RunAsNonRoot)
	v.checkID(at.Child("runAsGroup"), context.RunAsGroup)
	v.checkSeccomp(at.Child("seccompProfile"), context.SeccompProfile)
	if context.ProcMount != nil {
		v.Choice(at.Child("procMount"), string(*context.ProcMount), string(corev1.DefaultProcMount), string(corev1.UnmaskedProcMount))
	}
	v.checkEscalation(at, context)
	v.checkCapabilities(at.Child("capabilities"), context.Capabilities)
}

func (v *judge) checkEscalation(at *field.Path, context *corev1.SecurityContext) {
	if ptr.Deref(context.AllowPrivilegeEscalation, true) {
		return
	}
	at = at.Child("allowPrivilegeEscalation")
	if ptr.Deref(context.Privileged, false) {
		v.Invalid(at, false, "a privileged container can always escalate: leave it out, or set privileged: false")
	}
	if context.Capabilities != nil && slices.Contains(context.Capabilities.Add, "CAP_SYS_ADMIN") {
		v.Invalid(at, false, "a container with CAP_SYS_ADMIN can always escalate: leave one of the two out")
	}
}

func (v *judge) checkCapabilities(at *field.Path, capabilities *corev1.Capabilities) {
	if capabilities == nil {
		return
	}
	for i, capability := range capabilities.Add {
		if name, ok := strings.CutPrefix(string(capability), "CAP_"); ok {
			v.Warn(at.Child("add").Index(i), string(capability), "%q is not what runtimes call it: write %q", capability, name)
		}
	}
}

func (v *judge) checkUser(at *field.Path, user *int64, nonRoot *bool) {
	v.checkID(at.Child("runAsUser"), user)
	if user != nil && *user == 0 && ptr.Deref(nonRoot, false) {
		v.Invalid(at.Child("runAsUser"), int64(0), "0 is root, which runAsNonRoot excludes: use another user, or leave runAsNonRoot out")
	}
}

// checkID follows kubernetes/apimachinery, pkg/util/validation, IsValidUserID.
func (v *judge) checkID(at *field.Path, id *int64) {
	if id != nil && (*id < 0 || *id > math.MaxInt32) {
		v.Invalid(at, *id, "%d is not an id: use 0 to %d", *id, math.MaxInt32)
	}
}

func (v *judge) checkSeccomp(at *field.Path, profile *corev1.SeccompProfile) {
	if profile == nil {
		return
	}
	file := at.Child("localhostProfile")
	local := profile.Type == corev1.SeccompProfileTypeLocalhost
	switch {
	case profile.Type == "":
		v.Required(at.Child("type"), "there is no type: use RuntimeDefault, Unconfined or Localhost")
	case !v.Choice(at.Child("type"), string(profile.Type), string(corev1.SeccompProfileTypeRuntimeDefault),
		string(corev1.SeccompProfileTypeUnconfined), string(corev1.SeccompProfileTypeLocalhost)):
	case local && ptr.Deref(profile.LocalhostProfile, "") == "":
		v.Required(file, "the type Localhost needs the file of the profile: name it")
	case !local && profile.LocalhostProfile != nil:
		v.Invalid(file, *profile.LocalhostProfile, "%q is for the type Localhost alone: leave it out", *profile.LocalhostProfile)
	}
}

// checkPodSecurity is checkSecurity for the context of a pod.
func (v *judge) checkPodSecurity(at *field.Path, context *corev1.PodSecurityContext) {
	if context == nil {
		return
	}
	v.checkUser(at, context.RunAsUser, context.RunAsNonRoot)
	v.checkID(at.Child("runAsGroup"), context.RunAsGroup)
	v.checkID(at.Child("fsGroup"), context.FSGroup)
	for i := range context.SupplementalGroups {
		v.checkID(at.Child("supplementalGroups").Index(i), &context.SupplementalGroups[i])
	}
	v.checkSeccomp(at.Child("seccompProfile"), context.SeccompProfile)
	if policy := context.FSGroupChangePolicy; policy != nil {
		v.Choice(at.Child("fsGroupChangePolicy"), string(*policy), string(corev1.FSGroupChangeOnRootMismatch), string(corev1.FSGroupChangeAlways))
	}
}
