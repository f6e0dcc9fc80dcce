package text

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Arguments returns the arguments of a command as a person types them, each after a blank, and in quotes where a shell would
// change them: " lammps --context='my cluster'".
func Arguments(words ...string) string {
	var out strings.Builder
	for _, word := range words {
		out.WriteString(" ")
		if name, value, isPair := strings.Cut(word, "="); isPair && quoted(name) == name {
			out.WriteString(name + "=")
			word = value
		}
		out.WriteString(quoted(word))
	}
	return out.String()
}

func quoted(word string) string {
	text, err := syntax.Quote(word, syntax.LangBash)
	if err != nil {
		return word // it has a NUL character, which no argument can have
	}
	return text
}
