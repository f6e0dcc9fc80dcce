//go:build e2e

package differential

import "slices"

// shrink removes parts of an object that its class of mistakes does not need. It asks a limited number of times.
func (j *comparer) shrink(t trial, outcome, class string, most int) trial {
	for shrunk := true; shrunk && most > 0; {
		shrunk = false
		paths := []string{}
		for _, found := range spotsOf(t.objects[t.changed], nil, "") {
			if found.remove != nil && found.path != ".spec" && found.path != ".metadata" && found.path != ".metadata.name" {
				paths = append(paths, found.path)
			}
		}
		for _, path := range paths {
			if most--; most < 0 {
				break
			}
			smaller := t.with(without(t.objects[t.changed], path))
			if again, err := j.try(smaller); err == nil && again.outcome == outcome && slices.Contains(again.classes, class) {
				t, shrunk = smaller, true
			}
		}
	}
	return t
}

// without returns a copy of an object without a place, if the object has it.
func without(object tree, path string) tree {
	copied := clone(object).(tree)
	for _, found := range spotsOf(copied, nil, "") {
		if found.path == path {
			found.remove()
			break
		}
	}
	return copied
}
