package html

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// Write writes the page of a report. It compares the runs if nobody has. An error is one of writing.
func Write(to io.Writer, r *report.Report) error {
	if r.Comparison == nil {
		if err := report.Compare(r, report.Options{}); err != nil {
			return err
		}
	}
	table := newRowData(r)
	p := newPage(r, table)
	script, err := pageScript()
	if err != nil {
		return fmt.Errorf("read the page's scripts: %w", err)
	}
	style, library := uPlotStyle+pageStyle, sharp+uPlotScript
	out := bufio.NewWriterSize(to, 1<<16)
	top(markup{out}, title(r), style, policy(style, library, script))
	bar(markup{out}, p.links)
	fmt.Fprintf(out, "<main>\n%s</main>\n<div id=\"live\" class=\"aside\" aria-live=\"polite\"></div>\n", p.text.String())
	if err := writeData(out, p, table); err != nil {
		return fmt.Errorf("write the page's data: %w", err)
	}
	// These texts are the page's own. The policy has their hashes, so each byte counts.
	fmt.Fprintf(out, "<script>%s</script>\n<script>%s</script>\n</body>\n</html>\n", library, script)
	return out.Flush()
}

func top(m markup, title, style, policy string) {
	m.write(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="latchkey report">
<meta name="referrer" content="no-referrer">
<title>%s – Latchkey report</title>
<style>`, policy, title)
	m.raw(style)
	m.raw("</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#summary\">Skip to the summary</a>\n")
}

// bar writes what stays at the top of the screen.
func bar(m markup, links []link) {
	m.raw("<header class=\"bar\">\n<div class=\"inner\">\n<span class=\"brand\">Latchkey report</span>\n<nav aria-label=\"Sections\">\n")
	for _, l := range links {
		m.write("<a href=\"#%s\">%s</a>\n", l.id, l.name)
	}
	m.raw("</nav>\n<button type=\"button\" id=\"theme\" hidden>Theme: automatic</button>\n</div>\n</header>\n")
}

// writeData writes the data, each figure's in an element of its own, so that a browser reads only what it shows.
func writeData(out *bufio.Writer, p *page, table *rowData) error {
	write := func(id string, data any) error {
		encoded, err := json.Marshal(data) // escapes <, > and &
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "<script type=\"application/json\" id=\"data-%s\">%s</script>\n", id, text.JSON(encoded))
		return nil
	}
	if err := write("page", p.data); err != nil {
		return err
	}
	for _, f := range p.figures {
		if err := write(f.ID, f.data); err != nil {
			return err
		}
	}
	return write("rows", table)
}
