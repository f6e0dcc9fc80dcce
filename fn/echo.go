package fn

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
)

// echoes holds the fields of a source that already have an error. Further problems of these fields are not told.
type echoes struct {
	// unread are the paths of what could not be read.
	unread []string
	// misspelt are the paths of the fields that are written under a misspelt name.
	misspelt []string
	// beside are the mappings below a list or mapping with a field whose value has another type, or whose name is misspelt.
	beside map[string]bool
}

// newEchoes returns the fields of a source that could not be read, and those whose names are misspelt. A field that is also
// written under its right name is not one of them.
func newEchoes(read *yamltext.Object, unread, errs field.ErrorList) echoes {
	e := echoes{beside: map[string]bool{}}
	for _, err := range unread {
		e.unread = append(e.unread, err.Field)
		if err.Type == field.ErrorTypeTypeInvalid {
			e.note(err.Field)
		}
	}
	for _, err := range slices.Concat(unread, errs) {
		within := err.Field[:strings.LastIndexByte(err.Field, '.')+1]
		_, words := findings.ValueOf(err)
		for _, word := range words {
			if !read.Has(within + word) {
				e.misspelt = append(e.misspelt, within+word)
				e.note(within + word)
			}
		}
	}
	return e
}

// note notes the mapping of a field, if it is below a list or mapping.
func (e echoes) note(path string) {
	if mapping := mappingOf(path); strings.Contains(mapping, "[") {
		e.beside[mapping] = true
	}
}

// repeats tells whether an error follows from an earlier one. Its field or one that its text names could not be read or is
// misspelt, or its field may be needed only because of such a field in the same mapping, or of the annotations. The error of an
// annotation that is no option always counts.
func (e echoes) repeats(err *field.Error) bool {
	isMissing := err.Type == field.ErrorTypeRequired
	return !isUnknownOption(err) && e.isUnread(err) || isMissing && (e.isMisspelt(err) || e.beside[mappingOf(err.Field)] || e.lacksAnnotations()) || e.isTold(err)
}

// lacksAnnotations tells whether no annotation could be read, because they or the metadata are misspelt or have another type.
func (e echoes) lacksAnnotations() bool {
	return slices.ContainsFunc(slices.Concat(e.unread, e.misspelt), func(path string) bool { return path == "metadata" || path == "metadata.annotations" })
}

// isTold tells whether the text of an error names a field that could not be read, or whose name is misspelt.
func (e echoes) isTold(err *field.Error) bool {
	return slices.ContainsFunc(strings.FieldsFunc(err.Detail, func(r rune) bool { return r == ' ' || r == ',' || r == ':' }), func(word string) bool {
		return strings.HasPrefix(word, "spec.") && (slices.Contains(e.unread, word) || slices.Contains(e.misspelt, word))
	})
}

// mappingOf returns the path of the mapping that has a field.
func mappingOf(path string) string { return path[:max(strings.LastIndexByte(path, '.'), 0)] }

// isUnsure tells whether a warning may stand on the absence of a field that could not be read. Its advice is wrong then.
// Nothing in a spec says on which fields a warning stands, so all warnings of a spec wait until it can be read.
func (e echoes) isUnsure(warning *field.Error) bool {
	return len(e.unread)+len(e.misspelt) > 0 && isBelow(warning.Field, "spec")
}

func (e echoes) isUnread(problem *field.Error) bool {
	return slices.ContainsFunc(e.unread, func(path string) bool {
		return isBelow(problem.Field, path) || isBelow(path, problem.Field) || problem.Field == requestOf(path)
	})
}

// isMisspelt tells whether a field, what is above it, or a name in the list that it is, is misspelt.
func (e echoes) isMisspelt(problem *field.Error) bool {
	return slices.ContainsFunc(e.misspelt, func(path string) bool {
		return isBelow(problem.Field, path) || strings.HasPrefix(path, problem.Field+"[")
	})
}

// requestOf returns the field of the request that goes with a limit. The two are compared.
func requestOf(limit string) string {
	return strings.Replace(limit, ".resources.limits[", ".resources.requests[", 1)
}

func isUnknownOption(err *field.Error) bool {
	return err.Type == field.ErrorTypeForbidden && isBelow(err.Field, "metadata.annotations")
}

// isBelow tells whether a field path is outer or below outer.
func isBelow(inner, outer string) bool {
	rest, found := strings.CutPrefix(inner, outer)
	return found && (rest == "" || rest[0] == '.' || rest[0] == '[')
}
