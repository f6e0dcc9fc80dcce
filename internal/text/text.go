package text

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode/utf16"
	"unicode/utf8"
)

// Printable returns a string that a terminal or a CI system shows and never obeys. It escapes control characters, line
// ends, characters that change the direction of writing, and bytes that are not UTF-8, as in a Go string literal. It
// also escapes the beginnings of commands for GitHub Actions and Azure Pipelines: "::" at the start of a line, "##["
// and "##vso[" anywhere (actions/runner, src/Runner.Common/ActionCommand.cs; microsoft/azure-pipelines-agent,
// src/Microsoft.VisualStudio.Services.Agent/LoggingCommand). Any other string comes back unchanged.
func Printable(text string) string {
	text = commands.Replace(escaped(text))
	if strings.HasPrefix(strings.TrimLeft(text, " "), "::") {
		return strings.Replace(text, "::", `\x3a:`, 1)
	}
	return text
}

var commands = strings.NewReplacer("##[", `#\x23[`, "##vso[", `#\x23vso[`)

// jsonCommands are the beginnings of commands, as they are written in JSON.
var jsonCommands = map[string]string{"##[": `#\u0023[`, "##vso[": `#\u0023vso[`}

// escaped writes unprintable characters as in a Go string literal.
func escaped(text string) string {
	isOdd := func(r rune) bool { return !strconv.IsPrint(r) }
	if utf8.ValidString(text) && !strings.ContainsFunc(text, isOdd) {
		return text // nearly always
	}
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

// JSON returns JSON that a terminal or a CI system shows and never obeys, as [Printable] does for strings. What they would obey
// becomes escapes, and readers of JSON see the same values. A line of JSON never starts with "::".
func JSON(data []byte) []byte {
	for command, escape := range jsonCommands {
		data = bytes.ReplaceAll(data, []byte(command), []byte(escape))
	}
	if !bytes.ContainsFunc(data, needsEscape) {
		return data
	}
	out := make([]byte, 0, len(data)+64)
	for _, r := range string(data) {
		if !needsEscape(r) {
			out = utf8.AppendRune(out, r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			out = fmt.Appendf(out, `\u%04x`, unit)
		}
	}
	return out
}

// needsEscape tells whether a character stands unescaped in JSON although a terminal may obey it.
func needsEscape(r rune) bool { return r > '~' && !strconv.IsPrint(r) }

// Count returns a number with its noun: "1 policy", "2 policies".
func Count(number int, noun string) string {
	return fmt.Sprintf("%d %s", number, Plural(number, noun))
}

// Plural returns the form of a noun for a number: "policy" for 1, "policies" for 2.
func Plural(number int, noun string) string {
	last := len(noun) - 1
	switch {
	case number == 1 || last < 1 || noun == "series":
		return noun
	case noun[last] == 'y' && !strings.ContainsRune("aeiou", rune(noun[last-1])):
		return noun[:last] + "ies"
	case noun[last] == 's' || noun[last] == 'x':
		return noun + "es"
	default:
		return noun + "s"
	}
}

// AlignRight puts blanks before the cells of a column of a table, so that they end at one place.
func AlignRight(rows [][]string, column int) {
	width := 0
	for _, row := range rows {
		row[column] = Printable(row[column])
		width = max(width, utf8.RuneCountInString(row[column]))
	}
	for _, row := range rows {
		row[column] = fmt.Sprintf("%*s", width, row[column])
	}
}

// Table returns rows as lines with aligned columns. Each line is printable.
func Table(indent string, rows [][]string) string {
	var out strings.Builder
	columns := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		cells := make([]string, len(row))
		for at, cell := range row {
			cells[at] = Printable(cell)
		}
		fmt.Fprintln(columns, indent+strings.Join(cells, "\t"))
	}
	_ = columns.Flush() // a builder takes all
	return out.String()
}
