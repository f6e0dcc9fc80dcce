package parse

import (
	"bytes"
	"strconv"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// pidstatFamily reads the samples of perf-sysstat: a header and a line of JSON for each section.
func pidstatFamily() family {
	return family{
		kinds:  []*report.Kind{pidstatKind()},
		begins: func(text []byte) bool { return sectionOf(text) >= 0 },
		start: func(s *source) parser {
			return &pidstat{source: s, series: map[pidstatKey]*pidstatSeries{}, section: -1}
		},
		lasts: true,
	}
}

// pidstat reads the sections of samples.
type pidstat struct {
	source  *source
	scanner scanner
	section int // of the next line, or -1
	header  int // line of its header
	series  map[pidstatKey]*pidstatSeries
	order   []*pidstatSeries
	first   int // line of the first header
	tgid    int // of the last row of a whole process
}

// A pidstatKey tells series apart. A process number may be used again by another program.
type pidstatKey struct {
	section, id, thread int
	name                string
}

// A pidstatSeries is the rows of one process in one section.
type pidstatSeries struct {
	section int
	report.Series
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
		p.section, p.header = section, l.number
		if p.first == 0 {
			p.first = l.number
		}
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

// row adds a row to the series of its process.
func (p *pidstat) row(row []cell, written float64) {
	section := &pidstatSections()[p.section]
	at := report.Unknown
	id, thread, name := 0, 0, []byte(nil)
	for _, c := range row {
		switch string(c.key) {
		case "time":
			if read, ok := c.number(); ok && read >= 0 && read < latest {
				at = read
			}
		case "pid", "tgid":
			id = atoi(c.text)
		case "tid":
			thread = atoi(c.text)
		case "command":
			name = bytes.TrimPrefix(c.text, []byte("|__"))
		}
	}
	if thread == 0 {
		p.tgid = id
	} else if id == 0 {
		id = p.tgid
	}
	at, absolute := pidstatTime(at, written)
	s := p.seriesOf(id, thread, name)
	s.Absolute = absolute
	s.Times = append(s.Times, at)
	for i := range section.fields {
		value := report.Unknown
		for _, c := range row {
			if string(c.key) == section.keys[i] {
				value = valueOf(c)
				break
			}
		}
		s.Values[i] = append(s.Values[i], value)
	}
}

// latest is greater than any time that is one.
const latest = 1e11

// dayEnd is greater than any time of day as pidstat without -H prints it: jc takes the colons out of 23:59:59.
const dayEnd = 240000

// pidstatTime returns the time of a row. A time of day says only the distance between samples; then the time at which
// the line was written is better, if the log has it.
func pidstatTime(at, written float64) (float64, bool) {
	switch {
	case !report.Known(at) || at < dayEnd && report.Known(written):
		return written, true
	case at < dayEnd:
		clock := int(at)
		return float64(clock/10000*3600 + clock/100%100*60 + clock%100), false
	default:
		return at, true
	}
}

// atoi returns the number of a text, or 0.
func atoi(text []byte) int {
	number, err := strconv.Atoi(string(text))
	if err != nil || number < 0 {
		return 0
	}
	return number
}

// seriesOf returns the series of a process in the current section.
func (p *pidstat) seriesOf(id, thread int, name []byte) *pidstatSeries {
	// The compiler looks this key up without a copy of the name.
	if s := p.series[pidstatKey{p.section, id, thread, string(name)}]; s != nil {
		return s
	}
	fields := pidstatSections()[p.section].fields
	s := &pidstatSeries{section: p.section}
	s.Process = report.Process{ID: id, Thread: thread, Name: clean(name)}
	s.Fields, s.Values = fields, make([][]float64, len(fields))
	p.series[pidstatKey{p.section, id, thread, string(name)}] = s
	p.order = append(p.order, s)
	return s
}

// finish adds all samples as one result. Its series are in the order of the sections.
func (p *pidstat) finish() {
	result := report.Result{Kind: pidstatKind(), Line: p.first, Time: report.Unknown}
	for section := range pidstatSections() {
		for _, s := range p.order {
			if s.section == section {
				result.Series = append(result.Series, fromFirst(s.Series))
			}
		}
	}
	if len(result.Series) > 0 {
		p.source.out.Results = append(p.source.out.Results, result)
	}
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
