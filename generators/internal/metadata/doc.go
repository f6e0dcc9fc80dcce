// Package metadata makes the labels and annotations that all generators of sets write.
//
// [ForWorkload] and [PodTemplate] are its main entries.
package metadata
