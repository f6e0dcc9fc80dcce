package fn

import (
	"fmt"
	"regexp"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The results of a run are those of the KRM function SDK, so that hosts and other tools can read them.
type (
	// Result is one finding: what is wrong, where, and what to do.
	Result = krm.Result
	// Results are findings in the order of the items they belong to.
	Results = krm.Results
)

// TagRule is the tag of a result that says of which kind the problem of a field is, as apimachinery calls it: for example
// FieldValueRequired.
const TagRule = "rule"

// HasErrors tells whether any finding is an error; exactly then a run has failed.
func HasErrors(results Results) bool {
	return results.ExitCode() != ExitOK
}

// Line is a result as one line for people, for example
//
//	cluster.yaml: MiniCluster/lammps: spec.size: 0 is too small: use 1 or more
//
// Parts that are not known are left out; a warning has the word before its message. The line is [Printable].
func Line(result *Result) string {
	var parts []string
	if result.File != nil && result.File.Path != "" {
		parts = append(parts, result.File.Path)
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
	return Printable(strings.Join(append(parts, result.Message), ": "))
}

// finding is a result about an item as a whole.
func (i *Item) finding(severity krm.Severity, format string, args ...any) *Result {
	result := &Result{Severity: severity, Message: fmt.Sprintf(format, args...)}
	if i.Kind != "" {
		result.ResourceRef = &krm.ResourceRef{APIVersion: i.APIVersion, Kind: i.Kind, Namespace: i.Namespace, Name: i.Name}
	}
	if i.File != "" {
		result.File = &krm.File{Path: i.File, Index: i.Index}
	}
	return result
}

// fieldResults turns the problems that were found in an item's fields into results.
func (i *Item) fieldResults(severity krm.Severity, problems field.ErrorList) Results {
	results := make(Results, 0, len(problems))
	for _, problem := range problems {
		result := i.finding(severity, "%s", message(problem))
		result.Field = &krm.Field{
			Path:          problem.Field,
			CurrentValue:  currentValue(problem),
			ProposedValue: proposedValue(problem.Detail),
		}
		result.Tags = map[string]string{TagRule: string(problem.Type)}
		results = append(results, result)
	}
	return results
}

// message is a problem as a sentence. The details of our own types are one already; others get one.
func message(problem *field.Error) string {
	if problem.Detail == "" {
		return problem.ErrorBody()
	}
	return problem.Detail
}

// longestShown is the length in bytes up to which a result repeats a value.
const longestShown = 100

// currentValue is the value that a result repeats: none that is long, has several lines or is to be kept secret.
func currentValue(problem *field.Error) any {
	switch value := problem.BadValue.(type) {
	case field.OmitValueType:
		return nil
	case bool, int, int32, int64, float64:
		return value
	}
	text := fmt.Sprint(problem.BadValue)
	if problem.BadValue == nil || text == "" || len(text) > longestShown || strings.Contains(text, "\n") {
		return nil
	}
	return text
}

var suggestion = regexp.MustCompile(`did you mean "([^"]+)"`)

// proposedValue is the word that a detail suggests, if any.
func proposedValue(detail string) any {
	if match := suggestion.FindStringSubmatch(detail); match != nil {
		return match[1]
	}
	return nil
}
