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
	section string
	report.Table
	count float64
}

// histograms collects the histograms of a report. Those with more values come first.
func histograms(r *report.Report, g groups) (all []*histogram) {
	for from, result := range r.Results() {
		section := sectionTitle(from.Metric, result.Kind)
		for _, t := range result.Tables {
			if len(t.Ranges) == 0 {
				continue
			}
			i := slices.IndexFunc(all, func(h *histogram) bool { return h.section == section && h.Name == t.Name && h.Process == t.Process })
			if i < 0 {
				i = len(all)
				all = append(all, &histogram{section: section, Table: report.Table{
					Name: t.Name, Title: t.Title, Label: t.Label, Process: t.Process, Columns: make([]report.Column, len(g.names)),
				}})
			}
			for row, count := range t.Columns[0].Values {
				all[i].Count(t.Ranges[row], g.of[from.Run], count)
				all[i].count += count
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *histogram) int { return cmp.Compare(b.count, a.count) })
	return all
}

// mostHistograms is the largest number of histograms of a quantity on the page.
const mostHistograms = 6

// histograms writes the section with the histograms.
func (p *page) histograms() {
	all := histograms(p.report, p.groups)
	if len(all) == 0 {
		return
	}
	var titles []string
	for _, h := range all {
		titles = report.AddNew(titles, h.section+": "+h.Title)
	}
	slices.Sort(titles)
	p.section("histograms", "Histograms", func() {
		p.raw("<p>A bar is the share of all values that lie in a range, and the number beside it counts them, of all pods and samples of equal runs. A quantile is of all of them: it lies within its range as if the values lay evenly there.</p>\n")
		for _, title := range titles {
			p.write("<h3>%s</h3>\n<div class=\"pairs\">", title)
			shown := 0
			for _, h := range all {
				if h.section+": "+h.Title != title {
					continue
				}
				if shown++; shown <= mostHistograms {
					p.histogram(h)
				}
			}
			p.raw("</div>\n")
			if shown > mostHistograms {
				p.write("<p class=\"quiet\">%s with fewer values are in the CSV form of the report.</p>\n", text.Count(shown-mostHistograms, "histogram"))
			}
		}
	})
}

// histogram writes one histogram: a row for each range and quantile, a column for each group of runs that has values.
func (p *page) histogram(h *histogram) {
	p.write("<div class=\"scroll histogram\" tabindex=\"0\" role=\"region\" aria-label=\"%s\">\n<table><caption>%s</caption><thead><tr><th scope=\"col\" class=\"number\">%s</th>", "Histogram: "+h.Process+" "+h.Title, h.Process, h.Label)
	var groups []int
	for group, name := range p.groups.names {
		if h.Total(group) > 0 {
			groups = append(groups, group)
			p.write("<th scope=\"col\">%s</th>", name)
		}
	}
	p.raw("</tr></thead>\n<tbody>")
	for i, label := range h.Labels {
		p.write("<tr><td class=\"number\">%s</td>", strings.Replace(label, "-", "–", 1))
		for _, group := range groups {
			count := h.Columns[group].Values[i]
			share := fmt.Sprintf("%.1f%%", 100*count/h.Total(group))
			p.write("<td><svg aria-hidden=\"true\"><rect width=\"%s\" height=\"100%%\"/></svg>%s</td>", share, report.Short(count))
		}
		p.raw("</tr>\n")
	}
	for _, quantile := range report.Quantiles {
		p.write("<tr><th scope=\"row\" class=\"number\">%s</th>", quantile.Name)
		for _, group := range groups {
			p.write("<td>%s</td>", amount(h.Quantile(quantile, group), h.Label))
		}
		p.raw("</tr>\n")
	}
	p.raw("</tbody></table>\n</div>\n")
}
