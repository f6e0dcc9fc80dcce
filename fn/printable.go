package fn

import (
	"strconv"
	"strings"
	"unicode/utf8"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
)

// Printable returns a text that a terminal or a CI system shows and never obeys. It escapes control characters, line
// ends, characters that change the direction of writing, and bytes that are not UTF-8, as in a Go string literal. It
// also escapes the beginnings of commands for GitHub Actions and Azure Pipelines: "::" at the start of a line, "##["
// and "##vso[" anywhere (actions/runner, src/Runner.Common/ActionCommand.cs; microsoft/azure-pipelines-agent,
// src/Microsoft.VisualStudio.Services.Agent/LoggingCommand). Any other text comes back unchanged.
func Printable(text string) string {
	text = commands.Replace(escaped(text))
	if strings.HasPrefix(strings.TrimLeft(text, " "), "::") {
		return strings.Replace(text, "::", `\x3a:`, 1)
	}
	return text
}

var commands = strings.NewReplacer("##[", `#\x23[`, "##vso[", `#\x23vso[`)

// escaped writes unprintable characters as in a Go string literal.
func escaped(text string) string {
	var out strings.Builder
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case r == utf8.RuneError && size == 1:
			out.WriteString(`\x` + strconv.FormatUint(uint64(text[at]), 16))
		case strconv.IsPrint(r):
			out.WriteRune(r)
		default:
			out.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
		at += size
	}
	return out.String()
}

// PrintableResult returns a copy of a result with printable texts, for reports that do not use [Line].
func PrintableResult(result *Result) *Result {
	shown := *result
	shown.Message = Printable(shown.Message)
	if ref := shown.ResourceRef; ref != nil {
		shown.ResourceRef = &krm.ResourceRef{
			APIVersion: Printable(ref.APIVersion), Kind: Printable(ref.Kind),
			Namespace: Printable(ref.Namespace), Name: Printable(ref.Name),
		}
	}
	if file := shown.File; file != nil {
		shown.File = &krm.File{Path: Printable(file.Path), Index: file.Index}
	}
	if field := shown.Field; field != nil {
		shown.Field = &krm.Field{
			Path:          Printable(field.Path),
			CurrentValue:  printableValue(field.CurrentValue),
			ProposedValue: printableValue(field.ProposedValue),
		}
	}
	return &shown
}

func printableValue(value any) any {
	switch value := value.(type) {
	case string:
		return Printable(value)
	case []string:
		shown := make([]string, 0, len(value))
		for _, text := range value {
			shown = append(shown, Printable(text))
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
