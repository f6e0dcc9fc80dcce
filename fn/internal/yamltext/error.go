package yamltext

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// An Error says what is wrong with a text, and where.
type Error struct {
	Place
	// Message is the problem as a sentence, without its place.
	Message string
	// NoObject says that the text can be read, but is a list, a single value or nothing but comments.
	NoObject bool
}

// Error returns the message after its place, as in "3:1: items is no list".
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message)
}

// below turns an error about a part of a file into one about the file. The part begins at start. An error without a
// place gets the place start.
func (e *Error) below(start Place) *Error {
	place := e.Place.below(start)
	if e.Line == 0 && start.Line > 1 {
		place = start
	}
	return &Error{place, e.Message, e.NoObject}
}

// errorAt is an error about a node, which may be nil.
func errorAt(n *yaml.Node, format string, args ...any) *Error {
	err := &Error{Message: fmt.Sprintf(format, args...)}
	if n != nil {
		err.Place = placeOf(n)
	}
	return err
}

// errorInLine is an error about a line. Its place is the first character that is not blank.
func errorInLine(data []byte, line int, message string) *Error {
	p := newPage(data)
	if line < 1 || line > p.count() {
		return &Error{Place: Place{max(line, 1), 1}, Message: message}
	}
	text := p.text(line-1, line)
	return &Error{Place: Place{line, 1 + indentOf(text)}, Message: message}
}

// errorInText is an error at an offset in a text.
func errorInText(data []byte, offset int, format string, args ...any) *Error {
	return &Error{Place: endOf(data[:offset]), Message: fmt.Sprintf(format, args...)}
}

// endOf is the place right behind a text.
func endOf(text []byte) Place {
	last := bytes.LastIndexByte(text, '\n') + 1
	return Place{1 + bytes.Count(text, []byte("\n")), 1 + utf8.RuneCount(text[last:])}
}
