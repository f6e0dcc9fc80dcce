// Package generators knows every kind that Latchkey expands, and the pure function that expands it.
//
// The package fn is the way in, also for a program that has an object in hand: its stages call [Version.Decode], [Resolve],
// [Source.Expand], [Source.Addition] for what is attached to something, and [Kind.Stamp], for all sources of a list.
//
// [Kinds] is the list of Latchkey's own kinds. A new kind is one entry in kinds.go, and nothing in the packages above
// changes. Programs in other modules make kinds in the same way, by [NewKind] of a [Definition]. They pass them to the
// packages fn and cli, which put them into a [Registry]. docs/your-own-kind.md makes such a program.
package generators
