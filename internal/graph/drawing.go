package graph

import (
	"slices"
	"strings"
)

// A Drawing has boxes and lines between them.
type Drawing struct {
	// title says what is left out; else it is "".
	title string
	boxes []*box
	lines []line
}

// A box is one thing in a drawing, or holds other boxes.
type box struct {
	id    string
	shape shape
	// kind and name are the title. The name may be "".
	kind, name string
	// words are further lines of text.
	words []string
	// missing says that it is not in the files.
	missing bool
	boxes   []*box
	// across says that the boxes in it stand side by side.
	across bool
}

// A shape is how a box without boxes in it looks: what Mermaid has around its text.
type shape struct{ open, shut string }

// The shapes, by what a box is.
var (
	plain   = shape{"[", "]"}
	source  = shape{"(", ")"}
	textual = shape{"[/", "/]"}
	stored  = shape{"[(", ")]"}
	network = shape{"{{", "}}"}
	rights  = shape{"[[", "]]"}
)

// A line leads from one box to another.
type line struct {
	from, to *box
	label    string
	style    style
}

// A style is how a line looks.
type style string

const (
	// makes: the first becomes, makes or precedes the second.
	makes style = "-->"
	// uses: the second uses the first.
	uses style = "-.->"
	// joins: the first adds containers to the second.
	joins style = "==>"
	// hidden lines only place boxes.
	hidden style = "~~~"
)

// lines are the lines of text of a box without boxes in it.
func (b *box) lines() []string {
	lines := append([]string{b.kind, b.name}, b.words...)
	return slices.DeleteFunc(lines, func(line string) bool { return line == "" })
}

// headline is the text of a box with boxes in it.
func (b *box) headline() string {
	title := strings.TrimSpace(b.kind + " " + b.name)
	if len(b.words) == 0 {
		return title
	}
	return title + ": " + strings.Join(b.words, ", ")
}

// each calls do for a box and all boxes in it.
func (b *box) each(do func(*box)) {
	do(b)
	for _, inner := range b.boxes {
		inner.each(do)
	}
}
