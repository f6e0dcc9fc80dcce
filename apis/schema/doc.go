// Package schema judges the structure of YAML by a schema, as an API server does with strict field validation: unknown
// fields, keys given twice, types, allowed words, bounds, and fields that are missing. It knows no kind.
//
// Its main entry is [Check]. [Fill] then reads the YAML into a Go value, and [Set] writes one value.
package schema
