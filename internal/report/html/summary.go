package html

import (
	"fmt"
	"strings"
	"time"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// summary says what was compared, and the answer in one table.
func (p *page) summary(table *rowData) {
	c := p.report.Comparison
	p.links = append(p.links, link{"summary", "Summary"})
	p.write("<section id=\"summary\" class=\"first\">\n<h1>%s</h1>\n<p class=\"lede\">%s</p>\n", title(p.report), lede(p.report))
	if n := len(p.report.Problems); n > 0 {
		p.write("<p class=\"notice\"><a href=\"#problems\">%s</a>: files, or parts of them, that could not be read, or count once.</p>\n", text.Count(n, "problem"))
	}
	if len(c.Findings) > 0 {
		p.raw("<h2 class=\"small\">Findings</h2>\n<ul class=\"notice\">")
		for _, f := range c.Findings {
			p.write("<li>%s.</li>", f.What)
		}
		p.raw("</ul>\n")
	}
	answers := c.Answers()
	if len(answers) > 0 {
		p.titled(answers[0])
		p.raw(reading)
	}
	p.titled(c.Expectations())
	p.titled(p.report.Uncounted())
	if len(table.Rows) == 0 {
		p.raw("<p>No measurement was found in these logs.</p>\n")
	}
	p.raw("</section>\n")
}

// numbers writes the tables of the answer but the first, which is above the pictures.
func (p *page) numbers() {
	answers := p.report.Comparison.Answers()
	if len(answers) < 2 {
		return
	}
	p.section("figures", "Other figures", func() {
		for _, g := range answers[1:min(len(answers), mostAnswers)] {
			p.titled(g)
		}
		if more := len(answers) - mostAnswers; more > 0 {
			p.write("<p class=\"quiet\">%s more: see all values.</p>\n", text.Count(more, "figure"))
		}
	})
}

// lede says in a sentence what the page is about.
func lede(r *report.Report) string {
	sources, values := 0, 0
	for i := range r.Runs {
		sources += len(r.Runs[i].Sources)
	}
	for range r.Observations() {
		values++
	}
	return fmt.Sprintf("%s. Read from %s with %s.", r.Comparison.Title(), text.Count(sources, "log"), text.Count(values, "value"))
}

// reading says how the numbers of the answer are to be read.
const reading = "<p class=\"quiet\">Each run gives one value: the mean of its pods. ± 95 % is half of the 95 % interval of the mean, by Student's t; fewer than three runs have none, nor has what may be several experiments. " +
	"Where the scaling is known, speed-up is over the first place on the axis with the same other facts. Its 95 % interval, by Fieller, comes from those of both means; there is none if one of them holds 0.</p>\n"

// provenance says of each run where its numbers come from. What is the same for all runs is said once.
func (p *page) provenance() {
	r := p.report
	if len(r.Runs) == 0 {
		return
	}
	same, differ := r.SameFacts()
	p.section("provenance", "Provenance", func() {
		if len(same) > 0 {
			p.raw("<p class=\"quiet\">The same for all runs:</p>\n<dl class=\"facts\">")
			for _, name := range same {
				p.write("<div><dt>%s</dt><dd>%s</dd></div>", name, r.Runs[0].Facts[name])
			}
			p.raw("</dl>\n")
		}
		ofAll, ofSome := r.UnknownFacts()
		p.some("<p class=\"quiet\">Unknown: %s.</p>\n", strings.Join(ofAll, ", "))
		p.some("<p class=\"quiet\">Unknown of some runs: %s.</p>\n", strings.Join(ofSome, ", "))
		g := &report.Grid{Title: "Provenance of each run"}
		for _, name := range append([]string{"run", "cell", "began"}, differ...) {
			g.Columns = append(g.Columns, report.GridColumn{Name: name})
		}
		places := r.Places()
		for i, run := range r.Runs {
			row := []string{run.Name, places[i].Cell, clock(run.Start)}
			for _, name := range differ {
				row = append(row, run.Facts[name])
			}
			g.Rows = append(g.Rows, row)
		}
		p.grid(g.Trimmed())
	})
}

// clock writes a time, or "" for none.
func clock(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}
