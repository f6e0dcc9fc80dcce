package fn

import (
	"sync"

	"k8s.io/apimachinery/pkg/runtime"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// An expansion holds the objects of the source that was asked for last. Its lock lets items be written in parallel.
type expansion struct {
	lock      sync.Mutex
	source    *source
	isStamped bool
	objects   []runtime.Object
}

// expand finds out what every valid source makes. It keeps the names alone, because the objects of all sources would
// take most of the memory of a run. They are made again, source by source, when they are written.
func (r *run) expand() {
	for _, s := range r.sources {
		if !s.valid {
			continue
		}
		s.made = itemsOf(s.resolved.Expand())
		mark := map[string]string{latchkey.AnnotationSource: s.item.id()}
		for at, item := range s.made {
			item.annotations, item.object = mark, func() runtime.Object { return r.stamped(s)[at] }
		}
		if !s.resolved.Options.Include.Has(latchkey.IncludeAll) {
			whole := s.resolved
			whole.Options.Include = nil
			s.wouldMake = kindsOf(itemsOf(whole.Expand()))
		}
	}
}

func itemsOf(objects []runtime.Object) []*Item {
	items := make([]*Item, 0, len(objects))
	for _, object := range objects {
		items = append(items, newGeneratedItem(object))
	}
	return items
}

// objects returns what a source makes, without marks.
func (r *run) objects(s *source) []runtime.Object {
	r.last.lock.Lock()
	defer r.last.lock.Unlock()
	if r.last.source != s || r.last.isStamped {
		r.make(s)
	}
	return r.last.objects
}

// make makes the objects of a source again.
func (r *run) make(s *source) {
	r.last.source, r.last.isStamped, r.last.objects = s, false, s.resolved.Expand()
	r.placeSubjects(r.last.objects)
}

// stamped returns what a source makes, with the marks of Latchkey and for the caller.
func (r *run) stamped(s *source) []runtime.Object {
	r.last.lock.Lock()
	defer r.last.lock.Unlock()
	if r.last.source == s && r.last.isStamped {
		return r.last.objects
	}
	r.make(s)
	s.kind.Stamp(s.object, r.last.objects)
	for at, object := range r.last.objects {
		switch r.caller {
		case callerKpt:
			s.putInFile(object, s.indexes[at])
		case callerKustomize:
			renameLike(object, s.item)
		}
	}
	r.last.isStamped = true
	return r.last.objects
}
