package fn

import "slices"

// expand makes the objects of every source without errors.
func expand(sources []source) []source {
	expanded := slices.Clone(sources)
	for at, s := range expanded {
		if len(s.errs) == 0 {
			expanded[at].Objects = s.Expand()
		}
	}
	return expanded
}
