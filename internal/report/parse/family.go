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

// A family is programs with one form of output.
type family struct {
	kinds []*report.Kind
	// begins tells whether a line is the first line of a program's output.
	begins func(*line) bool
	forms  []*form // of such a line: it starts as one of them does
	// continues tells that such a line belongs to the open output all the same. It may be nil.
	continues func(open parser, l *line) bool
	start     func(*source) parser
}

// family returns a family of one program. Its description says how an output begins.
func (p *program) family(start func(*source) parser) *family {
	return &family{
		kinds:  []*report.Kind{&p.Kind},
		forms:  p.Begin,
		begins: func(l *line) bool { return fits(p.Begin, l.words) },
		start:  start,
	}
}

// families are all that can be read.
var families = sync.OnceValue(func() []*family {
	structured := []*family{
		pidstatFamily(),
		kinds()["bpftrace"].family(func(s *source) parser { return &bpftrace{source: s, at: report.Unknown} }),
		documentFamily(),
		ldmsFamily(),
		kinds()["hwloc"].family(newHwloc),
	}
	return append(structured, shipped().families()...)
})

// charactersOf returns which characters a text has.
func charactersOf(text string) (all [256]bool) {
	for _, c := range []byte(text) {
		all[c] = true
	}
	return all
}

// candidates are families by the first character of a line with which their output may begin.
type candidates [256][]*family

func newCandidates(all []*family) *candidates {
	var c candidates
	for _, f := range all {
		for start := range c {
			if slices.ContainsFunc(f.forms, func(f *form) bool { return f.start == "" || int(f.start[0]) == start }) {
				c[start] = append(c[start], f)
			}
		}
	}
	return &c
}

// everything is all that can be read.
var everything = sync.OnceValue(func() *candidates { return newCandidates(families()) })

// candidatesOf returns the families that a metric of the catalogue prints, or all if none belongs to the metric. Programs of the user come
// first, and take the place of programs of the same name.
func candidatesOf(metric string, own Programs) *candidates {
	all := own.families()
	for _, f := range families() {
		if !slices.ContainsFunc(own, func(p *program) bool { return p.Name == f.kinds[0].Name }) {
			all = append(all, f)
		}
	}
	var found []*family
	for i, f := range all {
		if slices.ContainsFunc(f.kinds, func(k *report.Kind) bool { return slices.Contains(k.Metrics, metric) }) || i < len(own) {
			found = append(found, f)
		}
	}
	switch {
	case len(found) > len(own):
		return newCandidates(found)
	case len(own) > 0:
		return newCandidates(all)
	}
	return everything()
}

// Begins tells whether a text begins as the output of a described program does, or as a log that the SDK of the Metrics Operator saved.
func Begins(text []byte) bool {
	first, _, _ := bytes.Cut(text, []byte("\n"))
	return bytes.Contains(text, []byte(`"`+markMetadata)) || slices.ContainsFunc(shipped().families(), func(f *family) bool { return f.begins(&line{words: trimBlanks(first)}) })
}

// Kinds returns all record kinds.
func Kinds() []*report.Kind {
	var all []*report.Kind
	for _, f := range families() {
		all = append(all, f.kinds...)
	}
	return append(all, kindOf("time"), report.Duration)
}
