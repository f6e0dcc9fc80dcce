// Package apis decodes the objects that users write. It is strict, reports all problems at once, and says how to mend
// each.
//
// Its main entry is [Decode]. The packages below it contain the Go types of each group and version, with their defaults
// and validation.
package apis
