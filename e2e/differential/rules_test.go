//go:build e2e

package differential

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// rules are the rows of docs/refusals.md: what Latchkey refuses and a server accepts, and the reverse. left are words of the server
// in refusals that Latchkey leaves to it.
type rules struct {
	strict  []rule
	lenient []string
	left    []string
}

// A rule is a row of the table: a field, and words of the message. A * in the field or the words stands for any string.
type rule struct {
	field *regexp.Regexp
	words string
}

var (
	strictRow  = regexp.MustCompile("^\\| (`[^|]*`) \\| (\"[^|]*\") \\| ")
	lenientRow = regexp.MustCompile("^\\| (`[^|]*`) \\| taken \\| ")
	leftRow    = regexp.MustCompile("^\\| [^|]* \\| left \\| (`[^|]*`) \\|")
	code       = regexp.MustCompile("`([^`]+)`")
	phrase     = regexp.MustCompile(`"([^"]+)"`)
)

func readRules(t *testing.T, path string) *rules {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	all := &rules{}
	for line := range strings.Lines(string(data)) {
		if match := lenientRow.FindStringSubmatch(line); match != nil {
			for _, name := range code.FindAllStringSubmatch(match[1], -1) {
				all.lenient = append(all.lenient, name[1])
			}
			continue
		}
		if match := leftRow.FindStringSubmatch(line); match != nil {
			for _, words := range code.FindAllStringSubmatch(match[1], -1) {
				all.left = append(all.left, words[1])
			}
			continue
		}
		match := strictRow.FindStringSubmatch(line)
		if match == nil {
			continue
		}
		for _, name := range code.FindAllStringSubmatch(match[1], -1) {
			pattern := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(name[1]), `\*`, `.*`) + "$")
			for _, words := range phrase.FindAllStringSubmatch(match[2], -1) {
				all.strict = append(all.strict, rule{pattern, classOf(strings.Trim(words[1], "*"))})
			}
		}
	}
	return all
}

// hold tells whether one of the rules explains a refusal.
func (r *rules) hold(found finding) bool {
	at, message := index.ReplaceAllString(found.field, "[]"), classOf(found.message)
	for _, each := range r.strict {
		if each.field.MatchString(at) && strings.Contains(message, each.words) {
			return true
		}
	}
	return false
}

// leave tells whether all reasons of a server are left to it.
func (r *rules) leave(why []string) bool {
	return !slices.ContainsFunc(why, func(reason string) bool {
		return !slices.ContainsFunc(r.left, func(words string) bool { return strings.Contains(reason, classOf(words)) })
	})
}

// withoutNewer returns a custom resource without the fields that only Latchkey accepts.
func (j *comparer) withoutNewer(object tree) tree {
	copied := clone(object).(tree)
	for _, found := range spotsOf(copied, nil, "") {
		at := found.at.String()
		for _, name := range j.rules.lenient {
			if found.remove != nil && strings.HasSuffix("."+strings.ReplaceAll(at, ".[]", "[]"), "."+name) {
				found.remove()
			}
		}
	}
	return copied
}
