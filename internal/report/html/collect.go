package html

import (
	"cmp"
	"math"
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// A who is what a line of a picture is about: a process in a pod of a run.
type who struct {
	run     int // index in Report.Runs
	pod     string
	process string
}

// podOf returns the name of the pod of a log, or else of its file.
func podOf(log *report.Source) string { return cmp.Or(log.Pod, log.File) }

// A track is one measured quantity of one line.
type track struct {
	line          int // index in section.lines
	times, values []float64
	zero          float64 // the time at which the picture begins
}

// A quantity is one field in all lines of a section.
type quantity struct {
	field  *report.Field
	tracks []track
}

// A section is all series of one kind of record in one metric.
type section struct {
	title      string
	kind       *report.Kind
	lines      []who
	quantities []*quantity
	lineOf     map[who]int
}

// sections collects the series of a report, in the order in which metrics and kinds appear.
func sections(r *report.Report) []*section {
	var all []*section
	zeros := firstTimes(r)
	for from, result := range r.Results() {
		if len(result.Series) == 0 {
			continue
		}
		title := sectionTitle(from.Metric, result.Kind)
		i := slices.IndexFunc(all, func(s *section) bool { return s.title == title })
		if i < 0 {
			i = len(all)
			all = append(all, &section{title: title, kind: result.Kind, lineOf: map[who]int{}})
		}
		for _, series := range result.Series {
			all[i].add(who{from.Run, podOf(from.Source), series.Process.String()}, series, zeros[from.Run])
		}
	}
	for _, s := range all {
		s.sort()
	}
	return all
}

// sectionTitle names a section: "perf-sysstat: processes (pidstat)".
func sectionTitle(metric string, kind *report.Kind) string {
	title := kind.Title
	if metric == "" || metric == kind.Name {
		return title
	}
	return metric + ": " + title
}

// firstTimes returns the time of the first absolute sample of each run, in seconds since 1970.
func firstTimes(r *report.Report) []float64 {
	first := slices.Repeat([]float64{math.Inf(1)}, len(r.Runs))
	for from, result := range r.Results() {
		for _, series := range result.Series {
			if series.Absolute && len(series.Times) > 0 {
				first[from.Run] = min(first[from.Run], series.Times[0])
			}
		}
	}
	return first
}

// add takes the series of one line.
func (s *section) add(about who, series report.Series, zero float64) {
	line, known := s.lineOf[about]
	if !known {
		line = len(s.lines)
		s.lineOf[about] = line
		s.lines = append(s.lines, about)
	}
	if !series.Absolute {
		zero = 0
	}
	for _, c := range series.Columns {
		if c.Names {
			continue
		}
		at := slices.IndexFunc(s.quantities, func(q *quantity) bool { return q.field.Name == c.Name && q.field.Unit == c.Unit })
		if at < 0 {
			at = len(s.quantities)
			s.quantities = append(s.quantities, &quantity{field: c.Field})
		}
		s.quantities[at].tracks = append(s.quantities[at].tracks, track{line, series.Times, c.Values, zero})
	}
}

// sort brings the quantities into the order of the kind's fields. Others follow as they were found.
func (s *section) sort() {
	slices.SortStableFunc(s.quantities, func(a, b *quantity) int { return s.kind.Index(a.field.Name) - s.kind.Index(b.field.Name) })
}
