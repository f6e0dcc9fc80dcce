package fn

import (
	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn/internal/callers"
	"github.com/latchkey-dev/latchkey/generators"
	attaching "github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// Process expands the sources of a list and returns a new list. It holds the items that are not Latchkey's, unchanged
// and in their order. The generated objects follow, in an order that does not depend on the order of the items.
//
// If any result is an error, the new list has the same items as in. Process never changes in. An error that it returns
// is a fault of Latchkey.
//
// This is the whole way of the data, from the list that was read to the list to write. Each stage is a function in the file of
// its name, and returns new values. Only stamp changes earlier ones: it marks the generated objects with their source. A rule is
// where its stage is: attach looks for targets (generators/attach), judge for clashes of names and for pods that are refused, and
// ownership.stays decides what is pruned. The exit codes of the function are in run.go, and those of commands in cli/internal/exit.
//
// A run with wrong options takes a shorter way, independentErrors, and [Resolve] ends after the stage of its name.
func Process(in *ResourceList, settings Settings) (*ResourceList, error) {
	config, found := configure(in, settings)
	if HasErrors(found) {
		return in.with(in.Items, append(found, independentErrors(in, settings)...)), nil
	}
	sources, more := decode(in, config)
	found = append(found, more...)
	sources, more = vary(sources)
	found = append(found, more...)
	resolved, more := resolve(sources, config.options)
	found = append(found, more...)

	owners := newOwnership(in.Items, resolved, config)
	attached, more := attach(expand(resolved), owners)
	found = append(found, more...)
	shared, more := share(attached)
	found = append(found, more...)
	found = append(found, judge(in.Items, shared, owners)...)
	edits, more := transformItems(shared, owners, !HasErrors(found))
	found = append(found, more...)
	changed, more, err := edit(in.Items, edits)
	found = gathered(append(found, more...), sources)

	switch {
	case err != nil || HasErrors(found):
		return in.with(in.Items, found), err
	case config.validateOnly && config.caller == callers.Kustomize: // it wants no items of a validator
		return in.with(nil, found), nil
	case config.validateOnly:
		return in.with(in.Items, found), nil
	}
	others, err := write(shared, owners, changed)
	return in.with(append(others, stamp(shared.sets, owners, others)...), found), err
}

// A configuration says what is asked of a run. The functionConfig and the settings make it.
type configuration struct {
	kinds   generators.Registry
	caller  callers.Caller
	options latchkey.Options
	// validateOnly says that no item may change.
	validateOnly bool
	// copyOfConfig is an item that is the functionConfig once more, or nil. It is not returned.
	copyOfConfig *Item
	overlay      func() string
}

// A source is a decoded item.
type source struct {
	item    *Item
	kind    generators.Kind
	version generators.Version
	object  generators.Object
	// unread are the problems of what could not be decoded.
	unread field.ErrorList
	inStudy
}

// A resolved source has its defaults and options. errs are all its errors so far.
type resolved struct {
	source
	generators.Resolved
	errs field.ErrorList
}

// A set is a source with what it makes.
type set struct {
	resolved
	objects []runtime.Object
}

// attachments are the sets after sets were attached to workloads.
type attachments struct {
	// sets are the sets of all sources, sorted by id. outcomes say for each of them to which pods it was attached.
	sets     []set
	outcomes []attaching.Outcome
	edits    edits
}

// edits are the changes that sources make to items that were read.
type edits map[*Item][]transform.Edit

// with returns the list with other items and results.
func (l *ResourceList) with(items []*Item, results Results) *ResourceList {
	out := *l
	out.Items, out.Results = items, limited(results)
	return &out
}

func isError(result *Result) bool { return result.Severity == krm.Error }
