package graph

import (
	"fmt"
	"strings"
)

// DOT returns the drawing in the language of Graphviz.
func (d *Drawing) DOT() string {
	var out strings.Builder
	out.WriteString("digraph {\n  compound=true; rankdir=TB; fontname=Helvetica; labeljust=l; fontsize=12; nodesep=0.3;\n")
	out.WriteString("  node [shape=box, fontname=Helvetica, fontsize=11]; edge [fontname=Helvetica, fontsize=10];\n")
	if d.title != "" {
		fmt.Fprintf(&out, "  label=%s;\n", quoted(d.title))
	}
	for _, b := range d.boxes {
		b.dot(&out, "  ")
	}
	for _, l := range d.lines {
		l.dot(&out)
	}
	out.WriteString("}\n")
	return out.String()
}

func (b *box) dot(out *strings.Builder, indent string) {
	if len(b.boxes) == 0 {
		look := b.shape.dot
		if b.missing {
			look = ", style=dashed"
		}
		fmt.Fprintf(out, "%s%s [label=%s%s];\n", indent, b.id, quoted(b.lines()...), look)
		return
	}
	fmt.Fprintf(out, "%ssubgraph cluster_%s {\n%s  label=%s;\n", indent, b.id, indent, quoted(b.headline()))
	if b.across {
		fmt.Fprintln(out, indent+"  { rank=same;")
	}
	for _, inner := range b.boxes {
		inner.dot(out, indent+"  ")
	}
	if b.across {
		fmt.Fprintln(out, indent+"  }")
	}
	fmt.Fprintln(out, indent+"}")
}

// dot writes a line. A line to a box with boxes in it leads to one of these and is cut at its edge.
func (l line) dot(out *strings.Builder) {
	attributes := "style=" + l.style.dot
	if l.label != "" {
		attributes += ", label=" + quoted(l.label)
	}
	if len(l.from.boxes) > 0 {
		attributes += ", ltail=cluster_" + l.from.id
	}
	if len(l.to.boxes) > 0 {
		attributes += ", lhead=cluster_" + l.to.id
	}
	fmt.Fprintf(out, "  %s -> %s [%s];\n", l.from.leaf().id, l.to.leaf().id, attributes)
}

var dotEscape = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// quoted returns lines of text as one string of DOT.
func quoted(lines ...string) string { return `"` + joined(lines, dotEscape, `\n`) + `"` }
