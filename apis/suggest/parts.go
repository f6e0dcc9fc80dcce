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

// mostWholes is the largest number of words that are worth proposing for one part.
const mostWholes = 5

// withPart returns the known words of which word is a part between hyphens, sorted: "io-fio" for "fio". If there is none, a
// part of four letters or more may have a slip: "app-lammps" for "lamps". It returns none if too many have the part.
func withPart(word string, known []string) []string {
	if len(word) < 2 || len(word) > longest {
		return nil
	}
	var exact, near []string
	for _, candidate := range slices.Compact(slices.Sorted(slices.Values(known))) {
		parts := strings.Split(candidate, "-")
		switch {
		case len(parts) == 1:
		case strings.Contains("-"+candidate+"-", "-"+strings.ToLower(word)+"-"):
			exact = append(exact, candidate)
		case len(word) >= 4 && slices.ContainsFunc(parts, func(part string) bool { return len(part) >= 4 && IsSlip(word, part) }):
			near = append(near, candidate)
		}
	}
	found := exact
	if len(found) == 0 {
		found = near
	}
	if len(found) > mostWholes {
		return nil
	}
	return found
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
