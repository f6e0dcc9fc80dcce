package fn

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
)

// echoes knows of which fields a source's mistakes have told already. More problems of the same fields would say nothing.
type echoes struct {
	// unread are the paths of what could not be read.
	unread []string
	// meant are the paths of the fields that are written under a misspelt name.
	meant []string
}

// newEchoes knows what could not be read of a source, and which words of it are slips. A slip of a field that is there too
// hides nothing.
func newEchoes(read *yamltext.Object, unread, errs field.ErrorList) echoes {
	var e echoes
	for _, err := range unread {
		e.unread = append(e.unread, err.Field)
	}
	for _, err := range slices.Concat(unread, errs) {
		within := err.Field[:strings.LastIndexByte(err.Field, '.')+1]
		_, words := findings.ValueOf(err)
		for _, word := range words {
			if !read.Has(within + word) {
				e.meant = append(e.meant, within+word)
			}
		}
	}
	return e
}

// repeats tells whether an error is about a field that could not be read in the first place, or says that a field is
// missing that is written under a misspelt name: what they are said to lack may well be there. An annotation that is no
// option is none whatever its value.
func (e echoes) repeats(err *field.Error) bool {
	return !isUnknownOption(err) && e.isUnread(err) || err.Type == field.ErrorTypeRequired && e.isMeant(err)
}

// follows tells whether a warning is about a field that could not be read, or that is written under a misspelt name.
func (e echoes) follows(warning *field.Error) bool { return e.isUnread(warning) || e.isMeant(warning) }

func (e echoes) isUnread(problem *field.Error) bool {
	return slices.ContainsFunc(e.unread, func(path string) bool {
		return isBelow(problem.Field, path) || isBelow(path, problem.Field) || problem.Field == requestOf(path)
	})
}

func (e echoes) isMeant(problem *field.Error) bool {
	return slices.ContainsFunc(e.meant, func(path string) bool { return isBelow(problem.Field, path) })
}

// requestOf returns the field of the request that goes with a limit. The two are compared.
func requestOf(limit string) string {
	return strings.Replace(limit, ".resources.limits[", ".resources.requests[", 1)
}

func isUnknownOption(err *field.Error) bool {
	return err.Type == field.ErrorTypeForbidden && isBelow(err.Field, "metadata.annotations")
}
