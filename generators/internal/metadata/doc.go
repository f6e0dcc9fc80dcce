// Package metadata makes labels and annotations of generated objects, as all generators of sets of pods write them.
//
// [Merged] and [UsersAnnotations] are its main entries.
package metadata
