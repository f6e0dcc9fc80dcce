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
	v.checkAppArmor(at.Child("appArmorProfile"), context.AppArmorProfile)
	v.checkWindows(at.Child("windowsOptions"), context.WindowsOptions)
	checkWord(v, at.Child("procMount"), context.ProcMount, corev1.DefaultProcMount, corev1.UnmaskedProcMount)
	if ptr.Deref(context.ProcMount, corev1.DefaultProcMount) == corev1.UnmaskedProcMount {
		v.Invalid(at.Child("procMount"), *context.ProcMount, "\"Unmasked\" needs pods with users of their own (hostUsers: false), for which there is no field: leave it out")
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
	v.checkAppArmor(at.Child("appArmorProfile"), context.AppArmorProfile)
	v.checkWindows(at.Child("windowsOptions"), context.WindowsOptions)
	v.checkSysctls(at.Child("sysctls"), context.Sysctls)
	checkWord(v, at.Child("fsGroupChangePolicy"), context.FSGroupChangePolicy, corev1.FSGroupChangeOnRootMismatch, corev1.FSGroupChangeAlways)
	checkWord(v, at.Child("supplementalGroupsPolicy"), context.SupplementalGroupsPolicy, corev1.SupplementalGroupsPolicyMerge, corev1.SupplementalGroupsPolicyStrict)
	// A server accepts the other value, MountOption, only with the feature gate SELinuxMount.
	checkWord(v, at.Child("seLinuxChangePolicy"), context.SELinuxChangePolicy, corev1.SELinuxChangePolicyRecursive)
}

// checkWindows refuses options for Windows, because the pods of a set run Linux scripts.
func (v *judge) checkWindows(at *field.Path, options *corev1.WindowsSecurityContextOptions) {
	if options != nil {
		v.Forbidden(at, "it is for pods of Windows, and those of a set run on Linux: leave it out")
	}
}

// checkWord checks that a pointer to a word is nil or points to an allowed word. An empty word is not allowed.
func checkWord[T ~string](v *judge, at *field.Path, word *T, allowed ...T) {
	var words []string
	for _, one := range allowed {
		words = append(words, string(one))
	}
	switch {
	case word == nil:
	case *word == "":
		v.Invalid(at, "", "it is empty: leave it out, or use %s", strings.Join(words, " or "))
	default:
		v.Choice(at, string(*word), words...)
	}
}
