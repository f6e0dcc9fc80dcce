// Package apis decodes the objects users write: strictly, with all problems at once, and with a remedy for each.
//
// Its main entry is [Decode]. The packages below it hold the Go types of each group and version, with their
// defaults and validation.
package apis
