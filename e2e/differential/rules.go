package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
)

// rules are what docs/refusals.md says: where Latchkey refuses more than a server, and where less.
type rules struct {
	strict  []rule
	lenient []string
}

// A rule is a row of the table: a field, perhaps with * for a part of it, and words of the message.
type rule struct {
	field *regexp.Regexp
	words string
}

var (
	// strictRow is a row with fields, and the words of a message.
	strictRow  = regexp.MustCompile("^\\| (`[^|]*`) \\| \"(.*?)\" \\| ")
	lenientRow = regexp.MustCompile("^\\| (`[^|]*`) \\| taken \\| ")
	code       = regexp.MustCompile("`([^`]+)`")
)

func readRules(path string) (*rules, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	all := &rules{}
	for line := range strings.Lines(string(data)) {
		if match := lenientRow.FindStringSubmatch(line); match != nil {
			for _, name := range code.FindAllStringSubmatch(match[1], -1) {
				all.lenient = append(all.lenient, name[1])
			}
			continue
		}
		match := strictRow.FindStringSubmatch(line)
		if match == nil {
			continue
		}
		for _, name := range code.FindAllStringSubmatch(match[1], -1) {
			pattern := strings.ReplaceAll(regexp.QuoteMeta(name[1]), `\*`, `.*`)
			all.strict = append(all.strict, rule{regexp.MustCompile("^" + pattern + "$"), classOf(match[2])})
		}
	}
	return all, nil
}

// hold tells whether a refusal is by one of the rules.
func (r *rules) hold(found finding) bool {
	at, message := index.ReplaceAllString(found.field, "[]"), classOf(found.message)
	for _, each := range r.strict {
		if each.field.MatchString(at) && strings.Contains(message, each.words) {
			return true
		}
	}
	return false
}

// withoutNewer returns a custom resource without the fields that Latchkey takes and the public definitions lack.
func (j *judge) withoutNewer(object tree) tree {
	copied := clone(object).(tree)
	for _, found := range spotsOf(copied, nil, "") {
		if found.remove != nil && slices.Contains(j.rules.lenient, found.at[len(found.at)-1]) {
			found.remove()
		}
	}
	return copied
}
