package fn

import (
	krm "github.com/kptdev/krm-functions-sdk/go/fn"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// PrintableResult returns a copy of a result with printable texts, for reports that do not use [Line].
func PrintableResult(result *Result) *Result {
	shown := *result
	shown.Message = text.Printable(shown.Message)
	if ref := shown.ResourceRef; ref != nil {
		shown.ResourceRef = &krm.ResourceRef{
			APIVersion: text.Printable(ref.APIVersion), Kind: text.Printable(ref.Kind),
			Namespace: text.Printable(ref.Namespace), Name: text.Printable(ref.Name),
		}
	}
	if file := shown.File; file != nil {
		shown.File = &krm.File{Path: text.Printable(file.Path), Index: file.Index}
	}
	if field := shown.Field; field != nil {
		shown.Field = &krm.Field{
			Path:          text.Printable(field.Path),
			CurrentValue:  printableValue(field.CurrentValue),
			ProposedValue: printableValue(field.ProposedValue),
		}
	}
	return &shown
}

func printableValue(value any) any {
	switch value := value.(type) {
	case string:
		return text.Printable(value)
	case []string:
		shown := make([]string, 0, len(value))
		for _, word := range value {
			shown = append(shown, text.Printable(word))
		}
		return shown
	}
	return value
}

// printable returns the results with printable texts, for a caller.
func printable(results Results) Results {
	shown := make(Results, 0, len(results))
	for _, result := range results {
		shown = append(shown, PrintableResult(result))
	}
	return shown
}
