package parse

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// pidstatFamily reads the samples of perf-sysstat: a header and a line of JSON for each section.
func pidstatFamily() family {
	return family{
		kinds:  []*report.Kind{pidstatKind()},
		begins: func(text []byte) bool { return sectionOf(text) >= 0 },
		start: func(s *source) parser {
			return &pidstat{source: s, samples: make([]samples, len(pidstatSections())), section: -1}
		},
	}
}

// pidstat reads the sections of samples.
type pidstat struct {
	source  *source
	scanner scanner
	samples []samples // of each section
	section int       // of the next line, or -1
	header  int       // line of its header
	first   int       // line of the first header
	tgid    int       // of the last row of a whole process
}

func sectionOf(text []byte) int {
	if len(text) == 0 || text[0] < 'A' || text[0] > 'Z' {
		return -1
	}
	text = bytes.TrimSpace(text)
	for i, section := range pidstatSections() {
		if string(text) == section.header {
			return i
		}
	}
	return -1
}

func (p *pidstat) line(l line) {
	if section := sectionOf(l.text); section >= 0 {
		p.missing()
		p.section, p.header, p.first = section, l.number, cmp.Or(p.first, l.number)
		return
	}
	if p.section < 0 {
		if bytes.HasPrefix(l.text, []byte("[{")) {
			p.source.lost(l.number, "figures of pidstat have no header of a section before them")
		}
		return
	}
	if err := p.scanner.rows(l.text, func(row []cell) { p.row(row, l.time) }); err != nil {
		p.source.lost(l.number, pidstatSections()[p.section].header+": "+err.Error())
	}
	p.section = -1
}

// missing notes a header without a line of JSON.
func (p *pidstat) missing() {
	if p.section >= 0 {
		p.source.lost(p.header, pidstatSections()[p.section].header+" has no figures")
		p.section = -1
	}
}

func (p *pidstat) end(int) { p.missing() }

// row adds a row to the series of its process. A process number may be used again by another program.
func (p *pidstat) row(row []cell, written float64) {
	var of report.Process
	read := report.Unknown
	for _, c := range row {
		switch string(c.key) {
		case "time":
			read = valueOf(c)
		case "pid", "tgid":
			of.ID = atoi(c.text)
		case "tid":
			of.Thread = atoi(c.text)
		case "command":
			of.Name = clean(bytes.TrimPrefix(c.text, []byte("|__")))
		}
	}
	if of.Thread == 0 {
		p.tgid = of.ID
	} else if of.ID == 0 {
		of.ID = p.tgid
	}
	at, absolute := pidstatTime(read, written)
	sample := p.samples[p.section].begin(of, at, absolute)
	section := &pidstatSections()[p.section]
	for i, field := range section.fields {
		value := report.Unknown
		if at := slices.IndexFunc(row, func(c cell) bool { return string(c.key) == section.keys[i] }); at >= 0 {
			value = valueOf(row[at])
		}
		sample.put(field, value)
	}
}

// valueOf returns the value of a cell.
func valueOf(c cell) float64 {
	if value, ok := c.number(); ok {
		return value
	}
	if number, ok := policies[string(c.text)]; ok && string(c.key) == "policy" {
		return number
	}
	return report.Unknown
}

// atoi returns the number of a text, or 0.
func atoi(text []byte) int {
	number, err := strconv.Atoi(string(text))
	if err != nil || number < 0 {
		return 0
	}
	return number
}

// latest is greater than any time that is one.
const latest = 1e11

// dayEnd is greater than any time of day as pidstat without -H prints it: jc takes the colons out of 23:59:59.
const dayEnd = 240000

// pidstatTime returns the time of a row. A time of day says only the distance between samples; then the time at which
// the line was written is better, if the log has it.
func pidstatTime(at, written float64) (float64, bool) {
	switch {
	case !(at >= 0 && at < latest) || at < dayEnd && report.Known(written):
		return written, true
	case at < dayEnd:
		clock := int(at)
		return float64(clock/10000*3600 + clock/100%100*60 + clock%100), false
	default:
		return at, true
	}
}

// finish adds all samples as one result, in the order of the sections.
func (p *pidstat) finish() {
	var all []report.Series
	for i := range p.samples {
		for _, s := range p.samples[i].all() {
			all = append(all, fromFirst(s))
		}
	}
	p.source.addSamples(pidstatKind(), p.first, all)
}

// day is the length of a day in seconds.
const day = 24 * 60 * 60

// fromFirst makes times of day the seconds since the first sample of the series.
func fromFirst(s report.Series) report.Series {
	if s.Absolute || len(s.Times) == 0 {
		return s
	}
	start, before := s.Times[0], s.Times[0]
	for i, at := range s.Times {
		if at < before { // after midnight
			start -= day
		}
		before = at
		s.Times[i] = at - start
	}
	return s
}
