package v1alpha2

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// SplitWords splits a string into words as a shell does, and expands nothing. spec.flux.submitCommand,
// spec.flux.optionFlags and commands.prefix are such lists of words. An open quote is an error, and so is anything that
// only a running shell can expand, for example $HOME or a pipe.
func SplitWords(text string) ([]string, error) {
	if strings.ContainsRune(text, 0) {
		return nil, errors.New("has a NUL character: remove it")
	}
	if isPlain(text) {
		return slices.Collect(strings.FieldsSeq(text)), nil
	}
	return parsedWords(text)
}

// isPlain tells whether a string holds nothing but spaces and what never means anything to a shell. Most strings are so,
// and a parser is slow to make.
func isPlain(text string) bool {
	return strings.Trim(text, " abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=.:,/@+") == ""
}

func parsedWords(text string) ([]string, error) {
	var words []string
	parser := syntax.NewParser(syntax.Variant(syntax.LangPOSIX))
	for word, err := range parser.WordsSeq(strings.NewReader(text)) {
		if problem, ok := errors.AsType[syntax.ParseError](err); ok {
			return nil, fmt.Errorf("is not a list of shell words (%s): close all quotes, and put quotes around characters that are special to a shell", problem.Text)
		}
		if err != nil {
			return nil, err
		}
		var plain strings.Builder
		if err := writeParts(&plain, word.Parts, false); err != nil {
			return nil, err
		}
		words = append(words, plain.String())
	}
	return words, nil
}

func writeParts(plain *strings.Builder, parts []syntax.WordPart, quoted bool) error {
	for _, part := range parts {
		switch part := part.(type) {
		case *syntax.Lit:
			plain.WriteString(unescaped(part.Value, quoted))
		case *syntax.SglQuoted:
			plain.WriteString(part.Value)
		case *syntax.DblQuoted:
			if err := writeParts(plain, part.Parts, true); err != nil {
				return err
			}
		default:
			return errors.New("would have to be expanded by a shell, and no shell reads it: write the value itself, or put single quotes around a $ that is part of the value")
		}
	}
	return nil
}

// unescaped removes the backslashes from a part of a word, by the rules of POSIX.1-2024, Shell Command Language, 2.2
// Quoting.
func unescaped(text string, quoted bool) string {
	var plain strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			plain.WriteByte(text[i])
			continue
		}
		i++
		switch {
		case text[i] == '\n':
		case quoted && !strings.ContainsRune("$`\"\\", rune(text[i])):
			plain.WriteByte('\\')
			plain.WriteByte(text[i])
		default:
			plain.WriteByte(text[i])
		}
	}
	return plain.String()
}
