// Package crds contains the CustomResourceDefinitions of the kinds that Latchkey reads. They are generated from the Go
// types.
//
// [Kinds] is the main entry. The methods of [Schema] are for documentation of single fields.
package crds
