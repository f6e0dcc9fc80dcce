package v1alpha1

import (
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/suggest"
)

// Unprefixed warns of annotations that name an option, or attach-to, without the prefix. They have no effect here, but
// may be for another program.
func Unprefixed(annotations map[string]string) (warnings field.ErrorList) {
	for _, key := range slices.Sorted(maps.Keys(annotations)) {
		if strings.Contains(key, "/") {
			continue // of another domain, as are most
		}
		near := Annotations.near(key)
		if len(near) != 1 || !suggest.IsSame(Prefix+key, near[0]) {
			continue
		}
		warning := field.Forbidden(Annotations.path(key), "without its prefix it has no effect: "+suggest.DidYouMean(near...))
		warnings = append(warnings, findings.Meaning(warning, near...))
	}
	return warnings
}

// isOurs tells whether an annotation has nearly our prefix: "latchkey.io/queue", "latchkey-queue".
func isOurs(key string) bool {
	domain, _, found := strings.Cut(strings.ToLower(key), "/")
	if !found {
		return strings.HasPrefix(domain, "latchkey")
	}
	return domain == "latchkey" || strings.HasPrefix(domain, "latchkey.") || suggest.IsSlip(domain, strings.TrimSuffix(Prefix, "/"))
}

// nameOf returns an annotation without its prefix. The prefix may be misspelt.
func nameOf(key string) string {
	if at := strings.LastIndex(key, "/"); at >= 0 {
		return key[at+1:]
	}
	rest := strings.TrimPrefix(strings.ToLower(key), "latchkey")
	return strings.TrimLeft(strings.TrimPrefix(rest, ".dev"), ".:-_")
}
