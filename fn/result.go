package fn

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/schema"
	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// A Result is one finding: what is wrong, where, and what to do. It has the form of the KRM function SDK, which callers
// and other tools can read, and adds the place in the file. The proposed value of its field is one word, or a list if
// several words are possible.
type Result struct {
	krm.Result
	// Line and Column count from 1, and columns are characters. They are 0 if unknown. They are unknown for items from
	// a caller, because the caller has read the file and the lines of the list differ.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
}

// Results are findings in the order of the items they belong to.
type Results []*Result

// TagRule is the tag of a result that holds the kind of a field's problem in apimachinery's words, for example
// FieldValueRequired.
const TagRule = "rule"

// HasErrors tells whether any finding is an error. A run with an error has failed.
func HasErrors(results Results) bool {
	return slices.ContainsFunc(results, func(result *Result) bool { return result.Severity == krm.Error })
}

// Line returns a result as one line for people, for example
//
//	cluster.yaml:6:9: MiniCluster/lammps: spec.size: 0 is too small: use 1 or more
//
// Unknown parts are left out. A warning has the word "warning" before its message. The line is printable.
func Line(result *Result) string {
	var parts []string
	if result.File != nil && result.File.Path != "" {
		place := result.File.Path
		if result.Line > 0 {
			place += fmt.Sprintf(":%d:%d", result.Line, result.Column)
		}
		parts = append(parts, place)
	}
	if result.ResourceRef != nil {
		parts = append(parts, nameInWords(result.ResourceRef.Kind, result.ResourceRef.Namespace, result.ResourceRef.Name))
	}
	if result.Field != nil && result.Field.Path != "" {
		parts = append(parts, result.Field.Path)
	}
	if result.Severity != krm.Error && result.Severity != "" {
		parts = append(parts, string(result.Severity))
	}
	return text.Printable(strings.Join(append(parts, result.Message), ": "))
}

// finding is a result about an item as a whole. Its strings are printable, like those of all results.
func (i *Item) finding(severity krm.Severity, format string, args ...any) *Result {
	result := &Result{Result: krm.Result{Severity: severity, Message: fmt.Sprintf(format, args...)}}
	switch {
	case i.Name != "" && i.Kind == "":
		result.Message = fmt.Sprintf("%q without a kind: %s", i.Name, result.Message) // a reference must have a kind
	case i.Name != "":
		result.ResourceRef = i.ref()
	case i.Kind != "":
		result.Message = i.Kind + " without a name: " + result.Message // a reference must have a name
	}
	result.Message = text.Printable(result.Message)
	if i.File != "" {
		result.File = &krm.File{Path: text.Printable(i.File), Index: i.Index}
	}
	return i.placed(result, "", "")
}

// ref is the item as results name it.
func (i *Item) ref() *krm.ResourceRef {
	return &krm.ResourceRef{
		APIVersion: text.Printable(i.APIVersion), Kind: text.Printable(i.Kind),
		Namespace: text.Printable(i.Namespace), Name: text.Printable(i.Name),
	}
}

// placed adds the place of a field of the item to a result.
func (i *Item) placed(result *Result, path string, problem field.ErrorType) *Result {
	if i.isPlaced {
		place := schema.Place(i.read.Node(), path, problem)
		result.Line, result.Column = place.Line, place.Column
	}
	return result
}

// unreadable is a result about a file.
func unreadable(file string, err error) *Result {
	result := (&Item{File: file}).finding(krm.Error, "%s", err)
	if read := new(yamltext.Error); errors.As(err, &read) {
		result.Message, result.Line, result.Column = text.Printable(read.Message), read.Line, read.Column
	}
	return result
}

// fieldResults turns problems in an item's fields into results.
func (i *Item) fieldResults(severity krm.Severity, problems field.ErrorList) Results {
	results := make(Results, 0, min(len(problems), mostOfObject))
	for at, problem := range problems {
		if at == mostOfObject {
			return append(results, i.finding(severity, "%d or more problems of this object are not shown: repair those that are shown first", len(problems)-at))
		}
		result := i.placed(i.finding(severity, "%s", message(problem)), problem.Field, problem.Type)
		value, meant := findings.ValueOf(problem)
		if problem.Field != "" { // a field must have a path
			result.Field = &krm.Field{Path: text.Printable(problem.Field), CurrentValue: currentValue(value), ProposedValue: proposed(meant)}
		}
		result.Tags = map[string]string{TagRule: string(problem.Type)}
		results = append(results, result)
	}
	return results
}

// proposed returns the words that were probably meant as one value.
func proposed(words []string) any {
	words = slices.Clone(words)
	for at, word := range words {
		words[at] = text.Printable(word)
	}
	switch len(words) {
	case 0:
		return nil
	case 1:
		return words[0]
	default:
		return words
	}
}

// mostOfObject is the largest number of findings that are told of one object in one go.
const mostOfObject = 100

// message returns a problem as a sentence. The details of our own types are sentences already.
func message(problem *field.Error) string {
	if problem.Detail == "" {
		return problem.ErrorBody()
	}
	return problem.Detail
}

// longestShown is the length in bytes of the longest value that a result repeats.
const longestShown = 100

// currentValue returns the value that a result repeats. It is nil for a value that is long, secret or has several
// lines.
func currentValue(value any) any {
	switch value := value.(type) {
	case nil, field.OmitValueType:
		return nil
	case bool, int, int32, int64, float64:
		return value
	}
	shown := fmt.Sprint(value)
	if shown == "" || len(shown) > longestShown || strings.Contains(shown, "\n") {
		return nil
	}
	return text.Printable(shown)
}

// where says in words where an item was read.
func where(item *Item) string {
	if item.File == "" {
		return "in the input"
	}
	return fmt.Sprintf("in %s (object %d)", item.File, item.Index+1)
}

// problems returns the results of errors and warnings, at the fields that the user wrote.
func (s source) problems(errs, warnings field.ErrorList) Results {
	return append(s.item.fieldResults(krm.Error, s.moved.Written(errs)), s.item.fieldResults(krm.Warning, s.moved.Written(warnings))...)
}
