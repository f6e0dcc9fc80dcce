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

func (w who) ofPod() who { return who{run: w.run, pod: w.pod} }

// podOf returns the name of the pod of a log, or else of its file.
func podOf(log *report.Source) string { return cmp.Or(log.Pod, log.File) }

// A track is one measured quantity of one line.
type track struct {
	field         *report.Field
	line          int // index in section.lines
	times, values []float64
	zero          float64 // the time at which the picture begins
}

// A quantity is one field in all lines of a section.
type quantity struct {
	field  *report.Field
	tracks []track
}

// A section is all series of one kind of record in one metric, or those of one command among them.
type section struct {
	title      string
	command    string   // "" for all
	left       []string // commands after it that have no section
	lines      []who
	quantities []*quantity
}

// A part is a series and where it comes from.
type part struct {
	report.Record
	report.Series
}

func (p part) who() who { return who{p.Run, podOf(p.Source), p.Process.String()} }

// sections collects the series of a report, in the order in which metrics and kinds appear. Series that are too many for a line each are
// a section for each command, device or set, whose lines can be summed up. Those of Flux and of sidecars come last.
func sections(r *report.Report) (all []*section) {
	var parts []part
	zeros := slices.Repeat([]float64{math.Inf(1)}, len(r.Runs)) // the first absolute sample of each run, in seconds since 1970
	for of := range r.Records() {
		for _, series := range of.Result.Series {
			if series.Absolute && len(series.Times) > 0 {
				zeros[of.Run] = min(zeros[of.Run], series.Times[0])
			}
			parts = append(parts, part{of, series})
		}
	}
	for _, same := range report.Grouped(parts, func(p part) string { return sectionTitle(p.Record) }) {
		whole := newSection(same, zeros)
		commands := report.Grouped(same, func(p part) string { return p.Process.Name })
		if len(whole.lines) <= manyLines || len(commands) == 1 {
			all = append(all, whole)
			continue
		}
		slices.SortStableFunc(commands, func(a, b []part) int { return a[0].Process.Rank - b[0].Process.Rank })
		for i, parts := range commands {
			if name := parts[0].Process.Name; i < mostCommands {
				one := newSection(parts, zeros)
				one.command = name
				all = append(all, one)
			} else {
				all[len(all)-1].left = append(all[len(all)-1].left, name)
			}
		}
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

// newSection returns the section of some series. Its quantities are in the order of the kind's fields. Others follow as they were found.
func newSection(parts []part, zeros []float64) *section {
	s := &section{title: sectionTitle(parts[0].Record)}
	kind, tracks := parts[0].Result.Kind, []track(nil)
	for line, same := range report.Grouped(parts, part.who) {
		s.lines = append(s.lines, same[0].who())
		for _, of := range same {
			zero := 0.0
			if of.Absolute {
				zero = zeros[of.Run]
			}
			for _, c := range of.Columns {
				if !c.Names {
					tracks = append(tracks, track{c.Field, line, of.Times, c.Values, zero})
				}
			}
		}
	}
	type key struct{ name, unit string }
	for _, same := range report.Grouped(tracks, func(t track) key { return key{t.field.Name, t.field.Unit} }) {
		s.quantities = append(s.quantities, &quantity{same[0].field, same})
	}
	slices.SortStableFunc(s.quantities, func(a, b *quantity) int { return kind.Index(a.field.Name) - kind.Index(b.field.Name) })
	return s
}
