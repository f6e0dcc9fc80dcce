package html

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// A histogram is the histograms of one quantity of one process, of all pods. A column has the pods of a group of runs.
type histogram struct {
	title string // with the section
	run   int    // of a histogram of one pod
	runs  int    // that it is of
	count float64
	report.Table
}

func (g groups) merged(all []histogram) histogram {
	sum := histogram{title: all[0].title, Table: report.Table{
		Title: all[0].Title, Label: all[0].Label, Process: all[0].Process, Rank: all[0].Rank, Columns: make([]report.Column, len(g.names)),
	}}
	sum.runs = len(report.Grouped(all, func(h histogram) int { return h.run }))
	for _, one := range all {
		for row, count := range one.Columns[0].Values {
			sum.Count(one.Ranges[row], g.of[one.run], count)
			sum.count += count
		}
	}
	return sum
}

// histograms writes the section with the histograms. Those of the application come first, then those with more values.
func (p *page) histograms() {
	var pods, all []histogram
	for of := range p.report.Records() {
		for _, t := range of.Result.Tables {
			if len(t.Ranges) > 0 && p.groups.of[of.Run] != noGroup {
				pods = append(pods, histogram{title: sectionTitle(of) + ": " + t.Title, run: of.Run, Table: t})
			}
		}
	}
	if len(pods) == 0 {
		return
	}
	type key struct{ title, process string }
	for _, same := range report.Grouped(pods, func(h histogram) key { return key{h.title, h.Process} }) {
		all = append(all, p.groups.merged(same))
	}
	slices.SortStableFunc(all, func(a, b histogram) int {
		return cmp.Or(cmp.Compare(a.title, b.title), a.Rank-b.Rank, cmp.Compare(b.count, a.count))
	})
	p.section("histograms", "Histograms", func() {
		p.raw("<p>A bar is the share of all values that lie in a range, and the number beside it counts them, of all pods and samples of equal runs. A range in which no run has values has no row. A quantile (p50, p90, p99) is of all of them: it lies within its range as if the values lay evenly there, and p99 needs 100 values.</p>\n")
		for _, of := range report.Grouped(all, func(h histogram) string { return h.title }) {
			p.write("<h3>%s</h3>\n<div class=\"pairs\">", of[0].title)
			for _, h := range of[:min(len(of), mostHistograms)] {
				p.figure(p.histogramFigure(h))
			}
			p.raw("</div>\n")
			if more := len(of) - mostHistograms; more > 0 {
				p.write("<p class=\"quiet\">%s of other commands or with fewer values are in the CSV form of the report.</p>\n", text.Count(more, "histogram"))
			}
		}
	})
}

// A histogramData is a picture of a histogram of each group of runs that has values.
type histogramData struct {
	Type   string   `json:"type"`
	Label  string   `json:"label"` // of the ranges
	Ranges []string `json:"ranges"`
	Groups []string `json:"groups"`
	Counts []nums   `json:"counts"` // of each group, in the order of the ranges
}

// histogramFigure makes the picture of a histogram. The quantiles are in its caption.
func (p *page) histogramFigure(h histogram) figure {
	data := histogramData{Type: "histogram", Label: h.Label, Ranges: h.Labels}
	words := []string{fmt.Sprintf("%s of %s", text.Count(int(h.count), "value"), text.Count(h.runs, "run"))}
	for group, name := range p.groups.names {
		if h.Total(group) == 0 {
			continue
		}
		data.Groups, data.Counts = append(data.Groups, name), append(data.Counts, nums(h.Columns[group].Values))
		var quantiles []string
		for _, quantile := range report.Quantiles {
			quantiles = append(quantiles, quantile.Name+" "+report.Amount(h.Quantile(quantile, group), h.Label))
		}
		words = append(words, report.Join(strings.TrimSpace(name), strings.Join(quantiles, ", ")))
	}
	return figure{Title: report.Join(h.Process, h.Title), Summary: strings.Join(words, "; "), data: data}
}
