package findings

import (
	"maps"
	"slices"
)

// SortedKeys returns the keys of a map in the order in which they are judged.
func SortedKeys[M ~map[K]V, K ~string, V any](m M) []K {
	return slices.Sorted(maps.Keys(m))
}
