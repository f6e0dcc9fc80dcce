// Package metadata makes the labels and annotations that all generators of sets write.
//
// [Merged] and [UsersAnnotations] are its main entries.
package metadata
