package html

import (
	"bufio"
	"fmt"
	"html"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// A markup writes HTML. It stands in for html/template, which makes the linker keep every exported method of the program:
// the binary would grow by a third.
type markup struct{ out *bufio.Writer }

// write writes a constant format with texts in the places of its %s. Each text is printable and escaped, so a place may be between two
// elements or in an attribute with double quotes, and nowhere else.
func (m markup) write(format string, texts ...string) {
	escaped := make([]any, len(texts))
	for i, each := range texts {
		escaped[i] = html.EscapeString(text.Printable(each))
	}
	fmt.Fprintf(m.out, format, escaped...)
}

// raw writes text of the page itself, such as its style.
func (m markup) raw(text string) { m.out.WriteString(text) }

// some writes a format with one text, unless the text is empty.
func (m markup) some(format, text string) {
	if text != "" {
		m.write(format, text)
	}
}
