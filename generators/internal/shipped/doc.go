// Package shipped selects what a set holds of the scripts: what its containers run, and nothing else.
//
// The shipped form of a script (hack/ship) has marks. The commands between "# ships for: FACTS" and "# end" ship if the facts
// hold for a container that runs the script. Commands that would do nothing elsewhere have marks, so the whole script does
// the same as its selection. A fact is one of these:
//
//	LATCHKEY_PIDS         the variable is set
//	LATCHKEY_MODE=batch   the variable has this value
//	.pre                  the container has a text of this kind, for example entrypoint-0.pre-0
//	several hosts         something else that the generator knows, in lower case
//
// "not" before a fact is its opposite. "or" stands between facts of which one is enough.
//
// "<" and ">" behind a mark and behind its end say that the command before or after it is short, see keep.go.
//
// A condition that its mark makes sure does not ship, but what it is for. Nor does ${NAME:-word} where no use sets the
// variable, but the word.
//
// A function ships if something that ships names it. A script that only one other script sources takes the place of the
// line that sources it. The second line of the script that starts names all that are in it.
package shipped
