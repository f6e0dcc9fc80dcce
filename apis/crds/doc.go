// Package crds holds the CustomResourceDefinitions of the kinds that Latchkey reads, generated from the Go types.
//
// [Kinds] is the main entry, and the methods of [Schema] are for documentation of single fields.
package crds
