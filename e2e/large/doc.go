// Package large has tests of sets with many pods. `make e2e` runs them with small numbers, `make large` with the numbers of
// docs/large-sets.md. Their build tag is e2e.
package large
