package fn

import (
	"cmp"
	"path"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn/internal/callers"
)

// write returns the items that stay in the output, in their new forms. changed has the new forms of items
// that sources change.
func write(sets []set, owners ownership, changed map[*Item]*Item) ([]*Item, error) {
	sources := map[*Item]int{}
	for at, s := range sets {
		sources[s.item] = at
	}
	items := make([]*Item, 0, len(owners.items))
	for _, item := range owners.items {
		at, isSource := sources[item]
		out, err := item, error(nil)
		switch {
		case !isSource && !owners.stays(item):
			continue
		case isSource && sets[at].OnlyValidated():
		case isSource && sets[at].Options.Sources != latchkey.SourcesKeep:
			continue
		case isSource:
			out, err = cmp.Or(changed[item], item).asLocalConfig()
		default:
			out, err = cmp.Or(changed[item], item).written()
		}
		if err != nil {
			return nil, err
		}
		items = append(items, out)
	}
	return items, nil
}

// stamp returns the generated items with the marks of Latchkey and for the caller. They are sorted by the ids of their
// sources, and the objects of one source keep the generator's order. others are the other items of the output. The marks are
// set on the objects themselves, because copies of all objects would take twice the memory.
func stamp(sets []set, caller callers.Caller, others []*Item) (items []*Item) {
	accounts, places := callers.Accounts{}, callers.Places{}
	for _, item := range others {
		places.Take(item, item.File, item.Index)
		if item.APIVersion == "v1" && item.Kind == "ServiceAccount" {
			accounts.Add(item, item.Namespace)
		}
	}
	for _, s := range sets {
		if s.OnlyValidated() {
			continue
		}
		accounts.PlaceSubjects(s.Objects)
		s.Kind.Stamp(s.Object, s.Objects)
		from, _ := callers.File(s.owner())
		file := path.Join(path.Dir(from), GeneratedFile(s.owner().Key()))
		for _, object := range s.Objects {
			if s.study != nil {
				annotations := object.(metav1.Object).GetAnnotations()
				annotations[latchkey.AnnotationSet] = annotations[latchkey.AnnotationSource]
				annotations[latchkey.AnnotationSource] = s.study.Key().String()
			}
			switch meta := object.(metav1.Object); caller {
			case callers.Kpt:
				places.Put(meta, s.owner(), file)
			case callers.Kustomize:
				callers.RenameLike(meta, s.item)
			}
			items = append(items, newGeneratedItem(object))
		}
	}
	return items
}
