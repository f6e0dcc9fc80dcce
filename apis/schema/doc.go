// Package schema judges the structure of YAML by a schema, as an API server does with strict field validation: unknown
// fields, keys given twice, types, allowed words, bounds, and fields that are missing. It knows no kind.
//
// Its main entry is [Check]. [Fill] then reads the YAML into a Go value, [Set] writes one value, and [Place] finds the place of a
// problem.
package schema
