package fn

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// renews tells whether expanding the source removes an item that was made from it. The item goes if the source makes it
// again or no longer makes it. The item stays if the option include leaves it out: then the source makes fewer objects
// of this kind than without include. If the source makes none of the kind in either case, the include word of the kind
// decides.
func (s *source) renews(item *Item) bool {
	include := s.resolved.Options.Include
	if include.Has(latchkey.IncludeAll) || slices.ContainsFunc(s.objects, func(object runtime.Object) bool {
		return newGeneratedItem(object).Key() == item.Key()
	}) {
		return true
	}
	kind := kindName{item.Group(), item.Kind}
	switch made := kindsOf(s.objects)[kind]; {
	case made < s.wouldMake[kind]:
		return false
	case made > 0:
		return true
	default:
		return include.Has(includeWord(item.Kind))
	}
}

// expand generates the objects of the source. It also counts the objects that the source would make without include.
func (s *source) expand() {
	s.objects = s.resolved.Expand()
	if !s.resolved.Options.Include.Has(latchkey.IncludeAll) {
		whole := s.resolved
		whole.Options.Include = nil
		s.wouldMake = kindsOf(whole.Expand())
	}
}

// kindsOf counts objects by their kinds.
func kindsOf(objects []runtime.Object) map[kindName]int {
	counts := map[kindName]int{}
	for _, object := range objects {
		kind := object.GetObjectKind().GroupVersionKind()
		counts[kindName{kind.Group, kind.Kind}]++
	}
	return counts
}

// includeWord returns the word of the option include that a kind usually belongs to, or "" if that is not known.
func includeWord(kind string) string {
	switch kind {
	case "ConfigMap", "Secret", "ServiceAccount", "Role", "RoleBinding":
		return latchkey.IncludeConfigMaps
	case "Service":
		return latchkey.IncludeServices
	case "JobSet", "Job", "Pod":
		return latchkey.IncludeJobs
	case "PersistentVolume", "PersistentVolumeClaim":
		return latchkey.IncludeVolumes
	default:
		return ""
	}
}
