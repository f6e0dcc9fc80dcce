package graph

import (
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/text"
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

// A shape is how a box without boxes in it looks.
type shape struct {
	// open and shut are what Mermaid has around the text.
	open, shut string
	// dot are further attributes of DOT.
	dot string
}

// The shapes, by what a box is.
var (
	plain   = shape{"[", "]", ""}
	source  = shape{"(", ")", ", style=rounded, penwidth=2"}
	textual = shape{"[/", "/]", ", shape=note"}
	stored  = shape{"[(", ")]", ", shape=cylinder"}
	network = shape{"{{", "}}", ", shape=hexagon"}
	rights  = shape{"[[", "]]", ", shape=component"}
)

// A line leads from one box to another.
type line struct {
	from, to *box
	label    string
	style    style
}

// A style is how a line looks.
type style struct{ mermaid, dot string }

var (
	// makes: the first becomes, makes or precedes the second.
	makes = style{"-->", "solid"}
	// uses: the second uses the first.
	uses = style{"-.->", "dotted"}
	// joins: the first adds containers to the second.
	joins = style{"==>", "bold"}
	// hidden lines only place boxes.
	hidden = style{"~~~", "invis"}
)

// lines are the lines of text of a box without boxes in it.
func (b *box) lines() []string {
	lines := append([]string{b.kind, b.name}, b.words...)
	return slices.DeleteFunc(lines, func(line string) bool { return line == "" })
}

// joined returns printable lines in one text, with an escape for what a language gives a meaning.
func joined(lines []string, escape *strings.Replacer, between string) string {
	all := make([]string, len(lines))
	for i, line := range lines {
		all[i] = escape.Replace(text.Printable(line))
	}
	return strings.Join(all, between)
}

// headline is the text of a box with boxes in it.
func (b *box) headline() string {
	title := strings.TrimSpace(b.kind + " " + b.name)
	if len(b.words) == 0 {
		return title
	}
	return title + ": " + strings.Join(b.words, ", ")
}

// leaf returns a box without boxes in it, to which programs can draw lines.
func (b *box) leaf() *box {
	for len(b.boxes) > 0 {
		b = b.boxes[len(b.boxes)/2]
	}
	return b
}

// each calls do for a box and all boxes in it.
func (b *box) each(do func(*box)) {
	do(b)
	for _, inner := range b.boxes {
		inner.each(do)
	}
}
