package html

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// A page is what [page.top] writes, and the data of its pictures.
type page struct {
	Title, Lede string
	Answers     *grid
	MoreAnswers int
	Reading     string // of the answers
	Findings    []string
	Expected    *grid
	Left        *grid
	Scaling     []figure
	Boxes       []figure
	Phases      *figure
	Curves      []curveSection
	Overs       []overSection
	Same        []pair // facts that all runs have
	Provenance  *grid
	RowsLede    string
	Problems    []problem
	MoreLost    int
	Thinning    string
	Empty       bool // nothing was measured

	Policy, Style, Library, Script string
	License, LibraryVersion        string
	data                           pageData
	figures                        []figure
}

// A pair is a fact about the report.
type pair struct{ Name, Value string }

// A grid is a small table of texts.
type grid struct {
	Title   string
	Label   string // of the region, different from others; "" in the summary
	Note    string
	Columns []column
	Rows    [][]string // a row of one text is a heading of those below it
}

// A column of a grid.
type column struct {
	Name   string
	Number bool
}

// dropEmpty takes away columns without any text.
func (g *grid) dropEmpty() {
	for c := len(g.Columns) - 1; c >= 0; c-- {
		if slices.ContainsFunc(g.Rows, func(row []string) bool { return len(row) > 1 && row[c] != "" }) {
			continue
		}
		g.Columns = slices.Delete(g.Columns, c, c+1)
		for i := range g.Rows {
			if len(g.Rows[i]) > 1 {
				g.Rows[i] = slices.Delete(g.Rows[i], c, c+1)
			}
		}
	}
}

// A curveSection is the curves of one kind of record.
type curveSection struct {
	ID, Title, Form string
	Figures         []figure
}

// An overSection is the measurements over time of one kind of record.
type overSection struct {
	ID, Title, Form, Lede string
	Index                 int // in the data's sections
	Groups                []figureGroup
	Constant              []pair
}

// A figureGroup is the figures of one group of fields.
type figureGroup struct {
	Title   string
	Figures []figure
}

// A problem is a part of a file that could not be read.
type problem struct{ Where, What string }

// A pageData is what all figures share.
type pageData struct {
	Runs     int           `json:"runs"`
	Groups   []string      `json:"groups"` // of runs; each has a colour
	Sections []sectionData `json:"sections"`
}

// A sectionData names the lines of a section.
type sectionData struct {
	Lines []lineName `json:"lines"`
	First []int      `json:"first"` // lines that are shown at first
}

// A lineName is one line.
type lineName struct {
	Name  string `json:"n"` // in a legend
	Whole string `json:"w"` // with run, pod and process
}

// maxProblems is the largest number of problems that the page lists.
const maxProblems = 200

// newPage makes the page of a report.
func newPage(r *report.Report) *page {
	p := &page{LibraryVersion: strings.TrimSpace(uPlotVersion), License: uPlotLicense}
	p.data.Runs, p.data.Groups = len(r.Runs), newGroups(r).names
	p.Title, p.Lede = title(r), lede(r)
	p.Answers, p.Reading = answers(r.Comparison), reading(r.Comparison)
	p.MoreAnswers = max(0, len(r.Comparison.Figures)-mostAnswers)
	for _, f := range r.Comparison.Findings {
		p.Findings = append(p.Findings, f.Text()+".")
	}
	p.Expected, p.Left = expectedGrid(r.Comparison), leftGrid(r)
	p.comparison(r)
	p.curves(r)
	p.overTime(r)
	if len(r.Runs) > 0 {
		p.Same, p.Provenance = provenance(r)
	}
	for i, problem := range r.Problems {
		if i == maxProblems {
			p.MoreLost = len(r.Problems) - i
			break
		}
		p.Problems = append(p.Problems, newProblem(problem))
	}
	return p
}

// comparison makes the pictures of the figures of merit and of the phases.
func (p *page) comparison(r *report.Report) {
	keep := func(to *[]figure, f *figure) {
		if f != nil {
			p.figures = append(p.figures, *f)
			*to = append(*to, *f)
		}
	}
	for _, f := range r.Comparison.Figures[:min(len(r.Comparison.Figures), mostAnswers)] {
		keep(&p.Scaling, scaleFigure(p.nextID(), r.Comparison, f))
		keep(&p.Boxes, boxFigure(p.nextID(), r.Comparison, f))
	}
	if f := phaseFigure(p.nextID(), r); f != nil {
		p.figures = append(p.figures, *f)
		p.Phases = f
	}
}

// newProblem words a problem.
func newProblem(p report.Problem) problem {
	where := p.File
	switch {
	case p.Line > 0 && p.Last > p.Line:
		where += fmt.Sprintf(", lines %d–%d", p.Line, p.Last)
	case p.Line > 0:
		where += fmt.Sprintf(", line %d", p.Line)
	}
	return problem{where, p.What}
}

// title names the study, or else the programs that ran, or else the set.
func title(r *report.Report) string {
	var studies, programs, sets []string
	add := func(all *[]string, name string) {
		if name != "" && !slices.Contains(*all, name) {
			*all = append(*all, name)
		}
	}
	for _, run := range r.Runs {
		add(&studies, run.Facts[report.FactStudy])
		add(&sets, run.Set)
	}
	for _, f := range r.Comparison.Figures {
		if !f.Sampled {
			add(&programs, f.Kind.Title)
		}
	}
	for _, names := range [][]string{studies, programs, sets} {
		if len(names) > 0 && len(names) <= 3 {
			return strings.Join(names, ", ")
		}
	}
	return counted(len(r.Runs), "run")
}

// lede says in a sentence what the page is about.
func lede(r *report.Report) string {
	sources, values := 0, 0
	for i := range r.Runs {
		sources += len(r.Runs[i].Sources)
		for _, result := range results(&r.Runs[i]) {
			values += len(result.Values)
			for _, series := range result.Series {
				values += len(series.Times) * len(series.Fields)
			}
			for _, curve := range result.Curves {
				values += len(curve.Xs)
			}
		}
	}
	return fmt.Sprintf("%s. Read from %s with %s.", r.Comparison.Title(), counted(sources, "log"), counted(values, "value"))
}

// clock writes a time, or "" for none.
func clock(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}
