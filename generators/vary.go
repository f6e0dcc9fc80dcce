package generators

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/study"
)

// A Varied is a source that objects of other kinds may vary.
type Varied = study.Source

// Varies tells whether objects of the kind make other sources out of sources.
func (k Kind) Varies() bool { return k.does.vary != nil }

// Vary returns the sources that an object makes out of others. by has its names.
func (k Kind) Vary(object Object, by *Varied, sources []Varied) study.Variation {
	return k.does.vary(object, by, sources)
}

// Idle returns the object as a template: it makes nothing, and is attached to nothing.
func (r Resolved) Idle() Resolved {
	r.Kind.does = &Definition[Object]{Uses: r.Kind.does.Uses}
	return r
}

// Share gives the sets of studies their turns, and puts what they have in common into objects of their study. by has the index
// of the study of each set, or -1. problems are those of the studies, by their indexes.
func Share(sets []Set, by []int) (after []Set, problems map[int]field.ErrorList) {
	after, problems = slices.Clone(sets), map[int]field.ErrorList{}
	for at := range sets {
		var of []int
		var objects [][]runtime.Object
		for i, study := range by {
			if study == at {
				of, objects = append(of, i), append(objects, sets[i].Objects)
			}
		}
		if len(of) == 0 {
			continue
		}
		source := &Varied{Item: sets[at].Item}
		ordered, turns, errs := study.Order(sets[at].Object.(*latchkey.Study), source, objects)
		changed, shared := study.Share(source, ordered)
		for i, objects := range changed {
			after[of[i]].Objects = objects
		}
		after[at].Objects, problems[at] = append(shared, turns...), errs
	}
	return after, problems
}
