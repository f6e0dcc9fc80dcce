package parse

import (
	"cmp"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// newVmstat reads the tables of vmstat, each of which has the figures of one sample.
func newVmstat(s *source) parser { return &vmstat{source: s} }

type vmstat struct {
	source  *source
	samples samples
	first   int // line of the first sample
	columns []string
	count   int
}

func (v *vmstat) line(l *line) {
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
func (v *vmstat) row(read []float64, l *line) {
	v.first = cmp.Or(v.first, l.number)
	at, absolute := l.time, report.Known(l.time)
	if !absolute {
		at = float64(v.count)
	}
	v.count++
	sample := v.samples.begin(report.Process{Name: "node"}, at, absolute)
	for i, name := range v.columns {
		if field := fieldOf(kindOf("vmstat"), name); field.Doc != "" {
			sample.put(field, read[i])
		}
	}
}

func (v *vmstat) end(int) { v.columns = nil }

func (v *vmstat) finish() { v.source.addSamples(kindOf("vmstat"), v.first, v.samples.all()) }
