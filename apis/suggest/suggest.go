package suggest

import (
	"fmt"
	"slices"
	"strings"
)

// Nearest returns the word of known that word is most likely a slip of, or "" when none is close.
// Case, dashes and underscores do not count: "ttl-seconds" is "ttlSeconds". Parts in another order and a part too many
// in front count little: "preWorker" is "workerPre", and "existingVolumes" is "volumes".
// Of equally close words the first in alphabetical order wins, so that the answer never depends on order.
func Nearest(word string, known []string) string {
	plain := simplify(word)
	best, least := "", limit(plain)+1
	for _, candidate := range slices.Sorted(slices.Values(known)) {
		// A difference in length alone is already a distance, and cheaper to see.
		other := simplify(candidate)
		if abs(len(other)-len(plain)) >= least {
			continue
		}
		if d := distance(plain, other); d < least {
			best, least = candidate, d
		}
	}
	if best == "" && len(word) <= longest {
		return sameParts(word, known)
	}
	return best
}

// IsSlip tells whether a word is a known one but for case, dashes, underscores and one slip at most. It is stricter than
// Nearest, for words that may well be right.
func IsSlip(word, known string) bool {
	return len(word) <= longest && distance(simplify(word), simplify(known)) <= 1
}

// Remedy says what to write instead of an unknown word: `did you mean "include"?` when a known word is close,
// and else the sorted list of all that are allowed, as in `choose one of "Job", "JobSet"`.
func Remedy(word string, known []string) string {
	if near := Nearest(word, known); near != "" {
		return DidYouMean(near)
	}
	return OneOf(known)
}

// DidYouMean asks for a word: `did you mean "include"?`.
func DidYouMean(word string) string { return fmt.Sprintf("did you mean %q?", word) }

// OneOf lists allowed values: `choose one of "Job", "JobSet"`.
func OneOf(known []string) string {
	if len(known) == 0 {
		return "nothing is allowed here"
	}
	return "choose one of " + Quoted(known)
}

// Quoted returns the words quoted, sorted and separated by commas.
func Quoted(words []string) string {
	quoted := make([]string, 0, len(words))
	for _, word := range slices.Sorted(slices.Values(words)) {
		quoted = append(quoted, fmt.Sprintf("%q", word))
	}
	return strings.Join(quoted, ", ")
}

// longest is the number of bytes beyond which a word is no slip of a name; it keeps hostile keys cheap.
const longest = 64

// limit is the number of slips forgiven in a word: about one in three letters, at most three.
func limit(word string) int {
	if len(word) > longest {
		return -1
	}
	return min(3, (len(word)+1)/3)
}

func simplify(word string) string {
	if len(word) > 2*longest {
		return word
	}
	if strings.ContainsAny(word, "-_") {
		word = strings.ReplaceAll(strings.ReplaceAll(word, "-", ""), "_", "")
	}
	return strings.ToLower(word)
}

func abs(n int) int {
	return max(n, -n)
}
