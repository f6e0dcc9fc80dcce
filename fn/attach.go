package fn

import (
	"slices"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	attaching "github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// attach adds each set that asks for it to its targets, which are other sets or items that will be applied. It removes what a set
// has added earlier and does not ask for any more.
func attach(expanded []set, owners ownership) (sets []set, changes edits, found Results) {
	origins := map[*transform.Item]*Item{}
	joins := slices.ContainsFunc(expanded, func(s set) bool { return s.IsAttached() })
	read := workloads(owners, joins, origins)
	if !joins && len(read) == 0 {
		return expanded, nil, nil
	}
	sources := make([]attaching.Source, 0, len(expanded))
	for _, s := range expanded {
		view := s.item.view()
		origins[view] = s.item
		sources = append(sources, s.ForAttaching(view))
	}
	outcomes, made := attaching.Attach(sources, read, func(id string, view *transform.Item) bool {
		return owners.detaches(id, origins[view])
	})
	sets, changes = slices.Clone(expanded), edits{}
	changes.add(made, origins)
	for at, s := range expanded {
		sets[at].Objects, sets[at].outcome = outcomes[at].Objects, outcomes[at]
		found = append(found, s.problems(outcomes[at].Errors, outcomes[at].Warnings)...)
	}
	return sets, changes, found
}

// workloads returns views of the items to which something can be attached, or was. They are few, or none, in most
// packages. origins maps the views to the items.
func workloads(owners ownership, joins bool, origins map[*transform.Item]*Item) (all []attaching.Workload) {
	for _, item := range owners.applied() {
		recorded := item.read.Mentions(latchkey.AnnotationAttached)
		if !joins && !recorded {
			continue
		}
		view := item.view()
		w := attaching.Workload{Item: view, MadeFrom: item.Source()}
		if recorded {
			w.Recorded = attaching.Recorded(view)
		}
		origins[view] = item
		all = append(all, w)
	}
	return all
}
