package generators

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// Attaches tells whether objects of the kind can be attached to others.
func (k Kind) Attaches() bool { return k.attach != nil }

// ForAttaching describes the set to package attach. item has its names.
func (s Set) ForAttaching(item *transform.Item) attach.Source {
	mark := latchkey.Mark{Group: s.Kind.Group, Kind: s.Kind.Name, Namespace: item.Namespace, Name: item.Name}
	source := attach.Source{ID: mark.String(), Item: item, Objects: s.Objects, Trial: s.OnlyValidated()}
	if s.Kind.flux != nil {
		source.Flux = new(s.Kind.flux(s.Object, s.Options))
	}
	if s.IsAttached() {
		source.Request, source.Join = attach.RequestOf(s.Object.GetAnnotations()), s.Join
	}
	return source
}

// Join returns what an attached object adds to pods, and the problems that [Resolve] has not found.
func (s Set) Join(pod attach.Pod) (added attach.Addition, errs, warnings field.ErrorList) {
	isOwn, annotate := isOptionOfWatcher, ", which Latchkey does not make"
	if pod.Flux != nil {
		isOwn, annotate = isOwnOption, ", so annotate that"
	}
	warnings = withoutEffect(s.Object, isOwn, "the set is attached to "+pod.Name+annotate)
	added, errs, judged := s.Kind.attach(s.Object, s.Options, pod)
	return added, s.fields.Written(errs), append(warnings, s.fields.Written(judged)...)
}
