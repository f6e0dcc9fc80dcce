package html

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// A page is written section by section. What a figure draws, and the link to a section, are kept for the rest of the page.
type page struct {
	markup  // of the sections
	text    bytes.Buffer
	report  *report.Report
	cells   groups
	groups  groups // the same, or one
	links   []link
	figures []figure
	styles  styles
	places  nums // of all runs on the axis, in their order
	data    pageData
}

type link struct{ id, name string }

// A pageData is what all figures share.
type pageData struct {
	Runs     int           `json:"runs"`
	Groups   []string      `json:"groups"` // of runs
	Styles   []int         `json:"styles"` // of the groups
	Sections []sectionData `json:"sections"`
}

func newPage(r *report.Report, table *rowData) *page {
	p := &page{report: r, cells: newGroups(r), styles: styles{}}
	for i := range r.Runs {
		p.places = append(p.places, report.FactNumber(r.Runs[i].Facts, r.Comparison.Over))
	}
	slices.Sort(p.places)
	p.places = slices.Compact(slices.DeleteFunc(p.places, func(at float64) bool { return !report.Known(at) }))
	p.groups = p.cells.few()
	p.markup = markup{&p.text}
	p.data.Runs, p.data.Groups = len(r.Runs), p.groups.names
	p.summary(table)
	p.raw("<noscript><p class=\"notice\">The pictures and the table of all values need JavaScript. This page loads nothing from a network.</p></noscript>\n")
	p.comparison()
	p.numbers()
	p.curves()
	p.data.Styles = p.styles.of(slices.Repeat([]int{noLine}, len(p.groups.names)), p.groups.names)
	p.histograms()
	most := p.overTime()
	p.provenance()
	p.values(table)
	p.problems()
	p.about(most)
	return p
}

// section writes a section with its link in the bar.
func (p *page) section(id, title string, write func()) {
	p.links = append(p.links, link{id, title})
	p.write("<section id=\"%s\">\n<h2>%s</h2>\n", id, title)
	write()
	p.raw("</section>\n")
}

// figure writes the place of a picture, and what it shows in words.
func (p *page) figure(f figure) {
	f.ID = fmt.Sprintf("f%d", len(p.figures)+1)
	p.figures = append(p.figures, f)
	p.write("<figure id=\"%s\" data-name=\"%s\" data-unit=\"%s\" data-summary=\"%s\">\n<figcaption><strong>%s</strong>", f.ID, f.Name(), f.Unit, f.Summary, f.Name())
	p.some("<span class=\"doc\">: %s</span>", f.Doc)
	p.write("<span class=\"words\">%s.</span></figcaption>\n<div class=\"plot main\"></div>\n<div class=\"key\"></div>\n</figure>\n", f.Summary)
}

// comparison writes the pictures of the figures of merit, and the phases.
func (p *page) comparison() {
	c, values := p.report.Comparison, p.report.Within()
	var scaling, cells, within []figure
	for _, f := range c.Figures[:min(len(c.Figures), mostAnswers)] {
		for _, view := range scaleViews(c, f) {
			scaling = append(scaling, p.scaleFigures(f, view)...)
		}
		cells = append(cells, p.boxFigure(f, "run", func(e *report.Entry) []float64 { return e.Values })...)
		within = append(within, p.boxFigure(f, "node, task or repetition in a run", func(e *report.Entry) (all []float64) {
			for _, run := range e.Runs {
				all = append(all, values[run][f.Quantity]...)
			}
			return all
		})...)
	}
	p.pictures("scaling", "Scaling", `<p>Points are runs, lines join their means, n counts the runs of each mean, and bars are 95 % intervals. An open mark has none: it is of fewer than three runs, of what may be several experiments, or of a mean that may be 0. A bar that goes on below the axis ends with an arrow. Lines are faint over a place at which they have no run that counts. Shaded bars are what a study expects. A dotted line is ideal from the first point of its own line, in its colour, or in grey where it is the same for all, where it is known how the problem grows; then both axes are logarithmic, but for ratios over less than a decade.</p>
<div class="tools" data-tools="scaling"></div>
`, scaling)
	p.pictures("cells", "Cells", "", cells)
	p.pictures("within", "Within runs", "", within)
	if phases := p.report.Phases(); len(phases.Rows) > 0 {
		p.section("phases", "Phases", func() {
			p.write("<p>%s.</p>\n", phases.Title)
			p.grid(phases)
		})
	}
}

