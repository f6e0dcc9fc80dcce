// Package generators knows every kind that Latchkey expands and which pure function does it.
//
// [Expand] is its entry for an operator or another tool that has a typed object, or several where one joins another;
// [Resolve], and [Resolved.Attach] for one that joins, bring such an object into
// the form that Expand takes. [Stamp] adds the marks by which Latchkey knows what it made, and the package fn writes the
// objects as YAML. The list in kinds.go is the registry: a new kind is one entry there, and nothing in the
// packages above changes.
package generators
