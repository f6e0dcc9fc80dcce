package fn

import (
	"slices"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	attaching "github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// attach adds each set that asks for it to its targets, which are other sets or items that will be applied. It removes what a set
// has added earlier and does not ask for any more.
func attach(expanded []source, owners ownership) (attached []source, edits []transform.Edit, found Results) {
	attaches := slices.ContainsFunc(expanded, func(s source) bool { return s.IsAttached() })
	read := workloads(owners, attaches)
	if !attaches && len(read) == 0 {
		return expanded, nil, nil
	}
	described := make([]attaching.Source, 0, len(expanded))
	for _, s := range expanded {
		each := s.ForAttaching(s.item.seen)
		each.Detaches = func(mark string) bool { return owners.detaches(mark, s.item) }
		described = append(described, each)
	}
	outcomes, edits := attaching.Attach(described, read)
	attached = slices.Clone(expanded)
	for at, s := range expanded {
		attached[at].Objects, attached[at].outcome = outcomes[at].Objects, outcomes[at]
		found = append(found, s.problems(outcomes[at].Errors, outcomes[at].Warnings)...)
	}
	return attached, edits, found
}

// workloads returns the items to which something can be attached, or was. They are few, or none, in most packages.
func workloads(owners ownership, attaches bool) (all []attaching.Workload) {
	for _, item := range owners.applied() {
		recorded := item.read.Mentions(latchkey.AnnotationAttached)
		if !attaches && !recorded {
			continue
		}
		w := attaching.Workload{
			Item: item.seen, MadeFrom: item.Mark(), Detaches: func(mark string) bool { return owners.detaches(mark, item) },
		}
		if recorded {
			w.Recorded = attaching.Recorded(item.seen)
		}
		all = append(all, w)
	}
	return all
}
