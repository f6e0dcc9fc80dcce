package generators_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/apis/schema"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/generators/catalogue"
)

// TestMoves wants no field of an older release among the fields of today, and each field to which one is moved.
func TestMoves(t *testing.T) {
	t.Parallel()
	count := 0
	for _, kind := range (generators.Registry{}).Kinds() {
		for _, version := range kind.Versions {
			for _, move := range version.Schema().Moves {
				count++
				if hasField(version.Schema(), move.From) {
					t.Errorf("%s %s still has %s", kind.Name, version.Name, move.From)
				}
				if move.To != "" && !hasField(version.Schema(), move.To) {
					t.Errorf("%s %s has no %s, to which %s is moved", kind.Name, version.Name, move.To, move.From)
				}
				if advice := version.Schema().Advice[move.From]; advice != "" {
					t.Errorf("%s %s: %s is moved, so nobody reads the advice %q", kind.Name, version.Name, move.From, advice)
				}
				_, option, _ := strings.Cut(move.To, ".options.")
				for _, name := range move.Names {
					if !hasOption(kind, name, option) {
						t.Errorf("%s has no option %s", name, option)
					}
				}
			}
		}
	}
	if count < 20 {
		t.Errorf("%d moves", count)
	}
}

// hasField tells whether a schema has the field of a path. Any key of a map of options is a field.
func hasField(s *schema.Schema, path string) bool {
	for step := range strings.SplitSeq(strings.ReplaceAll(path, "[]", ""), ".") {
		next, found := s.Field(step)
		switch {
		case found:
			s = next
		case step != "<name>" && (s.AdditionalProperties == nil || s.AdditionalProperties.Properties != nil):
			return false
		}
	}
	return true
}

// hasOption tells whether an entry of the catalogues of a kind has an option.
func hasOption(kind generators.Kind, name, option string) bool {
	for _, list := range kind.Catalogues {
		for _, entry := range list.Entries() {
			if entry.Name == name && slices.ContainsFunc(entry.Options, func(o catalogue.Option) bool { return o.Name == option }) {
				return true
			}
		}
	}
	return false
}
