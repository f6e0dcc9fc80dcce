// Package study makes the runs of a Study out of its sources.
//
// [Vary] is its main entry. It copies the sources of a study once for each cell and repetition, and writes the values of the
// parameters into the copies. The copies then become sets like sources that a user has written. [Cells] returns the
// combinations of values alone. [Share] puts the scripts that several sets of a study have in common into ConfigMaps of the
// study. All of it is pure.
package study
