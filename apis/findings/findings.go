package findings

import (
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"
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

// InvalidText is Invalid for texts that are long or secret: the error does not contain the text.
func (f *Findings) InvalidText(at *field.Path, format string, args ...any) {
	f.Invalid(at, field.OmitValueType{}, format, args...)
}

// Required adds an error about a missing value.
func (f *Findings) Required(at *field.Path, format string, args ...any) {
	f.Errors = Add(f.Errors, field.Required(at, fmt.Sprintf(format, args...)))
}

// Need adds an error about a missing text, if it is missing.
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

// WarnText is Warn for texts that are long or secret: the warning does not contain the text.
func (f *Findings) WarnText(at *field.Path, format string, args ...any) {
	f.Warn(at, field.OmitValueType{}, format, args...)
}

// SortedKeys returns the keys of a map, sorted, for judging them in this order.
func SortedKeys[M ~map[K]V, K ~string, V any](m M) []K {
	return slices.Sorted(maps.Keys(m))
}
