package html

import (
	"fmt"
	"html"
	"io"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// A markup writes HTML. It stands in for html/template, which makes the linker keep every exported method of the program:
// the binary would grow by a third. An error is one of what it writes to.
type markup struct{ out io.Writer }

// write writes a constant format with strings in the places of its %s. Each string is printable and escaped, so a place may be between two
// elements or in an attribute with double quotes, and nowhere else.
func (m markup) write(format string, texts ...string) {
	escaped := make([]any, len(texts))
	for i, each := range texts {
		escaped[i] = html.EscapeString(text.Printable(each))
	}
	fmt.Fprintf(m.out, format, escaped...)
}

// raw writes text of the page itself, such as its style.
func (m markup) raw(text string) { fmt.Fprint(m.out, text) }

// some writes a format with one string, unless the string is empty.
func (m markup) some(format, text string) {
	if text != "" {
		m.write(format, text)
	}
}

// titled writes a grid below its title, unless it has no row.
func (m markup) titled(g *report.Grid) {
	if len(g.Rows) > 0 {
		m.write("<h2 class=\"small\">%s</h2>\n", g.Title)
		m.grid(g)
		for _, sentence := range g.Notes {
			m.write("<p class=\"quiet\">%s.</p>\n", sentence)
		}
	}
}

func (m markup) grid(g *report.Grid) {
	m.write("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s\">\n<table><thead><tr>", "Table: "+g.Title)
	class := make([]string, len(g.Columns))
	for i, c := range g.Columns {
		if c.Number {
			class[i] = "number"
		}
		m.write("<th scope=\"col\" class=\"%s\">%s</th>", class[i], c.Name)
	}
	m.raw("</tr></thead>\n<tbody>")
	for _, row := range g.Rows {
		m.raw("<tr>")
		for i, text := range row {
			m.write("<td class=\"%s\">%s</td>", class[i], text)
		}
		m.raw("</tr>\n")
	}
	m.raw("</tbody></table>\n</div>\n")
}
