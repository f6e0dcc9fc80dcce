package html

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/latchkey-dev/latchkey/report"
)

// A page is what [page.top] writes, and the data of its pictures.
type page struct {
	Title, Lede string
	Facts       []pair
	Runs        *grid
	Headlines   []grid
	Scaling     []figure
	Same        []string // measures that are equal at all sizes
	Curves      []curveSection
	Overs       []overSection
	Tables      []grid
	TablesLeft  string
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
	Rows    [][]string
}

// A column of a grid.
type column struct {
	Name   string
	Number bool
}

// dropEmpty takes away columns without any text.
func (g *grid) dropEmpty() {
	for c := len(g.Columns) - 1; c >= 0; c-- {
		if slices.ContainsFunc(g.Rows, func(row []string) bool { return row[c] != "" }) {
			continue
		}
		g.Columns = slices.Delete(g.Columns, c, c+1)
		for i := range g.Rows {
			g.Rows[i] = slices.Delete(g.Rows[i], c, c+1)
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
	p := &page{Title: title(r), LibraryVersion: strings.TrimSpace(uPlotVersion), License: uPlotLicense}
	p.data.Runs, p.data.Groups = len(r.Runs), newGroups(r).names
	p.scaling(r.Comparison)
	p.curves(r)
	p.overTime(r)
	p.Lede, p.Facts = lede(r), facts(r)
	p.Runs = runsGrid(r)
	p.Headlines = append(p.Headlines, headlines(r)...)
	p.tables(r)
	for i, problem := range r.Problems {
		if i == maxProblems {
			p.MoreLost = len(r.Problems) - i
			break
		}
		p.Problems = append(p.Problems, newProblem(problem))
	}
	return p
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

// title names the sets that ran.
func title(r *report.Report) string {
	var names []string
	seen := map[string]bool{}
	for _, run := range r.Runs {
		name := run.Study
		if name == "" {
			name = run.Set
		}
		if name == "" {
			name = run.Name
		}
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	const most = 3
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}

// amounts counts what was read.
func amounts(r *report.Report) (pods, sources, samples int) {
	for i := range r.Runs {
		seen := map[string]bool{}
		sources += len(r.Runs[i].Sources)
		for source, result := range results(&r.Runs[i]) {
			if source.Pod != "" {
				seen[source.Pod] = true
			}
			for _, series := range result.Series {
				samples += len(series.Times) * len(series.Fields)
			}
			for _, curve := range result.Curves {
				samples += len(curve.Xs)
			}
			samples += len(result.Values)
		}
		pods += max(len(seen), r.Runs[i].Size)
	}
	return pods, sources, samples
}

// lede says in a sentence what the page is about.
func lede(r *report.Report) string {
	pods, sources, samples := amounts(r)
	var metrics []string
	seen := map[string]bool{}
	for i := range r.Runs {
		for source := range results(&r.Runs[i]) {
			if source.Metric != "" && !seen[source.Metric] {
				seen[source.Metric] = true
				metrics = append(metrics, source.Metric)
			}
		}
	}
	text := plural(samples, "value")
	if pods > 0 {
		text += " in " + plural(pods, "pod")
	}
	text += fmt.Sprintf(", read from %s of %s", plural(sources, "log"), plural(len(r.Runs), "run"))
	if len(metrics) > 0 {
		text += ": " + strings.Join(metrics, ", ")
	}
	return text + "."
}

// facts lists what is known about a single run.
func facts(r *report.Report) []pair {
	if len(r.Runs) != 1 {
		return nil
	}
	run := r.Runs[0]
	var all []pair
	add := func(name, value string) {
		if value != "" {
			all = append(all, pair{name, value})
		}
	}
	add("Kind", run.Kind)
	if run.Size > 0 {
		add("Pods", grouped(run.Size))
	}
	for _, name := range []string{"tasks", "image", "command"} {
		add(strings.ToUpper(name[:1])+name[1:], run.Facts[name])
	}
	add("Began", clock(run.Start))
	if !run.Start.IsZero() && run.End.After(run.Start) {
		add("Took", run.End.Sub(run.Start).Round(time.Second).String())
	}
	return all
}

// clock writes a time, or "" for none.
func clock(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}
