package findings

import (
	"maps"
	"slices"
)

// SortedKeys returns the keys of a map, sorted, for judging them in this order.
func SortedKeys[M ~map[K]V, K ~string, V any](m M) []K {
	return slices.Sorted(maps.Keys(m))
}
