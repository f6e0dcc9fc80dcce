package parse

import (
	"bytes"
	"slices"
	"sync"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// A parser reads the output of a program.
type parser interface {
	line(*line)
	// end is called when the output, or a sample of it, is over. last is the number of its last line.
	end(last int)
}

// A finisher is a parser that reads all samples of a log, and adds its results when the log is over.
type finisher interface{ finish() }

// readBy returns a program with a parser of its own.
func readBy(start func(*source) parser, name string) *program {
	p := parsed()[name]
	p.start = start
	return p
}

var known = sync.OnceValue(func() Programs {
	return append(Programs{
		readBy(newPidstat, "pidstat"),
		readBy(newBpftrace, "bpftrace"),
		newDocumentProgram(),
		readBy(newLDMS, "ldms"),
		readBy(newHwloc, "hwloc"),
	}, shipped()...)
})

func charactersOf(text string) (all [256]bool) {
	for _, c := range []byte(text) {
		all[c] = true
	}
	return all
}

// starts tells whether a line may be the first line of an output of the program.
func (p *program) starts(l *line) bool {
	if p.begins != nil {
		return p.begins(l)
	}
	return fits(p.Begin, l.words)
}

// recordKinds are the kinds of records that a parser of the program's output makes.
func (p *program) recordKinds() []*report.Kind {
	return append(slices.Clone(p.beside), &p.Kind)
}

// candidates are programs by the first character of a line with which their output may begin.
type candidates [256]Programs

func newCandidates(all Programs) *candidates {
	var c candidates
	for _, p := range all {
		for start := range c {
			if slices.ContainsFunc(p.Begin, func(f *form) bool { return f.start == "" || int(f.start[0]) == start }) {
				c[start] = append(c[start], p)
			}
		}
	}
	return &c
}

var everything = sync.OnceValue(func() *candidates { return newCandidates(known()) })

// candidatesOf returns the programs that a metric of the catalogue runs, or all if none belongs to the metric. Programs of the user come
// first, and take the place of programs of the same name.
func candidatesOf(metric string, own Programs) *candidates {
	with := slices.Clone(own)
	for _, p := range known() {
		isReplaced := func(o *program) bool {
			return slices.ContainsFunc(p.recordKinds(), func(k *report.Kind) bool { return k.Name == o.Name })
		}
		if !slices.ContainsFunc(own, isReplaced) {
			with = append(with, p)
		}
	}
	var found Programs
	for i, p := range with {
		if i < len(own) || slices.ContainsFunc(p.recordKinds(), func(k *report.Kind) bool { return slices.Contains(k.Metrics, metric) }) {
			found = append(found, p)
		}
	}
	switch {
	case len(found) > len(own):
		return newCandidates(found)
	case len(own) > 0:
		return newCandidates(with)
	}
	return everything()
}

// Begins tells whether a string begins as the output of a described program does, as a document of fio, iperf3 or iostat, or as a log that
// the SDK of the Metrics Operator saved.
func Begins(text []byte) bool {
	first, _, _ := bytes.Cut(text, []byte("\n"))
	return isDocument(text) || bytes.Contains(text, []byte(`"`+markMetadata)) || slices.ContainsFunc(shipped(), func(p *program) bool { return fits(p.Begin, bytes.TrimLeft(first, blank)) })
}

// Kinds returns all record kinds.
func Kinds() (all []*report.Kind) {
	for _, p := range known() {
		all = append(all, p.recordKinds()...)
	}
	return append(all, kindOf("time"), report.Duration)
}
