package findings

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/suggest"
)

// Most is the number of errors, and of warnings, that are kept of one object. Input with more is hostile, or wrong in a
// way of which the first thousand tell enough.
const Most = 1000

// Findings are the problems of an object. Errors make it unusable, warnings do not.
type Findings struct {
	Errors, Warnings field.ErrorList
}

// Add adds a problem to a list, unless that has as many as are kept.
func Add(list field.ErrorList, problem *field.Error) field.ErrorList {
	if len(list) < Most {
		list = append(list, problem)
	}
	return list
}

// Invalid adds an error about a value.
func (f *Findings) Invalid(at *field.Path, value any, format string, args ...any) {
	f.Errors = Add(f.Errors, field.Invalid(at, value, fmt.Sprintf(format, args...)))
}

// InvalidOmitted is Invalid for strings that are long or secret: the error omits the value.
func (f *Findings) InvalidOmitted(at *field.Path, format string, args ...any) {
	f.Invalid(at, field.OmitValueType{}, format, args...)
}

// Required adds an error about a missing value.
func (f *Findings) Required(at *field.Path, format string, args ...any) {
	f.Errors = Add(f.Errors, field.Required(at, fmt.Sprintf(format, args...)))
}

// Need adds an error about a missing string, if it is missing.
func (f *Findings) Need(at *field.Path, text, format string, args ...any) {
	if text == "" {
		f.Required(at, format, args...)
	}
}

// Forbidden adds an error about a field that is not allowed at its place.
func (f *Findings) Forbidden(at *field.Path, format string, args ...any) {
	f.Errors = Add(f.Errors, field.Forbidden(at, fmt.Sprintf(format, args...)))
}

// Duplicate adds an error about a value that is there twice.
func (f *Findings) Duplicate(at *field.Path, value any, format string, args ...any) {
	problem := field.Duplicate(at, value)
	problem.Detail = fmt.Sprintf(format, args...)
	f.Errors = Add(f.Errors, problem)
}

// Warn adds a warning about a value.
func (f *Findings) Warn(at *field.Path, value any, format string, args ...any) {
	f.Warnings = Add(f.Warnings, field.Invalid(at, value, fmt.Sprintf(format, args...)))
}

// WarnOmitted is Warn for strings that are long or secret: the warning omits the value.
func (f *Findings) WarnOmitted(at *field.Path, format string, args ...any) {
	f.Warn(at, field.OmitValueType{}, format, args...)
}

// SortedKeys returns the keys of a map, sorted, for judging them in this order.
func SortedKeys[M ~map[K]V, K ~string, V any](m M) []K {
	return slices.Sorted(maps.Keys(m))
}

// A Slip is the BadValue of an error about an unknown word, if known words are near.
type Slip struct {
	// Value is what was written. It is nil or "" if the message alone says it.
	Value any
	// Meant are the words of which one was probably meant. There are several if they are equally near.
	Meant []string
}

// MarshalJSON makes the error print only the value.
func (s Slip) MarshalJSON() ([]byte, error) { return json.Marshal(s.Value) }

// Meaning adds to an error the words of which one was probably meant.
func Meaning(problem *field.Error, meant ...string) *field.Error {
	problem.BadValue = Slip{problem.BadValue, meant}
	return problem
}

// Unknown ends the message of an error about an unknown word with what to write instead.
func Unknown(problem *field.Error, word string, known []string) *field.Error {
	near := suggest.Near(word, known)
	if len(near) == 0 {
		problem.Detail += suggest.OneOf(known)
		return problem
	}
	problem.Detail += suggest.DidYouMean(near...)
	return Meaning(problem, near...)
}

// Unknown adds an error about an unknown word. The message ends with what to write instead.
func (f *Findings) Unknown(at *field.Path, word string, known []string, format string, args ...any) {
	if len(f.Errors) < Most {
		f.Errors = append(f.Errors, Unknown(field.Invalid(at, word, fmt.Sprintf(format, args...)), word, known))
	}
}

// ValueOf returns the value of an error, and the words of which one was probably meant, if any.
func ValueOf(problem *field.Error) (value any, meant []string) {
	if slip, ok := problem.BadValue.(Slip); ok {
		return slip.Value, slip.Meant
	}
	return problem.BadValue, nil
}

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
