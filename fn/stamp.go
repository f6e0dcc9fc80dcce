package fn

import (
	"path"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn/internal/callers"
)

// stamp returns the generated items with the marks of Latchkey and for the caller. They are sorted by the keys of their
// sources, and the objects of one source keep their order. others are the other items of the output. The marks are
// set on the objects themselves, because copies of all objects would take twice the memory.
func stamp(sources []source, caller callers.Caller, others []*Item) (items []*Item) {
	accounts, places := callers.Accounts{}, callers.Places{}
	for _, item := range others {
		places.Take(item, item.File, item.Index)
		if item.APIVersion == "v1" && item.Kind == "ServiceAccount" {
			accounts.Add(item, item.Namespace)
		}
	}
	for _, s := range sources {
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
