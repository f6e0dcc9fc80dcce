package shipped

import (
	"iter"
	"strings"
)

// A reading is a place of a script that reads a variable, and names the word to take if the variable is not set. The text
// between begin and end is ${NAME:-word}.
type reading struct {
	begin, end int
	name, word string
}

// readings yields the readings of a text whose words stand for themselves in any place of a script.
func readings(text string) iter.Seq[reading] {
	return func(yield func(reading) bool) {
		const opening = "${" + variable
		for begin := strings.Index(text, opening); begin >= 0; {
			name, rest, _ := strings.Cut(text[begin+len("${"):], ":-")
			word, _, _ := strings.Cut(rest, "}")
			next := begin + len(opening)
			if strings.IndexFunc(name, isNoName) < 0 && isPlain(word) {
				next = begin + len("${"+name+":-"+word+"}")
				if !yield(reading{begin, next, name, word}) {
					return
				}
			}
			further := strings.Index(text[next:], opening)
			if further < 0 {
				return
			}
			begin = next + further
		}
	}
}

// isPlain says whether a word means the same inside and outside quotes.
func isPlain(word string) bool {
	return word != "" && strings.IndexFunc(word, func(r rune) bool { return isNoName(r) && !strings.ContainsRune("/.-", r) }) < 0
}

// withDefault puts the word in the place of each reading of a variable that no use sets and no script changes.
func withDefault(line string, uses []Use, changes map[string]bool) string {
	var out strings.Builder
	at := 0
	for r := range readings(line) {
		if !changes[r.name] && !anyHolds(uses, r.name) {
			out.WriteString(line[at:r.begin] + r.word)
			at = r.end
		}
	}
	if at == 0 {
		return line
	}
	return out.String() + line[at:]
}