// pictures writes a section of figures, unless there is none.
func (p *page) pictures(id, title, top string, figures []figure) {
	if len(figures) == 0 {
		return
	}
	p.section(id, title, func() {
		p.raw(top)
		for _, f := range figures {
			p.figure(f)
		}
	})
}

func (p *page) values(table *rowData) {
	if len(table.Rows) == 0 {
		return
	}
	p.section("values", "All values", func() {
		p.raw("<p>A row is one value, or all samples of one quantity of one process.")
		if table.Left > 0 {
			p.write(" The first %s rows of %s are here; the CSV form of the report has all.", fmt.Sprint(len(table.Rows)), fmt.Sprint(len(table.Rows)+table.Left))
		}
		p.raw("</p>\n<div id=\"rows\"></div>\n")
	})
}

func (p *page) problems() {
	all := report.Abridged(p.report.Problems)
	if len(all) == 0 {
		return
	}
	g := &report.Grid{Title: "Problems", Columns: []report.GridColumn{{Name: "Where"}, {Name: "What"}}}
	for _, problem := range all[:min(len(all), mostProblems)] {
		g.Rows = append(g.Rows, []string{problem.Where(), problem.What})
	}
	p.section("problems", "Problems", func() {
		p.raw("<p>What could not be read, or counts once. Everything else is in the report.</p>\n")
		p.grid(g)
		if more := len(all) - len(g.Rows); more > 0 {
			p.write("<p class=\"quiet\">And %s more.</p>\n", fmt.Sprint(more))
		}
	})
}

// about says how the page is made. Lines over time have at most about most points.
func (p *page) about(most int) {
	p.section("about", "About", func() {
		p.write(`<p>Made by Latchkey %s with <code>%s</code>. The page is one file: it makes no request to any network and stores nothing but the choice of theme.</p>
<p>Lines over time are thinned to about %s points each: a line with more samples is cut into parts of equal length, and the lowest and the highest sample of each part are drawn. So no extreme is lost. Zooming in shows these points, and <code>-o csv</code> has all samples. A line is interrupted where samples lie more than five times as far apart as usual. Shaded areas, medians and the table are made from all samples.</p>
<details><summary>Licence of the charting library: uPlot %s, MIT</summary><pre tabindex="0" aria-label="Licence of uPlot">`, p.report.Version, cmp.Or(p.report.Command, "latchkey report -o html"), fmt.Sprint(most), strings.TrimSpace(uPlotVersion))
		p.raw(uPlotLicense + "</pre></details>\n")
	})
}

// title names the study, or else the programs that ran, or else the set.
func title(r *report.Report) string {
	var studies, programs, sets []string
	for _, run := range r.Runs {
		studies, sets = report.AddNew(studies, run.Facts[report.FactStudy]), report.AddNew(sets, run.Set)
	}
	for _, f := range r.Comparison.Figures {
		if !f.Sampled && f.Kind != report.Duration {
			programs = report.AddNew(programs, f.Kind.Title)
		}
	}
	for _, names := range [][]string{studies, programs, sets} {
		if len(names) > 0 && len(names) <= 3 {
			return strings.Join(names, ", ")
		}
	}
	return text.Count(len(r.Runs), "run")
}

// Groups of runs have a colour each in pictures of many lines.
type groups struct {
	names []string
	of    []int // group of each run, or noGroup for one that is not compared
}

const noGroup = -1

func newGroups(r *report.Report) groups {
	g := groups{of: slices.Repeat([]int{noGroup}, len(r.Runs))}
	for i, cell := range r.Comparison.Cells {
		g.names = append(g.names, cell.Name)
		for _, run := range cell.Runs {
			g.of[run] = i
		}
	}
	return g
}

// few returns the groups, or one if they are too many, or of all runs if none is compared.
func (g groups) few() groups {
	if len(g.names) > 0 && len(g.names) <= maxColors {
		return g
	}
	one := groups{[]string{"all runs"}, make([]int, len(g.of))}
	for i := range one.of {
		if len(g.names) > 0 {
			one.of[i] = min(g.of[i], 0)
		}
	}
	return one
}
