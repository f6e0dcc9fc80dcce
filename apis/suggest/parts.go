package suggest

import (
	"slices"
	"strings"
	"unicode"
)

// sameParts returns the known word that has the parts of a camelCase word in another order, or that ends the word. It
// returns "" if there is none.
func sameParts(word string, known []string) string {
	parts := partsOf(word)
	ending := ""
	for _, candidate := range slices.Sorted(slices.Values(known)) {
		others := partsOf(candidate)
		switch {
		case slices.Equal(slices.Sorted(slices.Values(parts)), slices.Sorted(slices.Values(others))):
			return candidate
		case len(others) < len(parts) && len(candidate) > len(ending) && slices.Equal(parts[len(parts)-len(others):], others):
			ending = candidate
		}
	}
	return ending
}

// partsOf splits a camelCase word: "existingVolumes" is "existing", "volumes".
func partsOf(word string) []string {
	var parts []string
	from := 0
	for i, r := range word {
		if i > from && unicode.IsUpper(r) {
			parts = append(parts, strings.ToLower(word[from:i]))
			from = i
		}
	}
	return append(parts, strings.ToLower(word[from:]))
}
