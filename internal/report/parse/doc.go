// Package parse reads the logs of containers: what the programs of the catalogue's metrics print, and the marks around it.
//
// [Read] is its entry. It reads a stream line by line and keeps only numbers. Several containers may be in one stream, each
// line with the prefix that kubectl logs --prefix writes. A part that cannot be read is a problem and hides nothing else.
//
// A file in programs describes a program and its records. Those in kinds describe the records of programs with a parser of their own.
// docs/reference/records.md shows all of them. Text of logs is not
// trusted: no input makes a parser panic, and all of them need linear time.
// The package opens no log by name, and it does not say which run a log belongs to: package read does.
package parse
