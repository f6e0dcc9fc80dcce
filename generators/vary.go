package generators

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/study"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// A Varied is a source that objects of other kinds may vary.
type Varied = study.Source

// Varies tells whether objects of the kind make other sources out of sources.
func (k Kind) Varies() bool { return k.vary != nil }

// Vary returns the sources that an object makes out of others. by has its names.
func (k Kind) Vary(object Object, by *Varied, sources []Varied) study.Variation {
	return k.vary(object, by, sources)
}

// Idle returns the object as a template: it makes nothing, and is attached to nothing.
func (s Set) Idle() Set {
	s.Kind.Definition = Definition[Object]{Group: s.Kind.Group, Name: s.Kind.Name, Uses: s.Kind.Uses}
	return s
}

// Share gives the runs of a study their turns, and puts what they have in common into objects of the study. item has the names of the
// study, and runs are the objects of its runs.
func (s Set) Share(item *transform.Item, runs [][]runtime.Object) (own []runtime.Object, after [][]runtime.Object, errs field.ErrorList) {
	source := &Varied{Item: item}
	ordered, turns, errs := study.Order(s.Object.(*latchkey.Study), source, runs)
	after, shared := study.Share(source, ordered)
	return append(shared, turns...), after, errs
}
