// Package runs is the record of what ran: the type of set.json, and where the files lie in the folder that
// `latchkey logs -o DIR` writes.
//
//	DIR/<set>/set.json                            what is known about the set, see [Set]
//	DIR/<set>/<pod>/<container>.log               the log of a container
//	DIR/<set>/<pod>/<container>.previous.log      the log of its life before, if the kubelet still has it
//
// [Find] finds the sets below a folder, and [Read] reads one.
package runs
