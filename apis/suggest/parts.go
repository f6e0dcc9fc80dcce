package suggest

import (
	"slices"
	"strings"
)

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
