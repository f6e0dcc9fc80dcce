// Package workload makes what the objects of all sets have in common: metadata, JobSets and Jobs, the network and places of
// their pods, the environment of their containers, and the rules about options that a set of any kind obeys.
//
// [Set] is its main entry.
package workload
