package parse

import (
	"strings"

	"github.com/latchkey-dev/latchkey/report"
)

// pidstatKind is what perf-sysstat prints, alone or attached to a MiniCluster.
var pidstatKind = report.Kind{
	Name:    "pidstat",
	Title:   "processes (pidstat)",
	Metrics: []string{"perf-sysstat"},
	Form:    "sysstat 12, pidstat(1), with the names of jc --pidstat (kellyjonbrazil/jc, jc/parsers/pidstat.py)",
	URL:     "https://github.com/sysstat/sysstat",
	Fields:  pidstatFields(),
}

// A pidstatSection is a table of a sample, as generators/metricset/scripts/pidstat.sh prints it.
type pidstatSection struct {
	header string
	keys   []string // of the columns with figures
	fields []report.Field
}

var pidstatSections = []pidstatSection{
	newSection("CPU STATISTICS TASK", "cpu_task", "CPU", cpuColumns),
	newSection("CPU STATISTICS CHILD", "cpu_child", "CPU of the process and its children", childColumns),
}

// A column is a column of a section: key, title, unit and meaning.
type column struct{ key, title, unit, doc string }

var cpuColumns = []column{
	{"percent_usr", "user", "%", "share of one processor that the program used, without time for guests"},
	{"percent_system", "system", "%", "share of one processor that the kernel used for the program"},
	{"percent_guest", "guest", "%", "share of one processor that guests of the program used"},
	{"percent_wait", "wait", "%", "share of time in which the program waited for a processor"},
	{"percent_cpu", "CPU", "%", "share of one processor in all; more than 100 with several threads"},
	{"cpu", "processor", "", "number of the processor on which the program ran last"},
}

var childColumns = []column{
	{"usr-ms", "user", "ms", "processor time of the program and its children during the interval"},
	{"system-ms", "system", "ms", "processor time of the kernel for the program and its children during the interval"},
	{"guest-ms", "guest", "ms", "processor time of guests of the program and its children during the interval"},
}

func newSection(header, name, group string, columns []column) pidstatSection {
	s := pidstatSection{header: header}
	for _, c := range columns {
		s.keys = append(s.keys, c.key)
		s.fields = append(s.fields, report.Field{
			Name: name + "." + strings.ReplaceAll(c.key, "-", "_"), Title: c.title, Group: group, Unit: c.unit, Doc: c.doc,
		})
	}
	return s
}

// value returns the value of column i.
func (s *pidstatSection) value(_ int, c cell) float64 {
	if value, ok := c.number(); ok {
		return value
	}
	return report.Unknown
}

func pidstatFields() []report.Field {
	var all []report.Field
	for _, s := range pidstatSections {
		all = append(all, s.fields...)
	}
	return all
}
