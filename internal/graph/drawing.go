package graph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// A Drawing has boxes and lines between them.
type Drawing struct {
	boxes []*box
	lines []line
	// count is the number of boxes, those within others included.
	count int
	drawn map[line]bool
}

// A box is one thing in a drawing, or holds other boxes.
type box struct {
	id    string
	shape shape
	// kind and name are the title. The name may be "".
	kind, name string
	// words are further lines of text.
	words []string
	boxes []*box
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
)

// add adds a box to others, and gives it an id.
func (d *Drawing) add(to *[]*box, b *box) *box {
	d.count++
	b.id = fmt.Sprint("n", d.count)
	*to = append(*to, b)
	return b
}

// draw adds a line once. Lines within one box are left out.
func (d *Drawing) draw(from, to *box, label string, style style) {
	l := line{from, to, label, style}
	if from != nil && to != nil && from != to && !d.drawn[l] {
		d.drawn[l] = true
		d.lines = append(d.lines, l)
	}
}

// Mermaid returns the drawing as a flowchart of Mermaid, which GitHub and GitLab show in documents.
func (d *Drawing) Mermaid() string {
	var out strings.Builder
	out.WriteString("flowchart TB\n")
	for _, b := range d.boxes {
		b.mermaid(&out, "  ")
	}
	for _, l := range d.lines {
		label := ""
		if l.label != "" {
			label = `|"` + mermaidString(l.label) + `"|`
		}
		fmt.Fprintf(&out, "  %s %s%s %s\n", l.from.id, l.style, label, l.to.id)
	}
	return out.String()
}

// mermaid writes a box. Containers, the innermost boxes, stand side by side.
func (b *box) mermaid(out *strings.Builder, indent string) {
	if len(b.boxes) == 0 {
		lines := append([]string{b.kind, b.name}, b.words...)
		fmt.Fprintf(out, "%s%s%s\"%s\"%s\n", indent, b.id, b.shape.open, mermaidString(lines...), b.shape.shut)
		return
	}
	title := strings.TrimSpace(b.kind + " " + b.name)
	if len(b.words) > 0 {
		title += ": " + strings.Join(b.words, ", ")
	}
	fmt.Fprintf(out, "%ssubgraph %s[\"%s\"]\n", indent, b.id, mermaidString(title))
	if !slices.ContainsFunc(b.boxes, func(inner *box) bool { return len(inner.boxes) > 0 }) {
		fmt.Fprintln(out, indent+"  direction LR")
	}
	for _, inner := range b.boxes {
		inner.mermaid(out, indent+"  ")
	}
	fmt.Fprintln(out, indent+"end")
}

// mermaidEscape writes characters that Mermaid or HTML give a meaning as Mermaid's entities.
var mermaidEscape = strings.NewReplacer(`"`, "#quot;", "<", "#lt;", ">", "#gt;", "&", "#amp;", "#", "#35;", "`", "#96;", "%", "#37;")

// mermaidString returns printable lines in one string, without the empty ones.
func mermaidString(lines ...string) string {
	var all []string
	for _, line := range lines {
		if line != "" {
			all = append(all, mermaidEscape.Replace(text.Printable(line)))
		}
	}
	return strings.Join(all, "<br/>")
}
