package v1alpha1

import (
	"encoding/json"
	"slices"
	"strings"
)

// The words of the option include.
const (
	IncludeAll        = "all"
	IncludeConfigMaps = "configmaps"
	IncludeServices   = "services"
	IncludeJobs       = "jobs"
	IncludeVolumes    = "volumes"
)

// includeWords lists what include may say, in the order in which it is kept.
var includeWords = []string{IncludeAll, IncludeConfigMaps, IncludeServices, IncludeJobs, IncludeVolumes}

// includeLetters are the letters of fluxoperator-gen for the words after "all".
const includeLetters = "csjv"

// Include lists the kinds of objects to write. Empty means not said.
// A word that is unknown is kept as it was written, for Validate to report.
//
// +kubebuilder:object:generate=false
type Include []string

// ParseInclude reads words and letters separated by spaces or commas: "jobs,services", "sj", "all".
// A token that is one of the words is a word; else it is taken for letters when all its runes are of csjv.
// Every word appears once, in a fixed order, with the unknown ones last.
func ParseInclude(texts ...string) Include {
	var include Include
	for _, text := range texts {
		for _, token := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(", \t\n\r", r) }) {
			include = append(include, wordsOf(token)...)
		}
	}
	slices.SortStableFunc(include, func(a, b string) int { return rank(a) - rank(b) })
	return slices.Compact(include)
}

// Has tells whether objects of one of the words are to be written: include.Has(IncludeJobs).
// Everything is included where nothing was said.
func (i Include) Has(word string) bool {
	return len(i) == 0 || slices.Contains(i, IncludeAll) || slices.Contains(i, word)
}

// UnmarshalJSON reads a list of words or one text, as ParseInclude does.
func (i *Include) UnmarshalJSON(data []byte) error {
	var list []string
	if json.Unmarshal(data, &list) == nil {
		*i = ParseInclude(list...)
		return nil
	}
	var text string
	*i = Include{string(data)} // an unknown word
	if json.Unmarshal(data, &text) == nil {
		*i = ParseInclude(text)
	}
	return nil
}

// wordsOf returns what one token means; a token that means nothing is returned as it is.
func wordsOf(token string) []string {
	if slices.Contains(includeWords, token) {
		return []string{token}
	}
	words := make([]string, 0, len(token))
	for _, letter := range token {
		at := strings.IndexRune(includeLetters, letter)
		if at < 0 {
			return []string{token}
		}
		words = append(words, includeWords[at+1])
	}
	return words
}

// rank orders words as in includeWords, and the unknown ones after them.
func rank(word string) int {
	if at := slices.Index(includeWords, word); at >= 0 {
		return at
	}
	return len(includeWords)
}
