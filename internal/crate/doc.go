// Package crate describes a folder of results for archives: it makes ro-crate-metadata.json, with the runs as actions. The form is RO-Crate
// 1.1, with the profile Process Run Crate 0.5, which is made for this version of RO-Crate:
// https://w3id.org/ro/crate/1.1 and https://w3id.org/ro/wfrun/process/0.5.
//
// [DecodeAbout] reads what a person adds, and [New] makes the file. Equal folders give equal bytes: nothing is taken from a clock, and all
// lists are sorted.
package crate
