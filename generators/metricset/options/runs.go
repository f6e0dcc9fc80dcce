package options

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// checkRuns reports a text for a shell, or a text in a list, that contains no command. It accepts an empty text, which
// stands for a default.
func (p *Problems) checkRuns(o option) {
	const message = "there is no command in %q: write one"
	at := p.Place(o.name)
	switch value := o.value.Interface().(type) {
	case string:
		if value != "" && !hasCommand(value) {
			p.failed[o.name] = true
			p.InvalidAt(at, value, message, value)
		}
	case []string:
		for i, text := range value {
			if !hasCommand(text) {
				p.failed[o.name] = true
				p.InvalidAt(at.Index(i), text, message, text)
			}
		}
	}
}

// hasCommand tells whether a shell finds a command in a text. It accepts a text that it cannot parse, because the text
// may be for another program.
func hasCommand(text string) bool {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	return err != nil || len(file.Stmts) > 0
}
