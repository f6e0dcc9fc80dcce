package yamltext

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// A Place is a position in a file: line and column, both from 1. Columns count characters. The zero value is no place.
type Place struct{ Line, Column int }

// below turns a place in a part of a file into a place in the file. The part begins at start.
func (p Place) below(start Place) Place {
	if p.Line == 1 {
		return Place{start.Line, start.Column + p.Column - 1}
	}
	return Place{start.Line + p.Line - 1, p.Column}
}

// endOf is the place right behind a text.
func endOf(text []byte) Place {
	last := bytes.LastIndexByte(text, '\n') + 1
	return Place{1 + bytes.Count(text, []byte("\n")), 1 + utf8.RuneCount(text[last:])}
}

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

// errorAt is an error about a node.
func errorAt(n *yaml.Node, format string, args ...any) *Error {
	return &Error{Place: Place{n.Line, n.Column}, Message: fmt.Sprintf(format, args...)}
}
