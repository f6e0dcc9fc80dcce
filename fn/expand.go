package fn

import "slices"

// expand makes the objects of every source without errors.
func expand(sources []set) []set {
	sets := slices.Clone(sources)
	for at, s := range sets {
		if len(s.errs) == 0 {
			sets[at].Objects = s.Expand()
		}
	}
	return sets
}
