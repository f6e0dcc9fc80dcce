package generators

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/apis/crds"
	"github.com/latchkey-dev/latchkey/apis/suggest"
)

// A Registry holds the kinds that a program knows: the kinds of Latchkey and perhaps more. The zero value holds the kinds
// of Latchkey alone.
type Registry struct {
	// kinds are all kinds, sorted by group and name. It is nil in the zero value.
	kinds []Kind
}

// NewRegistry returns a registry with the kinds of Latchkey and more. An incomplete kind is an error, and so is a
// second kind with the same group and name. All errors are returned together.
func NewRegistry(more ...Kind) (Registry, error) {
	var errs []error
	kinds := slices.Clone(ours)
	for _, kind := range more {
		errs = append(errs, kind.check())
		if slices.ContainsFunc(kinds, func(other Kind) bool { return compare(kind, other) == 0 }) {
			errs = append(errs, fmt.Errorf("%s is there twice: give one of the two another group or name, or leave it out", kind.id()))
		}
		kinds = append(kinds, kind)
	}
	slices.SortStableFunc(kinds, compare)
	return Registry{kinds}, errors.Join(errs...)
}

func compare(a, b Kind) int {
	return cmp.Or(strings.Compare(a.Group, b.Group), strings.Compare(a.Name, b.Name))
}

// id names the kind in messages, as "the kind voting.example.com/VoteConfig".
func (k Kind) id() string { return "the kind " + k.Group + "/" + k.Name }

// check returns an error if the kind cannot work. Only the author of a program sees it, not its users.
func (k Kind) check() error {
	var errs []error
	complain := func(format string, args ...any) { errs = append(errs, fmt.Errorf(k.id()+" "+format, args...)) }
	if k.Group == "" || k.Name == "" || k.CRD == "" || len(k.Versions) == 0 || k.Expand == nil && k.Transform == nil && k.vary == nil {
		complain("is not complete: its Definition needs Group, Name, CRD, a version, and Expand or Transform")
	}
	for _, version := range k.Versions {
		if _, err := crds.Object(k.CRD, version.Name); k.CRD != "" && err != nil {
			complain("has another CRD: %s", err)
		}
	}
	for _, flag := range k.Uses {
		if known := allOptionsBut(); !slices.Contains(known, flag) {
			complain("uses %q, which is not an option: %s", flag, suggest.Remedy(flag, known))
		}
	}
	return errors.Join(errs...)
}

// Kinds returns all kinds, sorted by group and name. The caller must not change the list.
func (r Registry) Kinds() []Kind {
	if r.kinds == nil {
		return ours
	}
	return r.kinds
}

// HasMore tells whether there are kinds beside the kinds of Latchkey.
func (r Registry) HasMore() bool { return len(r.kinds) > len(ours) }

// Kind returns the kind of a group and a name.
func (r Registry) Kind(group, name string) (kind Kind, found bool) {
	at := slices.IndexFunc(r.Kinds(), func(k Kind) bool { return k.Name == name && k.Group == group })
	if at < 0 {
		return Kind{}, false
	}
	return r.Kinds()[at], true
}
