package fn

import (
	"slices"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// Process expands the sources of a list and returns a new list. It holds the items that are not Latchkey's, unchanged
// and in their order. The generated objects follow, in an order that does not depend on the order of the items.
//
// If any result is an error, the new list has the same items as in. Process never changes in. An error that it returns
// is a fault of Latchkey.
func Process(in *ResourceList, settings Settings) (*ResourceList, error) {
	r := run{in: in, kinds: settings.Kinds, caller: callerOf(in)}
	r.configure(settings)
	r.findSources()
	r.checkDuplicates()
	r.owners, r.packages = r.findOwners(), r.findPackages()
	r.keepSources()
	r.expand()
	r.checkCollisions()
	r.attach()
	r.checkPodSecurity()
	r.warnDropped()
	r.warnBelowOverlay(settings.Overlay)
	r.transform()
	return r.output()
}

// A run is one call of Process.
type run struct {
	in     *ResourceList
	kinds  generators.Registry
	caller caller
	// options are those of the functionConfig or the flags, completed by the settings.
	options latchkey.Options
	// configured is false if the options have errors and must not be applied.
	configured bool
	// validateOnly says that no item may change.
	validateOnly bool

	// sources are the objects to expand, sorted by id.
	sources []*source
	// copyOfConfig is the copy of its own configuration that a kustomize generator gets as an item, or nil.
	copyOfConfig *Item
	results      Results
	// edits are the changes that sources make to items that were read.
	edits map[*Item][]transform.Edit
	// views are the items for sources that change others, once they are made. origins maps them to what was read.
	views   []*transform.Item
	origins map[*transform.Item]*Item

	// last is what was made last. accounts are the service accounts that kustomize has renamed, once they are looked up.
	last     expansion
	accounts map[Key]*Item

	// named are the sources that others can join, by the namespaces and names by which these ask for them.
	named map[Key][]*source

	owners   owners
	packages packages
}

func (r *run) fail(item *Item, format string, args ...any) {
	r.results = append(r.results, item.finding(krm.Error, format, args...))
}

// output returns the list for the caller.
func (r *run) output() (*ResourceList, error) {
	out := *r.in
	out.Results = limited(r.results)
	switch {
	case HasErrors(r.results):
	case r.validateOnly:
		if r.caller == callerKustomize {
			out.Items = nil
		}
	default:
		items, err := r.newItems()
		if err != nil {
			return nil, err
		}
		out.Items = items
	}
	return &out, nil
}

// newItems returns the items that stay, followed by all generated items.
func (r *run) newItems() ([]*Item, error) {
	sources := map[*Item]*source{}
	for _, s := range r.sources {
		sources[s.item] = s
	}
	items := make([]*Item, 0, len(r.in.Items))
	for _, item := range r.in.Items {
		kept, err := item, error(nil)
		switch s := sources[item]; {
		case s == nil && r.stays(item):
			kept, err = r.edited(item)
			if err == nil {
				kept, err = kept.written()
			}
		case s == nil, item == r.copyOfConfig:
			continue
		case s.validateOnly():
		case s.kept != nil || s.fault != nil:
			kept, err = s.kept, s.fault
		default:
			continue
		}
		if err != nil {
			return nil, err
		}
		items = append(items, kept)
	}
	return append(items, r.generated(items)...), nil
}

// keepSources makes the items of the sources that stay in the output.
func (r *run) keepSources() {
	for _, s := range r.sources {
		if s.valid && !s.validateOnly() && s.resolved.Options.Sources == latchkey.SourcesKeep {
			if s.kept, s.fault = s.marked(); s.fault == nil {
				s.kept.read.Forget()
			}
		}
	}
}

// sortSources sorts the sources by id, so that the order of the items does not matter.
func (r *run) sortSources() {
	slices.SortStableFunc(r.sources, func(a, b *source) int { return strings.Compare(a.item.id(), b.item.id()) })
}
