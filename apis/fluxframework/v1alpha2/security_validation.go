package v1alpha2

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/component-helpers/node/util/sysctl"
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

// sysctlName and longestSysctl follow kubernetes/kubernetes v1.36, pkg/apis/core/validation/validation.go,
// IsValidSysctlName.
var sysctlName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$`)
})

const longestSysctl = 253

// checkSysctls follows validateSysctls in the same file.
func (v *judge) checkSysctls(at *field.Path, sysctls []corev1.Sysctl) {
	seen := map[string]bool{}
	for i, written := range sysctls {
		name, at := written.Name, at.Index(i)
		namespace, _, _ := sysctl.GetNamespace(name)
		switch {
		case name == "":
			v.Required(at.Child("name"), "the sysctl has no name: write one, for example net.core.somaxconn")
		case len(name) > longestSysctl || !sysctlName().MatchString(name):
			v.Invalid(at.Child("name"), name, "%q is not the name of a sysctl: use at most %d lower-case letters, digits, \"-\" and \"_\" between dots or slashes", name, longestSysctl)
		case seen[name]:
			v.Duplicate(at.Child("name"), name, "%q is in the list already: leave one of the two out", name)
		case v.mc.Spec.Pod.HostIPC && namespace == sysctl.IPCNamespace:
			v.Invalid(at.Child("name"), name, "%q belongs to the IPC namespace, which is the node's (hostIPC): leave one of the two out", name)
		}
		v.Need(at.Child("value"), written.Value, "the sysctl has no value: write it as text, for example \"1\"")
		seen[name] = true
	}
}
