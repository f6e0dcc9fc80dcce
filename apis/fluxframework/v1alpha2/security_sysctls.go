package v1alpha2

import (
	"regexp"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/component-helpers/node/util/sysctl"
)

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
		switch {
		case name == "":
			v.Required(at.Child("name"), "the sysctl has no name: write one, for example net.core.somaxconn")
		case len(name) > longestSysctl || !sysctlName().MatchString(name):
			v.Invalid(at.Child("name"), name, "%q is not the name of a sysctl: use at most %d lower-case letters, digits, \"-\" and \"_\" between dots or slashes", name, longestSysctl)
		case seen[name]:
			v.Duplicate(at.Child("name"), name, "%q is in the list already: leave one of the two out", name)
		case v.mc.Spec.Pod.HostIPC && isOfIPC(name):
			v.Invalid(at.Child("name"), name, "%q belongs to the IPC namespace, which is the node's (hostIPC): leave one of the two out", name)
		}
		v.Need(at.Child("value"), written.Value, "the sysctl has no value: write it as text, for example \"1\"")
		seen[name] = true
	}
}

// isOfIPC tells whether a sysctl belongs to the IPC namespace.
func isOfIPC(name string) bool {
	namespace, _, _ := sysctl.GetNamespace(name)
	return namespace == sysctl.IPCNamespace
}
