package parse

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// newPidstat reads the samples of perf-sysstat, alone or attached to a MiniCluster: a header and a line of JSON for each section.
func newPidstat(s *source) parser { return &pidstat{source: s, sections: pidstatSections()} }

type pidstat struct {
	source   *source
	sections []*section
	open     *section // of the next line, or nil
	header   int      // line of its header
	first    int      // line of the first header
	tgid     int      // of the last row of a whole process
}

func (p *pidstat) line(l *line) {
	at := slices.IndexFunc(p.sections, func(s *section) bool { return s.header == string(l.text) })
	if at >= 0 {
		p.end(0)
		p.open, p.header, p.first = p.sections[at], l.number, cmp.Or(p.first, l.number)
		return
	}
	if p.open == nil {
		if bytes.HasPrefix(l.text, []byte("[{")) {
			p.source.lost(l.number, "these figures of pidstat have no heading above them")
		}
		return
	}
	var rows []map[string]any
	if err := json.Unmarshal(l.text, &rows); err != nil {
		p.source.lost(l.number, p.open.header+": the line is not a list of JSON objects: "+err.Error())
		rows = nil
	}
	for _, row := range rows {
		p.row(row, l.time)
	}
	p.open = nil
}

// end notes a header without a line of JSON.
func (p *pidstat) end(int) {
	if p.open != nil {
		p.source.lost(p.header, p.open.header+" has no figures")
		p.open = nil
	}
}

// row adds a row to the series of its process. A process number may be used again by another program.
func (p *pidstat) row(row map[string]any, written float64) {
	id := func(key string) int {
		if value := valueOf(row, key); value >= 0 && value < math.MaxInt32 {
			return int(value)
		}
		return 0
	}
	command, _ := row["command"].(string)
	of := report.Process{Name: clean([]byte(strings.TrimPrefix(command, "|__"))), ID: cmp.Or(id("pid"), id("tgid")), Thread: id("tid")}
	if of.Thread == 0 {
		p.tgid = of.ID
	} else if of.ID == 0 {
		of.ID = p.tgid
	}
	at, absolute := pidstatTime(valueOf(row, "time"), written)
	sample := p.open.samples.begin(of, at, absolute)
	for i, field := range p.open.fields {
		sample.put(field, valueOf(row, p.open.keys[i]))
	}
}

// valueOf returns the number of a key, which may be written as a string. The key usr_ms may stand as usr-ms.
func valueOf(row map[string]any, key string) float64 {
	cell, has := row[key]
	if !has {
		cell = row[strings.ReplaceAll(key, "_", "-")]
	}
	switch cell := cell.(type) {
	case float64:
		return cell
	case string:
		if value, ok := finite([]byte(cell)); ok {
			return value
		}
		if policy, ok := policies[cell]; ok && key == "policy" {
			return policy
		}
	}
	return report.Unknown
}

// latest is greater than any time that is one.
const latest = 1e11

// dayEnd is greater than any time of day as pidstat without -H prints it: jc takes the colons out of 23:59:59.
const dayEnd = 240000

// pidstatTime returns the time of a row. Better than a time of day is the time at which the line was written, if the log has it.
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

// finish adds all samples as one result, in the order of the sections. Sections of threads without a thread repeat those of processes.
func (p *pidstat) finish() {
	var all []report.Series
	for _, section := range p.sections {
		series := section.samples.all()
		hasThread := slices.ContainsFunc(series, func(s report.Series) bool { return s.Process.Thread != 0 })
		for _, s := range series {
			if hasThread || !strings.HasPrefix(section.header, "THREADS") {
				all = append(all, fromFirst(s))
			}
		}
	}
	p.source.addSamples(kindOf("pidstat"), p.first, all)
}

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

// A section of pidstat is a header and fields, with their keys in a row.
type section struct {
	header  string
	fields  []*report.Field
	keys    []string
	samples samples
}

// pidstatSections are the sections in the order of their headers. Names of fields begin with the section.
func pidstatSections() (all []*section) {
	kind, before := parsed()["pidstat"], ""
	for i := range kind.Fields {
		field := &kind.Fields[i]
		name, key, _ := strings.Cut(field.Name, ".")
		if name != before {
			before, all = name, append(all, &section{header: strings.TrimSuffix(kind.Begin[len(all)].text, "$")})
		}
		s := all[len(all)-1]
		s.fields, s.keys = append(s.fields, field), append(s.keys, key)
	}
	return all
}

// policies are those of Linux (include/uapi/linux/sched.h) in the words of pidstat (pidstat.c, write_pid_rt_stats).
var policies = map[string]float64{"NORMAL": 0, "OTHER": 0, "FIFO": 1, "RR": 2, "BATCH": 3, "ISO": 4, "IDLE": 5, "DEADLN": 6, "DEADLINE": 6}
