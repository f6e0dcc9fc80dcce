package apitest

import (
	"slices"
	"strings"
	"unicode"
)

// Slips returns a word with one slip each: every letter left out or doubled, every two neighbours swapped, another case,
// and the other ways of joining its parts (onChange, on-change, on_change). A word of two letters keeps both.
func Slips(word string) []string {
	var slips []string
	for at := range len(word) {
		if len(word) > 2 {
			slips = append(slips, word[:at]+word[at+1:])
		}
		slips = append(slips, word[:at+1]+word[at:])
		if at > 0 {
			slips = append(slips, word[:at-1]+word[at:at+1]+word[at-1:at]+word[at+1:])
		}
	}
	parts := partsOf(word)
	var camel strings.Builder
	camel.WriteString(parts[0])
	for _, part := range parts[1:] {
		camel.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	slips = append(slips, camel.String(), strings.Join(parts, "-"), strings.Join(parts, "_"), strings.ToLower(word), strings.ToUpper(word))
	slices.Sort(slips)
	return slices.DeleteFunc(slices.Compact(slips), func(slip string) bool { return slip == word })
}

// partsOf splits a word at capital letters, dashes and underscores: "onChange" is "on", "change".
func partsOf(word string) []string {
	var split strings.Builder
	last := ' '
	for _, r := range word {
		if unicode.IsUpper(r) && unicode.IsLower(last) {
			split.WriteByte('-')
		}
		split.WriteRune(unicode.ToLower(r))
		last = r
	}
	return strings.FieldsFunc(split.String(), func(r rune) bool { return r == '-' || r == '_' })
}
