// Package generators knows every kind that Latchkey expands and which pure function does it.
//
// [Expand] is its entry for an operator or another tool that has a typed object, or several where one joins another;
// [Resolve], and [Resolved.Attach] for one that joins, bring such an object into
// the form that Expand takes. [Stamp] adds the marks by which Latchkey knows what it made, and the package fn writes the
// objects as YAML.
//
// [Kinds] is the list of Latchkey's own kinds: a new one is one entry in kinds.go, and nothing in the packages above
// changes. Programs of other modules make kinds in the same way, by [NewKind] of a [Definition], and hand them to the
// packages fn and cli, which put them into a [Registry]. docs/your-own-kind.md makes such a program.
package generators
