package html

import (
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// A who is what a line of a picture is about: a process in a pod of a run.
type who struct {
	run     int // index in Report.Runs
	pod     string
	index   int // completion index of the pod, or -1
	process string
}

// A track is one measured quantity of one line.
type track struct {
	line          int // index in section.lines
	times, values []float64
	zero          float64 // the time at which the picture begins
}

// A quantity is one field in all lines of a section.
type quantity struct {
	field  report.Field
	tracks []track
}

// A section is all series of one kind of record in one metric.
type section struct {
	metric     string
	kind       *report.Kind
	lines      []who
	quantities []*quantity
	lineOf     map[who]int
	quantityOf map[string]*quantity
}

// sections collects the series of a report, in the order in which metrics and kinds appear.
func sections(r *report.Report) []*section {
	var all []*section
	of := map[[2]string]*section{}
	for run := range r.Runs {
		zero := firstTime(&r.Runs[run])
		for source, result := range results(&r.Runs[run]) {
			if len(result.Series) == 0 {
				continue
			}
			key := [2]string{source.Metric, result.Kind.Name}
			if of[key] == nil {
				of[key] = &section{
					metric: source.Metric, kind: result.Kind,
					lineOf: map[who]int{}, quantityOf: map[string]*quantity{},
				}
				all = append(all, of[key])
			}
			for _, series := range result.Series {
				of[key].add(who{run, podName(source), source.Index, series.Process.String()}, series, zero)
			}
		}
	}
	for _, s := range all {
		s.sort()
	}
	return all
}

// podName returns the name of the source's pod, or else the file's.
func podName(source *report.Source) string {
	if source.Pod == "" {
		return source.File
	}
	return source.Pod
}

// firstTime returns the time of the first absolute sample of a run, in seconds since 1970. It is 0 if there is none.
func firstTime(run *report.Run) float64 {
	first, found := 0.0, false
	for _, result := range results(run) {
		for _, series := range result.Series {
			if series.Absolute && len(series.Times) > 0 && (!found || series.Times[0] < first) {
				first, found = series.Times[0], true
			}
		}
	}
	return first
}

// results yields all results of a run with their sources.
func results(run *report.Run) func(func(*report.Source, *report.Result) bool) {
	return func(yield func(*report.Source, *report.Result) bool) {
		for i := range run.Sources {
			source := &run.Sources[i]
			for j := range source.Results {
				if !yield(source, &source.Results[j]) {
					return
				}
			}
		}
	}
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
	for i, field := range series.Fields {
		if field.Names {
			continue
		}
		key := field.Name + "\x00" + field.Unit
		if s.quantityOf[key] == nil {
			s.quantityOf[key] = &quantity{field: field}
			s.quantities = append(s.quantities, s.quantityOf[key])
		}
		q := s.quantityOf[key]
		q.tracks = append(q.tracks, track{line, series.Times, series.Values[i], zero})
	}
}

// sort brings the quantities into the order of the kind's fields. Others follow as they were found.
func (s *section) sort() {
	place := map[string]int{}
	for i, field := range s.kind.Fields {
		place[field.Name] = i + 1
	}
	order := func(q *quantity) int {
		if at := place[q.field.Name]; at > 0 {
			return at
		}
		return len(place) + 1
	}
	slices.SortStableFunc(s.quantities, func(a, b *quantity) int { return order(a) - order(b) })
}
