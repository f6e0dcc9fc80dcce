package parse

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// A form is the form of a line, with marks where a program writes its figures:
//
//	Loop time of {loop_time} on {procs} procs for {steps} steps with {atoms} atoms
//
// A blank stands for one or more blanks, and those at the start of a line do not count. {name} is a number and {name!} a
// word without blanks. {name...} is a text up to the next literal, or to the end of the line. {} is a number or word that
// is not kept. What follows the form in the line does not count.
type form struct{ parts func() []part }

// A part is a literal, or a mark if kind is not 0.
type part struct {
	literal string
	name    string
	kind    byte
}

// Kinds of marks.
const (
	numberMark = 'n'
	wordMark   = 'w'
	textMark   = 't'
	skipMark   = 's'
)

// A match is a figure or a text that a form has found.
type match struct {
	name   string
	number float64
	text   []byte // of a word or a text; nil for a number
}

// newForm returns a form. It reads the text when the first line is matched, because most runs of Latchkey match none.
func newForm(text string) form {
	return form{sync.OnceValue(func() []part { return partsOf(text) })}
}

// partsOf reads a form. It panics if a mark has no end, which a test of all forms shows.
func partsOf(form string) []part {
	var parts []part
	for text := form; text != ""; {
		literal, rest, found := strings.Cut(text, "{")
		if literal != "" {
			parts = append(parts, part{literal: literal})
		}
		if !found {
			break
		}
		name, after, ended := strings.Cut(rest, "}")
		if !ended {
			panic(fmt.Sprintf("the form %q has a mark without an end", form))
		}
		parts = append(parts, newMark(name))
		text = after
	}
	return parts
}

func newMark(name string) part {
	switch {
	case name == "":
		return part{kind: skipMark}
	case strings.HasSuffix(name, "..."):
		return part{name: strings.TrimSuffix(name, "..."), kind: textMark}
	case strings.HasSuffix(name, "!"):
		return part{name: strings.TrimSuffix(name, "!"), kind: wordMark}
	}
	return part{name: name, kind: numberMark}
}

// match returns what the form finds in a line, appended to found. It tells whether the line has the form.
func (f form) match(text []byte, found []match) ([]match, bool) {
	text = trimBlanks(text)
	parts := f.parts()
	for i, p := range parts {
		switch p.kind {
		case 0:
			rest, ok := cutLiteral(text, p.literal)
			if !ok {
				return found, false
			}
			text = rest
		case textMark:
			end := endOf(parts[i+1:], text)
			if end < 0 {
				return found, false
			}
			found = append(found, match{name: p.name, text: bytes.TrimSpace(text[:end])})
			text = text[end:]
		default:
			word := text[:wordEnd(text, stopOf(parts[i+1:]))]
			if len(word) == 0 {
				return found, false
			}
			text = text[len(word):]
			switch p.kind {
			case wordMark:
				found = append(found, match{name: p.name, text: word})
			case numberMark:
				value, ok := number(word)
				if !ok {
					return found, false
				}
				found = append(found, match{name: p.name, number: value})
			}
		}
	}
	return found, true
}

// stopOf returns the character at which a word before these parts ends, besides a blank, or 0.
func stopOf(next []part) byte {
	if len(next) > 0 && next[0].kind == 0 {
		return next[0].literal[0]
	}
	return 0
}

// endOf returns where a text before these parts ends, or -1.
func endOf(next []part, text []byte) int {
	if len(next) == 0 {
		return len(text)
	}
	return bytes.Index(text, []byte(next[0].literal))
}

// wordEnd returns where the word at the start of a text ends.
func wordEnd(text []byte, stop byte) int {
	for i, c := range text {
		if c == ' ' || c == '\t' || c == stop {
			return i
		}
	}
	return len(text)
}

func trimBlanks(text []byte) []byte { return bytes.TrimLeft(text, " \t") }

// cutLiteral cuts a literal off a text. A blank in it stands for one or more blanks.
func cutLiteral(text []byte, literal string) ([]byte, bool) {
	for i := range len(literal) {
		if literal[i] == ' ' {
			rest := trimBlanks(text)
			if len(rest) == len(text) {
				return text, false
			}
			text = rest
			continue
		}
		if len(text) == 0 || text[0] != literal[i] {
			return text, false
		}
		text = text[1:]
	}
	return text, true
}

// number reads a number as C and Fortran write it. Fortran writes some exponents with D.
func number(word []byte) (float64, bool) {
	word = bytes.TrimRight(word, ",;:%")
	if i := bytes.IndexAny(word, "Dd"); i > 0 && word[i-1] >= '.' && word[i-1] <= '9' {
		word = bytes.Clone(word)
		word[i] = 'e'
	}
	if len(word) == 0 || bytes.IndexByte(word, '_') >= 0 || bytes.IndexByte(word, 'x') >= 0 {
		return 0, false
	}
	value, err := strconv.ParseFloat(string(word), 64)
	return value, err == nil
}

// numbers reads the words of a line as numbers. It is nil if one of them is no number.
func numbers(text []byte) []float64 {
	var read []float64
	for word := range bytes.FieldsSeq(text) {
		value, ok := number(word)
		if !ok {
			return nil
		}
		read = append(read, value)
	}
	return read
}
