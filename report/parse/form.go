package parse

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// A form is the form of a line, with marks where a program writes its figures:
//
//	Loop time of {loop_time} on {procs} procs for {steps} steps with {atoms} atoms
//
// A blank stands for one or more blanks, and those at the start of a line do not count. {name} is a number and {name!} a
// word without blanks. {name...} is a text up to the next literal, or to the end of the line. {} is a number or word that
// is not kept. What follows the form in the line does not count.
type form struct {
	text  string
	parts []part
}

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

// newForm reads a form. It panics if a mark has no end, which a test of all forms shows.
func newForm(text string) form {
	f := form{text: text}
	for text != "" {
		literal, rest, found := strings.Cut(text, "{")
		if literal != "" {
			f.parts = append(f.parts, part{literal: literal})
		}
		if !found {
			break
		}
		name, after, ended := strings.Cut(rest, "}")
		if !ended {
			panic(fmt.Sprintf("the form %q has a mark without an end", f.text))
		}
		f.parts = append(f.parts, newMark(name))
		text = after
	}
	return f
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
	for i, p := range f.parts {
		switch p.kind {
		case 0:
			rest, ok := cutLiteral(text, p.literal)
			if !ok {
				return found, false
			}
			text = rest
		case textMark:
			end := f.endOf(i, text)
			if end < 0 {
				return found, false
			}
			found = append(found, match{name: p.name, text: bytes.TrimSpace(text[:end])})
			text = text[end:]
		default:
			word := text[:wordEnd(text, f.stopOf(i))]
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

// stopOf returns the character at which a word at part i ends, besides a blank, or 0.
func (f form) stopOf(i int) byte {
	if i+1 < len(f.parts) && f.parts[i+1].kind == 0 {
		return f.parts[i+1].literal[0]
	}
	return 0
}

// endOf returns where the text at part i ends, or -1.
func (f form) endOf(i int, text []byte) int {
	if i+1 == len(f.parts) {
		return len(text)
	}
	return bytes.Index(text, []byte(f.parts[i+1].literal))
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
