package html

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// overTime writes the measurements over time. It returns how many points a line keeps.
func (p *page) overTime() int {
	all := sections(p.report)
	tracks := 0
	for _, s := range all {
		for _, q := range s.quantities {
			tracks += len(q.tracks)
		}
	}
	most := min(max(maxPoints/max(tracks, 1), leastPoints), mostPoints)
	if len(all) > 0 {
		p.section("time", "Over time", func() {
			p.raw("<p>Times are seconds since the first sample of a run. Drag across a picture to zoom in all of them; a double click or Escape shows everything again. With the keyboard: arrows move the crosshair, + and − zoom, Shift with an arrow moves along.</p>\n<p>A picture of more than eight lines has the median of each group of equal runs, until the first of them ends, in an area that holds all their samples. A darker area holds the inner half, where there is one group. Runs that are not compared are in none of these. Choose lines to see them alone.</p>\n")
			for i, s := range all {
				p.over(s, i, most)
			}
		})
	}
	return most
}

// over writes one section. Quantities that never change are listed without a picture.
func (p *page) over(s *section, index, most int) {
	p.write("<section id=\"time-%s\" class=\"over\" data-section=\"%s\">\n<h3>%s</h3>\n<p class=\"quiet\">%s</p>\n", fmt.Sprint(index+1), fmt.Sprint(index), strings.TrimSuffix(s.title+": "+s.command, ": "), s.lede())
	p.raw("<div class=\"tools\" data-tools=\"time\"></div>\n<div class=\"legend\"></div>\n")
	var constant []string
	group := ""
	for _, q := range s.quantities {
		switch sp := spreadOf(q.counted(s.lines, p.groups)); {
		case sp.N == 0:
		case sp.Min == sp.Max:
			constant = append(constant, joined(q.field.Group, q.field.Title)+" = "+report.Amount(sp.Min, q.field.Unit))
		default:
			if q.field.Group != group {
				group = q.field.Group
				p.some("<h4>%s</h4>\n", group)
			}
			p.figure(s.timeFigure(q, sp, most, p.groups))
		}
	}
	p.some("<p class=\"quiet constant\">Constant in all samples: %s.</p>\n", strings.Join(constant, "; "))
	p.some("<p class=\"quiet\">Without pictures, for there are so many: %s. The CSV form of the samples has them.</p>\n", strings.Join(s.left, ", "))
	p.raw("</section>\n")
	p.data.Sections = append(p.data.Sections, s.names(p.report.Runs))
}

// lede says how many lines a section has.
func (s *section) lede() string {
	pods := distinct(s.lines, who.ofPod)
	words := text.Count(pods, "pod")
	if len(s.lines) != pods {
		words += ", " + text.Count(len(s.lines), "line")
	}
	return words + "."
}

// A sectionData names the lines of a section.
type sectionData struct {
	Lines []lineName `json:"lines"`
}

type lineName struct {
	Name  string `json:"n"` // in a legend
	Whole string `json:"w"` // with run, pod and process
}

func (s *section) names(runs []report.Run) (data sectionData) {
	short := shortNames(s.lines, runs)
	for i, w := range s.lines {
		data.Lines = append(data.Lines, lineName{Name: cmp.Or(short[i], strings.TrimSpace(w.name(runs))), Whole: w.name(runs)})
	}
	return data
}

// shortNames returns names of lines for a legend. They have only the parts in which the lines differ.
func shortNames(lines []who, runs []report.Run) []string {
	pods, used := distinct(lines, who.ofPod), distinct(lines, func(w who) int { return w.run })
	podNames := distinct(lines, func(w who) string { return w.pod })
	// Where each pod has one process, its number adds nothing to the name of the pod.
	withProcess := pods < len(lines)
	withPod := pods > used || used == 1 && !withProcess
	names := make([]string, len(lines))
	for i, w := range lines {
		if used > 1 && (pods > podNames || !withPod) {
			names[i] = runs[w.run].Name
		}
		if withPod {
			names[i] = report.Join(names[i], w.pod)
		}
		if withProcess {
			names[i] = report.Join(names[i], w.process)
		}
	}
	return names
}

// distinct returns how many values some lines have.
func distinct[V comparable](lines []who, of func(who) V) int { return len(report.Grouped(lines, of)) }
