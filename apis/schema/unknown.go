package schema

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/suggest"
)

// unknownField says what to write instead of an unknown field: the advice of the schema, a field with nearly this name, the place
// of a field with this name, or one of the known fields.
func (c *checker) unknownField(key string, within *Schema, at *field.Path) *field.Error {
	problem := &field.Error{Type: field.ErrorTypeForbidden, Field: at.String(), BadValue: "", Detail: "unknown field: "}
	known := slices.Sorted(maps.Keys(within.Properties))
	here := inSchema(at.String())
	note := c.root.Advice[strings.ToLower(key)]
	if advice := c.root.Advice[here]; advice != "" {
		problem.Detail += advice
		return problem
	}
	if suggest.IsNear(key, known) {
		return findings.Unknown(problem, key, known)
	}
	words := append([]string{key}, suggest.Kin(key)...)
	for _, word := range words {
		if advice := c.root.Advice[strings.TrimSuffix(here, key)+word]; advice != "" {
			problem.Detail += advice
			return problem
		}
	}
	name, places := c.root.elsewhere(words, here)
	switch {
	case name != "" && name == key:
		problem.Detail += "it belongs under " + strings.Join(places, " or ")
	case name != "":
		problem.Detail += fmt.Sprintf("it is called %q here, and belongs under %s", name, strings.Join(places, " or "))
	case note != "":
		problem.Detail += note
	default:
		return findings.Unknown(problem, key, known)
	}
	return problem
}

// inSchema returns the path of a field as advice names it: spec.containers[].volumes.<name>.path.
func inSchema(path string) string {
	return keys().ReplaceAllString(indexes().ReplaceAllString(path, "[]"), ".<name>")
}

var (
	indexes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[\d+\]`) })
	keys    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[[^\]]+\]`) })
)

// elsewhere finds the places of fields with one of some names, the nearest first, three at most.
func (s *Schema) elsewhere(names []string, here string) (name string, places []string) {
	nearest := -1
	for _, word := range names {
		if word == "" {
			continue
		}
		found := s.places(word, "")
		slices.SortFunc(found, func(a, b string) int {
			return cmp.Or(inCommon(b, here)-inCommon(a, here), strings.Count(a, ".")-strings.Count(b, "."), strings.Compare(a, b))
		})
		if len(found) > 0 && inCommon(found[0], here) > nearest {
			name, places, nearest = word, found[:min(3, len(found))], inCommon(found[0], here)
		}
	}
	return name, places
}

// places returns the paths of what has a field of a name. The object itself is none of them.
func (s *Schema) places(name, at string) (found []string) {
	switch {
	case s.Items != nil:
		return s.Items.places(name, at+"[]")
	case s.AdditionalProperties != nil:
		return s.AdditionalProperties.places(name, at+".<name>")
	}
	if s.Properties[name] != nil && at != "" {
		found = append(found, at)
	}
	for _, member := range slices.Sorted(maps.Keys(s.Properties)) {
		found = append(found, s.Properties[member].places(name, strings.TrimPrefix(at+"."+member, "."))...)
	}
	return found
}

// inCommon counts the equal parts at the beginning of two paths.
func inCommon(a, b string) int {
	parts, others := strings.Split(a, "."), strings.Split(b, ".")
	for i, part := range parts {
		if i >= len(others) || others[i] != part {
			return i
		}
	}
	return len(parts)
}
