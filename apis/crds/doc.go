// Package crds contains the CustomResourceDefinitions of the kinds that Latchkey reads. They are generated from the Go
// types.
//
// [Parse] reads one of them, or the definition of another kind. The methods of [Schema] describe single fields.
package crds
