package generators

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Included returns the objects of the set that the option include selects.
func (s Set) Included() []runtime.Object {
	return slices.DeleteFunc(slices.Clone(s.Objects), func(object runtime.Object) bool {
		return !s.Includes(object.GetObjectKind().GroupVersionKind().Kind)
	})
}

// Includes tells whether the option include selects objects of a kind. Objects of a kind that no word stands for are
// selected with all words only.
func (r Resolved) Includes(kind string) bool {
	include := r.Options.Include
	return !r.Kind.uses("include") || include.Has(latchkey.IncludeAll) || include.Has(wordOf(kind))
}

// wordOf returns the word of the option include for objects of a kind, or "".
func wordOf(kind string) string {
	switch kind {
	case "ConfigMap", "Secret", "ServiceAccount", "Role", "RoleBinding":
		return latchkey.IncludeConfigMaps
	case "Service", "NetworkPolicy":
		return latchkey.IncludeServices
	case "JobSet", "Job", "CronJob", "Pod", "PodGroup", "Deployment", "StatefulSet", "DaemonSet":
		return latchkey.IncludeJobs
	case "PersistentVolume", "PersistentVolumeClaim":
		return latchkey.IncludeVolumes
	default:
		return ""
	}
}
