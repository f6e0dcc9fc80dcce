package graph

import (
	"fmt"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// Mermaid returns the drawing as a flowchart of Mermaid, which GitHub and GitLab show in documents.
func (d *Drawing) Mermaid() string {
	var out strings.Builder
	if d.title != "" {
		fmt.Fprintf(&out, "---\ntitle: %q\n---\n", d.title)
	}
	out.WriteString("flowchart TB\n")
	for _, b := range d.boxes {
		b.mermaid(&out, "  ")
	}
	for _, l := range d.lines {
		label := ""
		if l.label != "" {
			label = `|"` + mermaidText(l.label) + `"|`
		}
		fmt.Fprintf(&out, "  %s %s%s %s\n", l.from.id, l.style, label, l.to.id)
	}
	for _, b := range d.boxes {
		b.each(func(b *box) {
			if b.missing {
				fmt.Fprintf(&out, "  style %s stroke-dasharray: 5 5\n", b.id)
			}
		})
	}
	return out.String()
}

// mermaidEscape writes characters that Mermaid or HTML give a meaning as Mermaid's entities.
var mermaidEscape = strings.NewReplacer(`"`, "#quot;", "<", "#lt;", ">", "#gt;", "&", "#amp;", "#", "#35;", "`", "#96;", "%", "#37;")

func (b *box) mermaid(out *strings.Builder, indent string) {
	if len(b.boxes) == 0 {
		fmt.Fprintf(out, "%s%s%s\"%s\"%s\n", indent, b.id, b.shape.open, mermaidText(b.lines()...), b.shape.shut)
		return
	}
	fmt.Fprintf(out, "%ssubgraph %s[\"%s\"]\n", indent, b.id, mermaidText(b.headline()))
	if b.across {
		fmt.Fprintln(out, indent+"  direction LR")
	}
	for _, inner := range b.boxes {
		inner.mermaid(out, indent+"  ")
	}
	fmt.Fprintln(out, indent+"end")
}

// mermaidText returns printable lines in one text.
func mermaidText(lines ...string) string {
	all := make([]string, len(lines))
	for i, line := range lines {
		all[i] = mermaidEscape.Replace(text.Printable(line))
	}
	return strings.Join(all, "<br/>")
}
