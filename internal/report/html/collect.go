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
	lines      []who
	quantities []*quantity
}

// sections collects the series of a report, in the order in which metrics and kinds appear.
func sections(r *report.Report) (all []*section) {
	var records []report.Record
	zeros := slices.Repeat([]float64{math.Inf(1)}, len(r.Runs)) // the first absolute sample of each run, in seconds since 1970
	for of := range r.Records() {
		for _, series := range of.Result.Series {
			if series.Absolute && len(series.Times) > 0 {
				zeros[of.Run] = min(zeros[of.Run], series.Times[0])
			}
		}
		if len(of.Result.Series) > 0 {
			records = append(records, of)
		}
	}
	for _, same := range report.Grouped(records, sectionTitle) {
		all = append(all, newSection(same, zeros))
	}
	return all
}

// sectionTitle names the section of a record: "perf-sysstat: processes (pidstat)".
func sectionTitle(of report.Record) string {
	title := of.Result.Kind.Title
	if metric := of.Source.Metric; metric != "" && metric != of.Result.Kind.Name {
		title = metric + ": " + title
	}
	return title
}

// newSection returns the section of some records. Its quantities are in the order of the kind's fields. Others follow as they were found.
func newSection(records []report.Record, zeros []float64) *section {
	s := &section{title: sectionTitle(records[0])}
	lineOf, kind := map[who]int{}, records[0].Result.Kind
	for _, of := range records {
		for _, series := range of.Result.Series {
			about, zero := who{of.Run, podOf(of.Source), series.Process.String()}, zeros[of.Run]
			line, known := lineOf[about]
			if !known {
				line = len(s.lines)
				lineOf[about], s.lines = line, append(s.lines, about)
			}
			if !series.Absolute {
				zero = 0
			}
			for _, c := range series.Columns {
				if !c.Names {
					q := s.quantity(c.Field)
					q.tracks = append(q.tracks, track{line, series.Times, c.Values, zero})
				}
			}
		}
	}
	slices.SortStableFunc(s.quantities, func(a, b *quantity) int { return kind.Index(a.field.Name) - kind.Index(b.field.Name) })
	return s
}

// quantity returns the quantity of a field, which may be new.
func (s *section) quantity(field *report.Field) *quantity {
	at := slices.IndexFunc(s.quantities, func(q *quantity) bool { return q.field.Name == field.Name && q.field.Unit == field.Unit })
	if at < 0 {
		at = len(s.quantities)
		s.quantities = append(s.quantities, &quantity{field: field})
	}
	return s.quantities[at]
}
