package findings

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/suggest"
)

// A Slip is the BadValue of an error about a word that is not known, where words that are known are near.
type Slip struct {
	// Value is what was written; nil or "" where the message alone says it.
	Value any
	// Meant are the words one of which was probably meant: more than one where they are equally near.
	Meant []string
}

// MarshalJSON makes the error print the value as if it was written without the rest.
func (s Slip) MarshalJSON() ([]byte, error) { return json.Marshal(s.Value) }

// Meaning adds to an error the words one of which was probably meant.
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

// ValueOf is the value of an error, and the words one of which was probably meant, if there are any.
func ValueOf(problem *field.Error) (value any, meant []string) {
	if slip, ok := problem.BadValue.(Slip); ok {
		return slip.Value, slip.Meant
	}
	return problem.BadValue, nil
}

// optionOrigin begins the origin of an error that depends on options. The form is that of "format=" in field.Error.
const optionOrigin = "option="

// DependOn says of errors that they hold because of the values of options, given by their flags, or of their defaults.
// Where nobody knows what was meant by an option, such errors say nothing.
func DependOn(errs field.ErrorList, options ...string) field.ErrorList {
	for _, err := range errs {
		said := append(OptionsOf(err), options...)
		slices.Sort(said)
		err.Origin = optionOrigin + strings.Join(slices.Compact(said), ",")
	}
	return errs
}

// Depending judges, and says of the errors that this adds that they depend on options, as [DependOn] does.
func (f *Findings) Depending(judge func(), options ...string) {
	before := len(f.Errors)
	judge()
	DependOn(f.Errors[before:], options...)
}

// OptionsOf are the options on which an error depends, sorted.
func OptionsOf(err *field.Error) []string {
	list, found := strings.CutPrefix(err.Origin, optionOrigin)
	if !found {
		return nil
	}
	return strings.Split(list, ",")
}
