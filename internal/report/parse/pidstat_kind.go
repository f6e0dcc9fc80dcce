package parse

import (
	"slices"
	"strings"
	"sync"

	"github.com/latchkey-dev/latchkey/internal/report"
)

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
		{"kb_ccwr_s", "cancelled write", "kB/s", "data whose writing the program cancelled, for example by truncating a file"},
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
