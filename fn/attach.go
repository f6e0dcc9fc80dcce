package fn

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
	attaching "github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// attach adds each set that asks for it to its targets, which are other sets or items that will be applied. It removes what a set
// has added earlier and does not ask for any more. Then it leaves out what the option include leaves out.
func attach(sets []set, owners ownership) (attachments, Results) {
	origins := map[*transform.Item]*Item{}
	plain := make([]generators.Set, 0, len(sets))
	joins := false
	for _, s := range sets {
		plain = append(plain, generators.Set{Resolved: s.Resolved, Item: s.item.view(), Objects: s.objects})
		joins = joins || s.IsAttached()
	}
	after, of, result := generators.Attach(plain, workloads(owners, joins, origins), func(id string, view *transform.Item) bool {
		return owners.detaches(id, origins[view])
	})
	after, problems := generators.Share(after, studies(sets))
	out := attachments{sets: make([]set, 0, len(sets)), joined: map[int]joined{}}
	for at, s := range sets {
		out.sets = append(out.sets, set{s.resolved, after[at].Included()})
	}
	var found Results
	for at, s := range sets {
		found = append(found, s.problems(problems[at], nil)...)
	}
	for at, outcome := range result.Outcomes {
		s := sets[of[at]]
		found = append(found, s.problems(s.withoutKnown(outcome.Errors), outcome.Warnings)...)
		if len(outcome.Joined) > 0 {
			out.joined[of[at]] = joinedOf(outcome)
		}
	}
	out.edits = editsOf(result.Edits, origins)
	return out, found
}

// studies returns the index of the study of each set, or -1.
func studies(sets []set) []int {
	at := map[*Item]int{}
	for i, s := range sets {
		at[s.item] = i
	}
	of := make([]int, len(sets))
	for i, s := range sets {
		of[i] = -1
		if s.study != nil {
			of[i] = at[s.study]
		}
	}
	return of
}

// withoutKnown leaves out the errors about missing fields that are reported already.
func (r resolved) withoutKnown(errs field.ErrorList) field.ErrorList {
	return slices.DeleteFunc(slices.Clone(errs), func(err *field.Error) bool {
		return err.Type == field.ErrorTypeRequired && slices.ContainsFunc(r.errs, func(known *field.Error) bool {
			return known.Field == err.Field && known.Type == err.Type
		})
	})
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

func joinedOf(outcome attaching.Outcome) joined {
	out := joined{field: outcome.Joined[0].Field, to: outcome.To}
	var titles []string
	for _, each := range outcome.Joined {
		if len(titles) == 0 || titles[len(titles)-1] != each.Title {
			titles = append(titles, each.Title)
		}
		out.sidecars = append(out.sidecars, each.Sidecars)
	}
	out.title = strings.Join(titles, " and ")
	if to := outcome.To; to != nil {
		out.title = nameInWords(to.Kind, to.Namespace, to.Name)
	}
	return out
}

func editsOf(all []transform.Edit, origins map[*transform.Item]*Item) edits {
	found := edits{}
	for _, edit := range all {
		item := origins[edit.Item]
		found[item] = append(found[item], edit)
	}
	return found
}
