package fn

import (
	"slices"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// renews tells whether expanding the source removes an item that was made from it. The item goes if the source makes it
// again or no longer makes it. The item stays if the option include leaves it out: then the source makes fewer objects
// of this kind than without include. If the source makes none of the kind in either case, the include word of the kind
// decides.
func (s *source) renews(item *Item) bool {
	include := s.resolved.Options.Include
	if include.Has(latchkey.IncludeAll) || slices.ContainsFunc(s.made, func(made *Item) bool { return made.Key() == item.Key() }) {
		return true
	}
	kind := kindName{item.Group(), item.Kind}
	switch made := kindsOf(s.made)[kind]; {
	case made < s.wouldMake[kind]:
		return false
	case made > 0:
		return true
	default:
		return include.Has(includeWord(item.Kind))
	}
}

// kindsOf counts items by their kinds.
func kindsOf(items []*Item) map[kindName]int {
	counts := map[kindName]int{}
	for _, item := range items {
		counts[kindName{item.Group(), item.Kind}]++
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
