package html

import (
	"strconv"
	"strings"
)

// top writes the page up to its data.
func (p *page) top(m markup) {
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
<style>`, p.Policy, p.Title)
	m.raw(p.Style)
	m.raw("</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#summary\">Skip to the summary</a>\n")
	p.bar(m)
	m.raw("<main>\n")
	p.summary(m)
	m.raw("<noscript><p class=\"notice\">The pictures and the table of all values need JavaScript. This page loads nothing from a network.</p></noscript>\n")
	p.figuresSection(m, "scaling", "Scaling", p.Scaling, `Points are runs, and lines join their means; bars are 95 % intervals. Shaded bars are what a study expects. A dashed line is ideal from the first point of its own line, where it is known how the problem grows; then both axes are logarithmic.`)
	p.figuresSection(m, "cells", "Cells", p.Boxes, "")
	if p.Phases != nil {
		p.figuresSection(m, "phases", "Phases", []figure{*p.Phases}, "")
	}
	p.curvesSection(m)
	p.overSections(m)
	p.provenanceSection(m)
	p.valuesSection(m)
	p.problemsSection(m)
	p.about(m)
	m.raw("</main>\n<div id=\"live\" class=\"aside\" aria-live=\"polite\"></div>\n")
}

// bar writes what stays at the top of the screen.
func (p *page) bar(m markup) {
	m.raw(`<header class="bar">
<div class="inner">
<span class="brand">Latchkey report</span>
<nav aria-label="Sections">
`)
	for _, link := range []struct {
		id, name string
		shown    bool
	}{
		{"summary", "Summary", true},
		{"scaling", "Scaling", len(p.Scaling) > 0},
		{"cells", "Cells", len(p.Boxes) > 0},
		{"phases", "Phases", p.Phases != nil},
		{"curves", "Curves", len(p.Curves) > 0},
		{"time", "Over time", len(p.Overs) > 0},
		{"provenance", "Provenance", p.Provenance != nil},
		{"values", "All values", !p.Empty},
		{"problems", "Problems", len(p.Problems) > 0},
		{"about", "About", true},
	} {
		if link.shown {
			m.write("<a href=\"#%s\">%s</a>\n", link.id, link.name)
		}
	}
	m.raw("</nav>\n<button type=\"button\" id=\"theme\" hidden>Theme: automatic</button>\n</div>\n</header>\n")
}

func (p *page) summary(m markup) {
	m.write("<section id=\"summary\" class=\"first\">\n<h1>%s</h1>\n<p class=\"lede\">%s</p>\n", p.Title, p.Lede)
	if n := len(p.Problems) + p.MoreLost; n > 0 {
		m.write("<p class=\"notice\"><a href=\"#problems\">Not everything could be read</a>: %s.</p>\n", counted(n, "problem"))
	}
	if len(p.Answers.Rows) > 0 {
		p.Answers.write(m)
	}
	if p.MoreAnswers > 0 {
		m.write("<p class=\"quiet\">%s more: see all values.</p>\n", counted(p.MoreAnswers, "figure"))
	}
	if len(p.Answers.Rows) > 0 {
		m.some("<p class=\"quiet\">%s</p>\n", p.Reading)
	}
	if len(p.Findings) > 0 {
		m.raw("<h2 class=\"small\">Findings</h2>\n<ul>")
		for _, finding := range p.Findings {
			m.write("<li>%s</li>", finding)
		}
		m.raw("</ul>\n")
	}
	if p.Expected != nil {
		p.Expected.write(m)
	}
	if p.Left != nil {
		p.Left.write(m)
	}
	if p.Empty {
		m.raw("<p>No measurement was found in these logs.</p>\n")
	}
	m.raw("</section>\n")
}

// figuresSection writes a section of figures, unless it has none.
func (p *page) figuresSection(m markup, id, title string, figures []figure, lede string) {
	if len(figures) == 0 {
		return
	}
	m.write("<section id=\"%s\">\n<h2>%s</h2>\n", id, title)
	m.some("<p>%s</p>\n", lede)
	if id == "scaling" {
		m.raw("<div class=\"tools\" data-tools=\"scaling\"></div>\n")
	}
	for _, f := range figures {
		f.write(m)
	}
	m.raw("</section>\n")
}

// provenanceSection says where the numbers come from.
func (p *page) provenanceSection(m markup) {
	if p.Provenance == nil {
		return
	}
	m.raw("<section id=\"provenance\">\n<h2>Provenance</h2>\n")
	if len(p.Same) > 0 {
		m.raw("<p class=\"quiet\">The same for all runs:</p>\n<dl class=\"facts\">")
		for _, fact := range p.Same {
			m.write("<div><dt>%s</dt><dd>%s</dd></div>", fact.Name, fact.Value)
		}
		m.raw("</dl>\n")
	}
	if len(p.Provenance.Rows) > 0 {
		p.Provenance.write(m)
	}
	m.raw("</section>\n")
}

func (p *page) curvesSection(m markup) {
	if len(p.Curves) == 0 {
		return
	}
	m.raw("<section id=\"curves\">\n<h2>Curves</h2>\n")
	for _, section := range p.Curves {
		m.write("<section id=\"%s\">\n<h3>%s</h3>\n<div class=\"tools\" data-tools=\"curves\"></div>\n<div class=\"pairs\">", section.ID, section.Title)
		for _, f := range section.Figures {
			f.write(m)
		}
		m.raw("</div>\n</section>\n")
	}
	m.raw("</section>\n")
}

func (p *page) overSections(m markup) {
	if len(p.Overs) == 0 {
		return
	}
	m.raw(`<section id="time">
<h2>Over time</h2>
<p>Times are seconds since the first sample of a run. Drag across a picture to zoom in all of them; a double click or Escape shows everything again. With the keyboard: arrows move the crosshair, + and − zoom, Shift with an arrow moves along.</p>
`)
	for _, section := range p.Overs {
		index := strconv.Itoa(section.Index)
		m.write("<section id=\"%s\" class=\"over\" data-section=\"%s\">\n<h3>%s</h3>\n<p class=\"quiet\">%s</p>\n", section.ID, index, section.Title, section.Lede)
		m.raw("<div class=\"tools\" data-tools=\"time\"></div>\n<div class=\"legend\"></div>\n")
		for _, group := range section.Groups {
			m.some("<h4>%s</h4>\n", group.Title)
			for _, f := range group.Figures {
				f.write(m)
			}
		}
		var constant []string
		for _, c := range section.Constant {
			constant = append(constant, c.Name+" = "+c.Value)
		}
		m.some("<p class=\"quiet constant\">Constant in all samples: %s.</p>\n", strings.Join(constant, "; "))
		m.raw("</section>\n")
	}
	m.raw("</section>\n")
}

func (p *page) valuesSection(m markup) {
	if !p.Empty {
		m.write("<section id=\"values\">\n<h2>All values</h2>\n<p>%s</p>\n<div id=\"rows\"></div>\n</section>\n", p.RowsLede)
	}
}

func (p *page) problemsSection(m markup) {
	if len(p.Problems) == 0 {
		return
	}
	m.raw(`<section id="problems">
<h2>Problems</h2>
<p>These parts of the logs could not be read. Everything else is in the report.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Problems">
<table><thead><tr><th scope="col">Where</th><th scope="col">What was lost</th></tr></thead>
<tbody>`)
	for _, lost := range p.Problems {
		m.write("<tr><td class=\"where\">%s</td><td>%s</td></tr>", lost.Where, lost.What)
	}
	m.raw("</tbody></table>\n</div>\n")
	if p.MoreLost > 0 {
		m.write("<p class=\"quiet\">And %s more.</p>\n", grouped(p.MoreLost))
	}
	m.raw("</section>\n")
}

func (p *page) about(m markup) {
	m.write(`<section id="about">
<h2>About this page</h2>
<p>Made by <code>latchkey report -o html</code>. The page is one file: it makes no request to any network and stores nothing but the choice of theme.</p>
<p>Lines over time are thinned to about %s points each: a line with more samples is cut into parts of equal length, and the lowest and the highest sample of each part are drawn. So no extreme is lost. Zooming in shows these points, and <code>-o csv</code> has all samples. A line is interrupted where samples lie more than five times as far apart as usual. Shaded areas, medians and the table are made from all samples.</p>
<details><summary>Licence of the charting library: uPlot %s, MIT</summary><pre tabindex="0" aria-label="Licence of uPlot">%s</pre></details>
</section>
`, p.Thinning, p.LibraryVersion, p.License)
}

// write writes a small table. In the summary it has no label.
func (g grid) write(m markup) {
	if len(g.Columns) == 0 {
		return
	}
	label := g.Label
	m.raw("<div class=\"grid\">\n")
	if label == "" {
		label = g.Title
		m.write("<h2 class=\"small\">%s</h2>", g.Title)
	} else {
		m.write("<h3>%s</h3>", g.Title)
	}
	m.write("\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s\">\n<table><thead><tr>", label)
	class := make([]string, len(g.Columns))
	for i, c := range g.Columns {
		if c.Number {
			class[i] = "number"
		}
		m.write("<th scope=\"col\" class=\"%s\">%s</th>", class[i], c.Name)
	}
	m.raw("</tr></thead>\n<tbody>")
	for _, row := range g.Rows {
		if len(row) == 1 && len(g.Columns) > 1 {
			m.write("<tr><th class=\"heading\" colspan=\"%s\" scope=\"rowgroup\">%s</th></tr>\n", strconv.Itoa(len(g.Columns)), row[0])
			continue
		}
		m.raw("<tr>")
		for i, text := range row {
			m.write("<td class=\"%s\">%s</td>", class[i], text)
		}
		m.raw("</tr>\n")
	}
	m.raw("</tbody></table>\n</div>\n")
	m.some("<p class=\"quiet\">%s</p>\n", g.Note)
	m.raw("</div>\n")
}

// write writes the place of a picture, and what it shows in words.
func (f figure) write(m markup) {
	m.write("<figure id=\"%s\" data-name=\"%s\" data-summary=\"%s\">\n<figcaption><strong>%s</strong>", f.ID, f.Name(), f.Summary, f.Name())
	m.some("<span class=\"doc\">: %s</span>", f.Doc)
	m.write("<span class=\"words\">%s.</span></figcaption>\n<div class=\"plot main\"></div>\n<div class=\"key\"></div>\n</figure>\n", f.Summary)
}
