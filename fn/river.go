package fn

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn/internal/callers"
	"github.com/latchkey-dev/latchkey/generators"
	attaching "github.com/latchkey-dev/latchkey/generators/attach"
)

// Process expands the sources of a list and returns a new list. It holds the items that are not Latchkey's, in their
// order and unchanged, unless a source asks for a change. The generated objects follow, in an order that does not depend on the order of the items.
//
// If any result is an error, the new list has the same items as in. Process never changes in. An error that it returns
// is a fault of Latchkey.
//
// This is the whole way of the data, from the list that was read to the list to write. Sources are of the kinds in
// generators/kinds.go, or of further kinds of a program. Each stage is a function of this package, in the file of its name, and
// returns new values. Only stamp changes earlier ones. [Item.Encode] and [ResourceList.Write] write the bytes afterwards. The exit
// codes of the function are in run.go, and the exit codes of commands in cli/internal/exit. [Resolve] runs three stages alone.
func Process(in *ResourceList, settings Settings) (*ResourceList, error) {
	config, found := configure(in, settings)
	sources, more := decode(in, config)
	if found = append(found, more...); HasErrors(found) {
		return in.with(in.Items, found), nil // meaning is not judged before the structure is right
	}
	sources, renames, more := vary(sources)
	found = append(found, more...)
	sources, more = resolve(sources, config.options)
	found = append(found, more...)
	owners := newOwnership(in.Items, sources, config)
	expanded := expand(sources)
	sources, attachments, more := attach(expanded, owners)
	found = append(found, more...)
	sources, more = share(sources)
	found = append(found, more...)
	found = append(found, judge(expanded, sources, owners, config)...)
	transforms, more := transformItems(sources, owners, !HasErrors(found))
	found = append(found, more...)
	found = gather(found, sources)
	changed, err := edit(in.Items, slices.Concat(renames, attachments, transforms))

	switch {
	case err != nil || HasErrors(found):
		return in.with(in.Items, found), err
	case config.validateOnly && config.caller == callers.Kustomize: // it wants no items of a validator
		return in.with(nil, found), nil
	case config.validateOnly:
		return in.with(in.Items, found), nil
	}
	others, err := keep(sources, owners, changed)
	if err != nil {
		return in.with(in.Items, found), err
	}
	return in.with(append(others, stamp(sources, config.caller, others)...), found), nil
}

// A configuration says what to do with the list. The functionConfig and the settings make it.
type configuration struct {
	kinds   generators.Registry
	caller  callers.Caller
	options latchkey.Options
	// validateOnly says that no item may change.
	validateOnly bool
	// copyOfConfig is an item that is the functionConfig once more, or nil. It is not returned.
	copyOfConfig *Item
}

// A source is an item of a kind that the registry knows, with all that the stages know of it. Each stage returns it with more.
type source struct {
	// item is the one that the source was decoded from. version is the one in which it is written.
	item    *Item
	version generators.Version
	// moved are the fields that the user wrote at the paths of older releases. Findings name these paths.
	moved findings.Fields
	// Source has the kind and the written object since decode, the defaults and options since resolve, and the objects since expand.
	generators.Source
	// errs are the errors that resolve has found.
	errs field.ErrorList
	// varied says what studies make of the source.
	varied
	// outcome says to which pods the source was attached, if to any.
	outcome attaching.Outcome
}
