package fn

// expand makes the objects of every source without errors.
func expand(sources []resolved) []set {
	sets := make([]set, 0, len(sources))
	for _, s := range sources {
		made := set{resolved: s}
		if s.isValid() {
			made.objects = s.Expand()
		}
		sets = append(sets, made)
	}
	return sets
}
