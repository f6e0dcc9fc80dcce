// Package runs is the record of what ran: the type of set.json, and where the files lie in the folder that
// `latchkey logs -o DIR` writes.
//
//	DIR/<set>/set.json                            what is known about the set, see [Set]
//	DIR/<set>/<pod>/<container>.log               the log of a container, of all its starts
//	DIR/<set>/<pod>/.<container>.mark             how far it is written, until it is whole
//	DIR/_sources, DIR/_manifests                  what the sets were made of, see [Kept]
//
// [Read] reads the record of a set, and [History] reads the records of all sets of one name. The package asks no cluster
// and writes no file: package live makes the record, and package files writes it.
package runs
