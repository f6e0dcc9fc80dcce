package findings

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/suggest"
)

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

// optionOrigin begins the origin of an error that depends on options. The form is that of "format=" in field.Error.
const optionOrigin = "option="

// Depending calls judge, and marks the errors that judge adds: they depend on the values or defaults of options, which are
// named by their flags. Such errors say nothing if the intended options are unknown.
func (f *Findings) Depending(judge func(), options ...string) {
	before := len(f.Errors)
	judge()
	for _, err := range f.Errors[before:] {
		options := append(OptionsOf(err), options...)
		slices.Sort(options)
		err.Origin = optionOrigin + strings.Join(slices.Compact(options), ",")
	}
}

// OptionsOf returns the options on which an error depends, sorted.
func OptionsOf(err *field.Error) []string {
	list, found := strings.CutPrefix(err.Origin, optionOrigin)
	if !found {
		return nil
	}
	return strings.Split(list, ",")
}
