package minicluster

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// quoteWords quotes words so that a shell reads exactly these words.
// It panics on a NUL byte, which validation refuses.
func quoteWords(words []string) string {
	quoted := make([]string, 0, len(words))
	for _, word := range words {
		q, err := syntax.Quote(word, syntax.LangBash)
		if err != nil {
			panic(err)
		}
		quoted = append(quoted, q)
	}
	return strings.Join(quoted, " ")
}

// splitWords splits a list of words. It panics on what validation refuses.
func splitWords(text string) []string {
	words, err := v1alpha2.SplitWords(text)
	if err != nil {
		panic(err)
	}
	return words
}
