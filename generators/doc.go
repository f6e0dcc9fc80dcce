// Package generators knows every kind that Latchkey expands, and the pure function that expands it.
//
// [Expand] is its entry for an operator or another tool that has a typed object, and perhaps objects to attach to it. Rendering takes
// the same steps, one after the other for all sources: see Process of the package fn.
// [Resolve] prepares an object for Expand, and [Set.Join] says what an attached object adds. [Stamp] adds the marks by
// which Latchkey knows its generated objects. The package fn writes the objects as YAML.
//
// [Kinds] is the list of Latchkey's own kinds. A new kind is one entry in kinds.go, and nothing in the packages above
// changes. Programs in other modules make kinds in the same way, by [NewKind] of a [Definition]. They pass them to the
// packages fn and cli, which put them into a [Registry]. docs/your-own-kind.md makes such a program.
package generators
