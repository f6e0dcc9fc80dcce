package parse

import (
	"bytes"
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
)

var timeKind = report.Kind{
	Name:  "time",
	Title: "time of a command",
	Form:  "the word time of bash, also time -p; GNU time 1.9, also time -v; logging.timed of a MiniCluster (FLUXTIME)",
	URL:   "https://www.gnu.org/software/bash/manual/bash.html#Pipelines",
	Merit: []string{"real"},
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

// timingForms are the lines with times.
var timingForms = newForms([]string{
	"real {real:time}$",
	"user {user:time}$",
	"sys {sys:time}$",
	"FLUXTIME {label!} wall time {real:time}",
	"{user}user {sys}system {real:time}elapsed {cpu}%CPU ({}avgtext+{}avgdata {maxrss}maxresident)k",
	"{inputs}inputs+{outputs}outputs ({majflt}major+{minflt}minor)pagefaults",
	"User time (seconds): {user}",
	"System time (seconds): {sys}",
	"Percent of CPU this job got: {cpu}%",
	"Elapsed (wall clock) time (h:mm:ss or m:ss): {real:time}",
	"Maximum resident set size (kbytes): {maxrss}",
	"Major (requiring I/O) page faults: {majflt}",
	"Minor (reclaiming a frame) page faults: {minflt}",
	"Voluntary context switches: {nvcsw}",
	"Involuntary context switches: {nivcsw}",
	"File system inputs: {inputs}",
	"File system outputs: {outputs}",
	"Exit status: {status}",
	"Command exited with non-zero status {failure!}",
	"Command terminated by signal {failure!}",
})

// timing reads the times of commands, which come between and after the lines of other programs.
type timing struct {
	source *source
	result *report.Result // or nil
}

func (t *timing) flush() {
	if t.result != nil {
		t.source.add(*t.result)
		t.result = nil
	}
}

// begin begins a result, unless one is open.
func (t *timing) begin() (begins bool) {
	if begins = t.result == nil; begins {
		result := t.source.newResult(&timeKind)
		t.result = &result
	}
	return begins
}

// take reads a line with times. It tells whether it was one.
func (t *timing) take(l line) bool {
	text := bytes.TrimSpace(l.text)
	if len(text) == 0 || len(text) > 200 || !mayTime(text) {
		return false
	}
	for _, f := range timingForms {
		if found, ok := f.match(text); ok {
			t.keep(found, l)
			return true
		}
	}
	return false
}

// mayTime tells from the first character whether a line may have a time.
func mayTime(text []byte) bool {
	return bytes.IndexByte([]byte("rusCFUSPEMVI0123456789"), text[0]) >= 0
}

// keep adds the times of a line.
func (t *timing) keep(found []match, l line) {
	values := make([]report.Value, 0, len(found))
	title := ""
	for _, m := range found {
		switch m.name {
		case "failure": // GNU time says it before the times
			t.flush()
			t.begin()
			t.result.Fault = clean(bytes.TrimSpace(l.text))
			return
		case "label":
			title = clean(m.text)
			continue
		}
		values = append(values, report.Value{Field: fieldOf(&timeKind, m.name), Value: m.number, Time: l.time})
	}
	if title != "" || t.has(values[0].Name) {
		t.flush()
	}
	begins := t.begin()
	t.result.Values = append(t.result.Values, values...)
	t.source.doubt(t.result, values[len(values)-1].Field, l)
	if program, ok := t.source.active.(*output); ok && begins {
		t.result.Title = program.result.Title
	}
	if title != "" {
		t.result.Title = title
		t.flush()
	}
}

func (t *timing) has(name string) bool {
	return t.result != nil && slices.ContainsFunc(t.result.Values, func(v report.Value) bool { return v.Name == name })
}
