package html

import (
	"bufio"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// Write writes the page of a report. An error is one of writing.
func Write(to io.Writer, r *report.Report) error {
	table := newRowData(r)
	p := newPage(r, table)
	script, style, library := pageScript(), uPlotStyle+pageStyle, sharp+uPlotScript
	out := bufio.NewWriterSize(to, 1<<16)
	top(markup{out}, title(r), style, policy(style, library, script))
	bar(markup{out}, p.links)
	fmt.Fprintf(out, "<main>\n%s</main>\n<div id=\"live\" class=\"aside\" aria-live=\"polite\"></div>\n", p.text.String())
	writeData(out, p, table)
	// These strings are the page's own. The policy has their hashes, so each byte counts.
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
func writeData(out *bufio.Writer, p *page, table *rowData) {
	write := func(id string, data any) {
		encoded, _ := json.Marshal(data) // escapes <, > and &; each number is one of JSON or null, see nums
		fmt.Fprintf(out, "<script type=\"application/json\" id=\"data-%s\">%s</script>\n", id, text.JSON(encoded))
	}
	write("page", p.data)
	for _, f := range p.figures {
		write(f.ID, f.data)
	}
	write("rows", table)
}

//go:embed assets/page.css
var pageStyle string

//go:embed assets/*.js
var scripts embed.FS

// uPlot is a charting library. Its folder says where it comes from.
var (
	//go:embed third_party/uplot/uPlot.iife.min.js
	uPlotScript string
	//go:embed third_party/uplot/uPlot.min.css
	uPlotStyle string
	//go:embed third_party/uplot/LICENSE
	uPlotLicense string
	//go:embed third_party/uplot/VERSION
	uPlotVersion string
)

// sharp makes uPlot, which reads the pixel ratio of the screen, draw with at least two pixels to one: lines are sharp in print too.
const sharp = "window.devicePixelRatio = Math.max(2, window.devicePixelRatio);\n"

// pageScript returns the page's own scripts in the order of their names, as one script.
func pageScript() string {
	var all strings.Builder
	all.WriteString("(() => {\n'use strict';\n")
	files, _ := fs.Glob(scripts, "assets/*.js") // the pattern is valid
	for _, file := range files {
		text, _ := scripts.ReadFile(file) // Glob has found the file in the program
		all.Write(text)
	}
	return all.String() + "})();\n"
}

// policy returns a Content-Security-Policy that allows the given scripts and style, pictures that the page itself makes, and
// nothing else: no request, no other script, no style in an attribute, no string that becomes HTML.
func policy(style, library, script string) string {
	return "default-src 'none'; script-src " + digest(library) + " " + digest(script) + "; style-src " + digest(style) + "; img-src blob:" +
		"; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
}

// digest returns a string's hash as a policy writes it.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
