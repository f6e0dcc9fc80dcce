package fn

import (
	"slices"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
	attaching "github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// attach adds each set that asks for it to its targets, which are other sets or items that will be applied. It removes what a set
// has added earlier and does not ask for any more.
func attach(sets []set, owners ownership) (attachments, Results) {
	origins := map[*transform.Item]*Item{}
	joins := slices.ContainsFunc(sets, func(s set) bool { return s.IsAttached() })
	after, outcomes, changes := generators.Attach(plain(sets), workloads(owners, joins, origins), func(id string, view *transform.Item) bool {
		return owners.detaches(id, origins[view])
	})
	var found Results
	for at, s := range sets {
		found = append(found, s.problems(findings.WithoutRepeats(outcomes[at].Errors, s.errs), outcomes[at].Warnings)...)
	}
	return attachments{sets: withObjects(sets, after), outcomes: outcomes, edits: editsOf(changes, origins)}, found
}

// plain returns sets as generators know them.
func plain(sets []set) []generators.Set {
	all := make([]generators.Set, 0, len(sets))
	for _, s := range sets {
		all = append(all, generators.Set{Resolved: s.Resolved, Item: s.item.view(), Objects: s.objects})
	}
	return all
}

// withObjects returns the sets with the objects that generators have given them.
func withObjects(sets []set, after []generators.Set) []set {
	all := make([]set, 0, len(sets))
	for at, s := range sets {
		all = append(all, set{s.resolved, after[at].Objects})
	}
	return all
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
		w := attaching.Workload{Item: view, Pods: view, MadeFrom: item.Source()}
		if recorded {
			w.Recorded = view.Recorded()
		}
		origins[view] = item
		all = append(all, w)
	}
	return all
}

func editsOf(all []transform.Edit, origins map[*transform.Item]*Item) edits {
	found := edits{}
	for _, edit := range all {
		item := origins[edit.Item]
		found[item] = append(found[item], edit)
	}
	return found
}
