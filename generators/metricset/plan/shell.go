package plan

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// Quote returns a word as a shell has to read it.
func Quote(word string) string {
	quoted, err := syntax.Quote(word, syntax.LangBash)
	if err != nil {
		panic(err) // a NUL character, which the options refuse
	}
	return quoted
}

// Words joins the parts of a command that are there.
func Words(parts ...string) string {
	var present []string
	for _, part := range parts {
		if part = strings.TrimSpace(part); part != "" {
			present = append(present, part)
		}
	}
	return strings.Join(present, " ")
}

// Argv returns the command of a container that runs a user's command line such that the process has the argument
// vector that one sees in the line: itself where it is plain words, a shell that is replaced where only a shell can make
// words of it, and a shell that stays where there are several commands.
func Argv(text, shell string) []string {
	text = strings.TrimSpace(text)
	if !isSimple(text) {
		return []string{shell, "-c", text}
	}
	if words, err := v1alpha2.SplitWords(text); err == nil && !strings.ContainsAny(text, "*?[~{") {
		return words
	}
	return []string{shell, "-c", "exec " + text}
}

// isSimple tells whether a text is one program with its arguments, and perhaps redirections.
func isSimple(text string) bool {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil || len(file.Stmts) != 1 {
		return false
	}
	statement := file.Stmts[0]
	call, ok := statement.Cmd.(*syntax.CallExpr)
	return ok && !statement.Background && !statement.Negated && len(call.Args) > 0 && len(call.Assigns) == 0
}

// CommandLine returns a command line as the kernel's list of processes shows it: its words with single blanks. A text
// that only a shell can make words of stays as it is.
func CommandLine(text string) string {
	text = strings.TrimSpace(text)
	if words, err := v1alpha2.SplitWords(text); err == nil {
		return strings.Join(words, " ")
	}
	return text
}
