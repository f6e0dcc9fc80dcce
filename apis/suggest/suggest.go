package suggest

import (
	"fmt"
	"slices"
	"strings"
)

// Near returns the known words that word most likely means, sorted. It returns several words if they are equally close,
// and none if nothing is close. Case, dashes and underscores do not count: "ttl-seconds" is "ttlSeconds". A word of
// Kubernetes with the same meaning counts like a slip of one letter, see [Kin]: "mountPath" is "path" rather than
// "hostPath". A part between hyphens stands for the whole: "fio" is "io-fio".
func Near(word string, known []string) []string {
	near, slips := nearest(word, known)
	if len(near) == 0 || slips > 1 {
		for _, same := range Kin(word) {
			if slices.Contains(known, same) {
				return []string{same}
			}
		}
		if whole := withPart(word, known); len(whole) > 0 {
			return whole
		}
	}
	return near
}

// mostWholes is the largest number of words that are worth proposing for one part.
const mostWholes = 5

// withPart returns the known words of which word is a part between hyphens, sorted, or none if there are too many.
func withPart(word string, known []string) []string {
	isWhole := func(candidate string) bool { return strings.Contains("-"+candidate+"-", "-"+strings.ToLower(word)+"-") }
	found := slices.DeleteFunc(slices.Sorted(slices.Values(known)), func(candidate string) bool { return len(word) < 2 || !isWhole(candidate) })
	if len(found) > mostWholes {
		return nil
	}
	return found
}

// Nearest returns the first word of [Near], or "".
func Nearest(word string, known []string) string {
	for _, near := range Near(word, known) {
		return near
	}
	return ""
}

// IsNear tells whether a word certainly means a known word: it differs in case, dashes, underscores and one slip at
// most, or is the word of Kubernetes with the same meaning.
func IsNear(word string, known []string) bool {
	near, slips := nearest(word, known)
	return len(near) > 0 && slips <= 1 || slices.ContainsFunc(Kin(word), func(same string) bool { return slices.Contains(known, same) })
}

// nearest returns the known words with the fewest slips, and the number of slips. It returns none if there are too many
// slips.
func nearest(word string, known []string) (near []string, least int) {
	plain := simplify(word)
	if len(plain) > longest {
		return nil, 0
	}
	least = min(3, (len(plain)+1)/3) // about one slip in three letters
	for _, candidate := range slices.Compact(slices.Sorted(slices.Values(known))) {
		// The difference in length is a lower bound, and is cheap to compute.
		other := simplify(candidate)
		if abs(len(other)-len(plain)) > least {
			continue
		}
		switch d := distance(plain, other); {
		case d < least || d == least && near == nil:
			near, least = []string{candidate}, d
		case d == least:
			near = append(near, candidate)
		}
	}
	return near, least
}

// IsSame tells whether words differ in case, dashes and underscores at most.
func IsSame(word, known string) bool { return simplify(word) == simplify(known) }

// IsSlip tells whether a word differs from a known word in case, dashes, underscores and one slip at most. It is
// stricter than Nearest, for words that may be correct.
func IsSlip(word, known string) bool {
	if len(word) > longest {
		return false
	}
	word, known = simplify(word), simplify(known)
	return abs(len(word)-len(known)) <= 1 && distance(word, known) <= 1 // the lengths are cheap to compare
}

// Remedy says what to write instead of an unknown word: `did you mean "include"?` if a known word is close. Otherwise
// it lists all allowed words, sorted, as in `choose one of "Job", "JobSet"`.
func Remedy(word string, known []string) string {
	if near := Near(word, known); len(near) > 0 {
		return DidYouMean(near...)
	}
	return OneOf(known)
}

// DidYouMean asks whether one of the near words is meant: `did you mean "maxSize" or "minSize"?`.
func DidYouMean(near ...string) string { return "did you mean " + joined(near, " or ") + "?" }

// OneOf lists allowed values: `choose one of "Job", "JobSet"`.
func OneOf(known []string) string {
	if len(known) == 0 {
		return "no other key is allowed here: remove it"
	}
	return "choose one of " + Quoted(known)
}

// Quoted returns the words quoted, sorted and separated by commas.
func Quoted(words []string) string { return joined(slices.Sorted(slices.Values(words)), ", ") }

func joined(words []string, between string) string {
	quoted := make([]string, 0, len(words))
	for _, word := range words {
		quoted = append(quoted, fmt.Sprintf("%q", word))
	}
	return strings.Join(quoted, between)
}

// longest is the largest number of bytes in a word that may be a slip. It keeps hostile keys cheap.
const longest = 64

func simplify(word string) string {
	if len(word) > 2*longest {
		return word
	}
	return strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(word, "-", ""), "_", "")) // a Replacer is slow to make
}

func abs(n int) int {
	return max(n, -n)
}

// distance counts the slips between two words: a letter is added, left out or replaced, or two neighbours are swapped
// (optimal string alignment). It works on bytes, because names of fields are ASCII.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replaced := last[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			row[j] = min(last[j]+1, row[j-1]+1, replaced)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
