package html

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// A histogram is the tables of ranges of one quantity of one process, of all pods. The pods of a group of runs are added up.
type histogram struct {
	section, name, title, label, process string

	count   float64
	rows    []histogramRow // by their lower ends
	samples []map[string][]float64
}

// A histogramRow is one range, with the number of values in each group.
type histogramRow struct {
	start  float64
	label  string
	counts []float64
}

// histograms collects the histograms of a report. Those with more values come first.
func histograms(r *report.Report, g groups) (all []*histogram) {
	for from, result := range r.Results() {
		section := sectionTitle(from.Metric, result.Kind)
		for _, t := range result.Tables {
			if len(t.Starts) == 0 {
				continue
			}
			i := slices.IndexFunc(all, func(h *histogram) bool { return h.section == section && h.name == t.Name && h.process == t.Process })
			if i < 0 {
				i = len(all)
				all = append(all, &histogram{section: section, name: t.Name, title: t.Title, label: t.Label, process: t.Process, samples: make([]map[string][]float64, len(g.names))})
			}
			all[i].add(t, g.of[from.Run], len(g.names))
			all[i].quantiles(result.Values, g.of[from.Run])
		}
	}
	slices.SortStableFunc(all, func(a, b *histogram) int { return cmp.Compare(b.count, a.count) })
	return all
}

// add counts the values of one pod.
func (h *histogram) add(t report.Table, group, groups int) {
	for i, count := range t.Columns[0].Values {
		at, known := slices.BinarySearchFunc(h.rows, t.Starts[i], func(r histogramRow, start float64) int { return cmp.Compare(r.start, start) })
		if !known {
			h.rows = slices.Insert(h.rows, at, histogramRow{t.Starts[i], t.Labels[i], make([]float64, groups)})
		}
		h.rows[at].counts[group] += count
		h.count += count
	}
}

// quantiles takes the quantiles of one pod: values of the same process, with names such as futex_p99.
func (h *histogram) quantiles(values []report.Value, group int) {
	for _, v := range values {
		if part, found := strings.CutPrefix(v.Name, h.name+"_"); found && v.Process == h.process {
			if h.samples[group] == nil {
				h.samples[group] = map[string][]float64{}
			}
			h.samples[group][part] = append(h.samples[group][part], v.Value)
		}
	}
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
		titles = report.AddNew(titles, h.section+": "+h.title)
	}
	slices.Sort(titles)
	p.section("histograms", "Histograms", func() {
		p.raw("<p>A bar is the share of all values that lie in a range, and the number beside it counts them, of all pods and samples of equal runs. A quantile is the mean over the pods.</p>\n")
		for _, title := range titles {
			p.write("<h3>%s</h3>\n<div class=\"pairs\">", title)
			shown := 0
			for _, h := range all {
				if h.section+": "+h.title != title {
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

// histogram writes one histogram: a row for each range, a column for each group of runs that has values.
func (p *page) histogram(h *histogram) {
	totals := make([]float64, len(p.groups.names))
	for _, row := range h.rows {
		for group, count := range row.counts {
			totals[group] += count
		}
	}
	p.write("<div class=\"scroll histogram\" tabindex=\"0\" role=\"region\" aria-label=\"%s\">\n<table><caption>%s</caption><thead><tr><th scope=\"col\" class=\"number\">%s</th>", "Histogram: "+h.process+" "+h.title, h.process, h.label)
	for group, name := range p.groups.names {
		if totals[group] > 0 {
			p.write("<th scope=\"col\">%s</th>", name)
		}
	}
	p.raw("</tr></thead>\n<tbody>")
	for _, row := range h.rows {
		p.write("<tr><td class=\"number\">%s</td>", strings.Replace(row.label, "-", "–", 1))
		for group, total := range totals {
			if total > 0 {
				share := fmt.Sprintf("%.1f%%", 100*row.counts[group]/total)
				p.write("<td><svg aria-hidden=\"true\"><rect width=\"%s\" height=\"100%%\"/></svg>%s</td>", share, report.Short(row.counts[group]))
			}
		}
		p.raw("</tr>\n")
	}
	p.quantiles(h, totals)
	p.raw("</tbody></table>\n</div>\n")
}

// quantiles writes a row for each quantile.
func (p *page) quantiles(h *histogram, totals []float64) {
	var parts []string
	for _, of := range h.samples {
		for part := range of {
			parts = report.AddNew(parts, part)
		}
	}
	slices.Sort(parts)
	for _, part := range parts {
		p.write("<tr><th scope=\"row\" class=\"number\">%s</th>", part)
		for group, total := range totals {
			if total > 0 {
				p.write("<td>%s</td>", amount(report.Summarize(h.samples[group][part]).Mean, h.label))
			}
		}
		p.raw("</tr>\n")
	}
}
