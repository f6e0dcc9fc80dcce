package parse

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// pidstatFamily reads the samples of perf-sysstat: a header and a line of JSON for each section.
func pidstatFamily() family {
	return family{
		kinds:  []*report.Kind{pidstatKind()},
		begins: func(text []byte) bool { return sectionOf(text) >= 0 },
		starts: charactersOf("CIPSTK"),
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

// pidstatKind is what perf-sysstat prints, alone or attached to a MiniCluster.
var pidstatKind = sync.OnceValue(func() *report.Kind {
	kind := &report.Kind{
		Name:    "pidstat",
		Title:   "processes (pidstat)",
		Metrics: []string{"perf-sysstat"},
		Form:    "sysstat 12, pidstat(1), with the names of jc --pidstat (kellyjonbrazil/jc, jc/parsers/pidstat.py)",
		URL:     "https://github.com/sysstat/sysstat",
		Merit:   []string{"cpu_task.percent_cpu", "pagefaults_task.rss"},
	}
	for _, s := range pidstatSections() {
		kind.Fields = append(kind.Fields, s.fields...)
	}
	return kind
})

// A pidstatSection is a table of a sample, as generators/metricset/scripts/pidstat.sh prints it.
type pidstatSection struct {
	header string
	keys   []string // of the columns with figures
	fields []report.Field
}

var pidstatSections = sync.OnceValue(func() []pidstatSection {
	return []pidstatSection{
		newSection("CPU STATISTICS TASK", "cpu_task", "CPU", cpuColumns),
		newSection("CPU STATISTICS CHILD", "cpu_child", "CPU time with children", childColumns),
		newSection("IO STATISTICS", "io", "I/O", ioColumns),
		newSection("POLICY", "policy", "Scheduling", policyColumns),
		newSection("PAGEFAULTS TASK", "pagefaults_task", "Memory", memoryColumns),
		newSection("PAGEFAULTS CHILD", "pagefaults_child", "Page faults with children", faultColumns),
		newSection("STACK UTILIZATION", "stack", "Stack", stackColumns),
		newSection("THREADS TASK", "threads_task", "CPU (threads)", cpuColumns),
		newSection("THREADS CHILD", "threads_child", "CPU time with children (threads)", childColumns),
		newSection("KERNEL TABLES", "kernel", "Kernel tables", kernelColumns),
		newSection("TASK SWITCHING", "switching", "Task switches", switchColumns),
	}
})

// A column is a column of a section: key, title, unit and meaning.
type column struct{ key, title, unit, doc string }

var (
	cpuColumns = []column{
		{"percent_usr", "user", "%", "share of one processor that the program used, without guests"},
		{"percent_system", "system", "%", "share of one processor that the kernel used for the program"},
		{"percent_guest", "guest", "%", "share of one processor that guests of the program used"},
		{"percent_wait", "wait", "%", "share of the time in which the program waited for a processor"},
		{"percent_cpu", "CPU", "%", "share of one processor in all; more than 100 with several threads"},
		{"cpu", "processor", "", "number of the processor on which the program ran last"},
	}
	childColumns = []column{
		{"usr-ms", "user", "ms", "processor time of the program and its children in the interval"},
		{"system-ms", "system", "ms", "processor time of the kernel for them in the interval"},
		{"guest-ms", "guest", "ms", "processor time of their guests in the interval"},
	}
	ioColumns = []column{
		{"kb_rd_s", "read", "kB/s", "data that the program caused to be read from disk; 1 kB is 1024 B"},
		{"kb_wr_s", "write", "kB/s", "data that the program caused, or will cause, to be written to disk"},
		{"kb_ccwr_s", "cancelled write", "kB/s", "data that is not written in the end, for example because the program truncated a file"},
		{"iodelay", "delay", "clock ticks", "time in which the program waited for I/O and for swapping"},
	}
	policyColumns = []column{
		{"uid", "user number", "", "number of the user of the program"},
		{"prio", "priority", "", "real-time priority"},
		{"policy", "policy", "", "scheduling policy as a number of the kernel: 0 NORMAL, 1 FIFO, 2 RR, 3 BATCH, 5 IDLE, 6 DEADLINE"},
	}
	memoryColumns = []column{
		{"minflt_s", "minor faults", "1/s", "page faults that needed no page from disk"},
		{"majflt_s", "major faults", "1/s", "page faults that needed a page from disk"},
		{"vsz", "virtual", "kB", "virtual size of the program; 1 kB is 1024 B"},
		{"rss", "resident", "kB", "memory of the program that is not swapped out"},
		{"percent_mem", "share", "%", "share of the memory of the node"},
	}
	faultColumns = []column{
		{"minflt-nr", "minor faults", "", "page faults of the program and its children without a page from disk, in the interval"},
		{"majflt-nr", "major faults", "", "page faults of them with a page from disk, in the interval"},
	}
	stackColumns = []column{
		{"stksize", "reserved", "kB", "memory reserved for the stack"},
		{"stkref", "referenced", "kB", "memory that the stack uses"},
	}
	kernelColumns = []column{
		{"threads", "threads", "", "number of threads"},
		{"fd-nr", "files", "", "number of file descriptors"},
	}
	switchColumns = []column{
		{"cswch_s", "voluntary", "1/s", "switches because the program waited for something"},
		{"nvcswch_s", "involuntary", "1/s", "switches because another program was to run"},
	}
)

// namingColumns have numbers that name something.
var namingColumns = []string{"cpu", "uid", "prio", "policy"}

// policies are the scheduling policies of Linux (include/uapi/linux/sched.h) in the words of pidstat (pidstat.c,
// write_pid_rt_stats).
var policies = map[string]float64{"NORMAL": 0, "OTHER": 0, "FIFO": 1, "RR": 2, "BATCH": 3, "ISO": 4, "IDLE": 5, "DEADLN": 6, "DEADLINE": 6}

func newSection(header, name, group string, columns []column) pidstatSection {
	s := pidstatSection{header: header}
	for _, c := range columns {
		s.keys = append(s.keys, c.key)
		s.fields = append(s.fields, report.Field{
			Name: name + "." + strings.ReplaceAll(c.key, "-", "_"), Title: c.title, Group: group, Unit: c.unit, Doc: c.doc,
			Names: slices.Contains(namingColumns, c.key),
		})
	}
	return s
}
