package parse

import (
	"bytes"

	"github.com/latchkey-dev/latchkey/report"
)

var timeKind = report.Kind{
	Name:  "time",
	Title: "time of a command",
	Form:  "the word time of bash, also time -p; GNU time 1.9, also time -v; logging.timed of a MiniCluster (FLUXTIME)",
	URL:   "https://www.gnu.org/software/bash/manual/bash.html#Pipelines",
	Fields: []report.Field{
		{Name: "real", Title: "wall time", Unit: "s", Better: report.Lower, Doc: "time from start to end"},
		{Name: "user", Title: "user", Unit: "s", Better: report.Lower, Doc: "processor time of the program"},
		{Name: "sys", Title: "system", Unit: "s", Better: report.Lower, Doc: "processor time of the kernel for the program"},
		{Name: "cpu", Title: "CPU", Unit: "%", Doc: "processor time divided by wall time"},
		{Name: "maxrss", Title: "memory", Unit: "KiB", Better: report.Lower, Doc: "greatest resident memory of a process"},
		{Name: "majflt", Title: "major faults", Better: report.Lower, Doc: "page faults that needed a page from disk"},
		{Name: "minflt", Title: "minor faults", Doc: "page faults that needed no page from disk"},
		{Name: "inputs", Title: "blocks read", Doc: "blocks of 512 B that were read"},
		{Name: "outputs", Title: "blocks written", Doc: "blocks of 512 B that were written"},
		{Name: "nvcsw", Title: "voluntary switches", Doc: "switches because the program waited for something"},
		{Name: "nivcsw", Title: "involuntary switches", Doc: "switches because another program was to run"},
		{Name: "status", Title: "exit status", Doc: "of the program (time -v)"},
	},
}

// timingForms are the lines with times. A mark with a capital is a time as [hours:]minutes:seconds or 1m2.003s.
var timingForms = newForms([]string{
	"real {Real!}",
	"user {User!}",
	"sys {Sys!}",
	"FLUXTIME {label!} wall time {Real!}",
	"{user}user {sys}system {Real!}elapsed {cpu}%CPU ({}avgtext+{}avgdata {maxrss}maxresident)k",
	"{inputs}inputs+{outputs}outputs ({majflt}major+{minflt}minor)pagefaults",
	"User time (seconds): {user}",
	"System time (seconds): {sys}",
	"Percent of CPU this job got: {cpu}%",
	"Elapsed (wall clock) time (h:mm:ss or m:ss): {Real!}",
	"Maximum resident set size (kbytes): {maxrss}",
	"Major (requiring I/O) page faults: {majflt}",
	"Minor (reclaiming a frame) page faults: {minflt}",
	"Voluntary context switches: {nvcsw}",
	"Involuntary context switches: {nivcsw}",
	"File system inputs: {inputs}",
	"File system outputs: {outputs}",
	"Exit status: {status}",
})

// timing reads the times of commands, which come between and after the lines of other programs.
type timing struct {
	source *source
	open   bool
	result report.Result
	found  []match
}

// take reads a line with times. It tells whether it was one.
func (t *timing) take(l line) bool {
	text := bytes.TrimSpace(l.text)
	if len(text) == 0 || len(text) > 200 || !mayTime(text) {
		return false
	}
	for _, f := range timingForms {
		found, ok := f.match(text, t.found[:0])
		t.found = found
		if ok && t.keep(found, l) {
			return true
		}
	}
	return false
}

// mayTime tells from the first character whether a line may have a time.
func mayTime(text []byte) bool {
	return bytes.IndexByte([]byte("rusFUSPEMVI0123456789"), text[0]) >= 0
}

// keep adds the times of a line. It is false if a time cannot be read.
func (t *timing) keep(found []match, l line) bool {
	values := make([]report.Value, 0, len(found))
	title := ""
	for _, m := range found {
		if m.name == "label" {
			title = clean(m.text)
			continue
		}
		value := m.number
		if m.text != nil {
			read, ok := duration(m.text)
			if !ok {
				return false
			}
			value = read
		}
		values = append(values, report.Value{Field: fieldOf(&timeKind, slug(m.name)), Value: value, Time: l.time})
	}
	if title != "" || t.has(values[0].Name) {
		t.flush()
	}
	if !t.open {
		t.open, t.result = true, t.source.newResult(&timeKind)
		t.result.Title = t.source.title()
	}
	t.result.Values = append(t.result.Values, values...)
	if title != "" {
		t.result.Title = title
		t.flush()
	}
	return true
}

func (t *timing) has(name string) bool {
	if t.open {
		for _, v := range t.result.Values {
			if v.Name == name {
				return true
			}
		}
	}
	return false
}

func (t *timing) flush() {
	if t.open {
		t.source.add(t.result)
		t.open = false
	}
}

// duration reads a time in seconds: 1m2.003s, 62.003 or 0:01:02.
func duration(text []byte) (float64, bool) {
	text = bytes.TrimSuffix(text, []byte("s"))
	minutes, rest, found := bytes.Cut(text, []byte("m"))
	if !found {
		return clock(text)
	}
	whole, ok := clock(minutes)
	seconds, also := clock(rest)
	return whole*60 + seconds, ok && also
}
