package fn

import "fmt"

// checkDuplicates refuses two sources with the same id: they would make the same objects, and only one could be
// applied.
func (r *run) checkDuplicates() {
	for at := 1; at < len(r.sources); at++ {
		first, second := r.sources[at-1].item, r.sources[at].item
		if first.Key() == second.Key() {
			r.fail(second, "there are two of this name, the other one %s: remove or rename one of the two", where(first))
		}
	}
}

// where says in words where an item was read.
func where(item *Item) string {
	if item.File == "" {
		return "among the items"
	}
	return fmt.Sprintf("in %s (object %d)", item.File, item.Index+1)
}

// checkCollisions refuses objects that would be in the output twice. A caller fails on them or writes both.
func (r *run) checkCollisions() {
	made := map[Key]*source{}
	for _, s := range r.sources {
		for _, item := range s.made {
			r.checkMade(made, s, item)
		}
	}
	for _, item := range r.in.Items {
		s := made[item.Key()]
		if s == nil || item.IsSource(r.kinds) || r.givesWay(item, s) {
			continue
		}
		if mark := item.Source(); mark != "" {
			r.fail(s.item, "makes %s, which is already there, made from %s: remove it, or rename one of the two sources", item, mark)
			continue
		}
		r.fail(s.item, "makes %s, which is already %s: rename one of the two", item, where(item))
	}
}

// givesWay tells whether expanding a source removes an item that the source makes as well. A source that is only
// validated counts as if it were expanded.
func (r *run) givesWay(item *Item, s *source) bool {
	for _, owner := range r.owners[item.Source()] {
		if owner == s || s.validateOnly() && owner.renews(item) {
			return true
		}
	}
	return !r.stays(item)
}

func (r *run) checkMade(made map[Key]*source, s *source, item *Item) {
	if item.APIVersion == "" || item.Kind == "" || item.Name == "" {
		r.fail(s.item, "makes an object whose apiVersion (%q), kind (%q) or name (%q) is empty: whoever wrote the kind %s has to set all three in Expand",
			item.APIVersion, item.Kind, item.Name, s.item.Kind)
		return
	}
	other := made[item.Key()]
	made[item.Key()] = s
	switch {
	case other == s:
		r.fail(s.item, "makes %s twice: choose other names", item)
	case other != nil && other.item.Key() != s.item.Key():
		r.fail(s.item, "makes %s, and so does %s (%s): choose another name in one of the two", item, other.item, where(other.item))
	}
}
