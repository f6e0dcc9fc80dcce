package parse

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// vmstatFamily reads the tables of vmstat, each of which has the figures of one sample.
var vmstatFamily = family{
	kinds:  []*report.Kind{&vmstatKind},
	begins: func(text []byte) bool { return bytes.HasPrefix(text, []byte("procs ---")) },
	start:  func(s *source) parser { return &vmstat{source: s} },
}

var vmstatKind = report.Kind{
	Name:    "vmstat",
	Title:   "node (vmstat)",
	Metrics: []string{"perf-vmstat"},
	Form:    "procps 4.0, src/vmstat.c",
	URL:     "https://gitlab.com/procps-ng/procps",
	Merit:   []string{"id"},
	Fields: []report.Field{
		{Name: "r", Title: "running", Group: "Processes", Doc: "processes that run or wait for a processor"},
		{Name: "free", Title: "free", Group: "Memory", Unit: "KiB", Doc: "memory that nothing uses"},
		{Name: "us", Title: "user", Group: "CPU", Unit: "%", Doc: "share of time in programs"},
		{Name: "sy", Title: "system", Group: "CPU", Unit: "%", Doc: "share of time in the kernel"},
		{Name: "id", Title: "idle", Group: "CPU", Unit: "%", Better: report.Higher, Doc: "share of time in which nothing ran"},
	},
}

type vmstat struct {
	source  *source
	samples samples
	first   int // line of the first sample
	columns []string
	count   int
}

func (v *vmstat) line(l line) {
	words := strings.Fields(clean(l.text))
	read := numbers(l.text)
	switch {
	case len(words) > 1 && words[0] == "r" && words[1] == "b":
		v.columns = words
	case len(read) > 0 && len(read) == len(v.columns):
		v.row(read, l)
	}
}

// row adds a sample. Without a time of the line its time is the number of the sample.
func (v *vmstat) row(read []float64, l line) {
	v.first = cmp.Or(v.first, l.number)
	at, absolute := l.time, report.Known(l.time)
	if !absolute {
		at = float64(v.count)
	}
	v.count++
	sample := v.samples.begin(report.Process{Name: "node"}, at, absolute)
	for i, name := range v.columns {
		if field := fieldOf(&vmstatKind, name); field.Doc != "" {
			sample.put(*field, read[i])
		}
	}
}

func (v *vmstat) end(int) { v.columns = nil }

func (v *vmstat) finish() { v.source.addSamples(&vmstatKind, v.first, v.samples.all()) }
