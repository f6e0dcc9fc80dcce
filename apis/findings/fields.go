package findings

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Fields are the fields of a converted object that a user wrote under another path: the path of the converted field, and the path
// that the user wrote. What is below a converted field is below the user's field too.
type Fields map[string]string

// Written returns problems with the paths that the user wrote. If one written field became several, the problem of it is
// returned once.
func (f Fields) Written(problems field.ErrorList) field.ErrorList {
	if len(f) == 0 {
		return problems
	}
	var written field.ErrorList
	for _, problem := range problems {
		renamed := *problem
		renamed.Field = f.written(problem.Field)
		if !slices.ContainsFunc(written, func(other *field.Error) bool {
			return other.Field == renamed.Field && other.Detail == renamed.Detail
		}) {
			written = append(written, &renamed)
		}
	}
	return written
}

// written looks for the longest part of a path that is a converted field.
func (f Fields) written(path string) string {
	for end := len(path); end > 0; end = strings.LastIndexAny(path[:end], ".[") {
		if own, found := f[path[:end]]; found {
			return own + path[end:]
		}
	}
	return path
}
