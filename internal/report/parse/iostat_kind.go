package parse

import "github.com/latchkey-dev/latchkey/internal/report"

var iostatKind = report.Kind{
	Name:    "iostat",
	Title:   "devices (iostat)",
	Metrics: []string{"io-sysstat"},
	Form:    "sysstat 12, iostat -dxm -o JSON, iostat.c: write_json_ext_stat; also iostat -dxm, the option human",
	URL:     "https://github.com/sysstat/sysstat",
	Merit:   []string{"util"},
	Fields:  iostatFields,
}

var iostatFields = []report.Field{
	{Name: "r/s", Title: "reads", Group: "Requests", Unit: "1/s", Doc: "read requests after merging"},
	{Name: "w/s", Title: "writes", Group: "Requests", Unit: "1/s", Doc: "write requests after merging"},
	{Name: "d/s", Title: "discards", Group: "Requests", Unit: "1/s", Doc: "discard requests after merging"},
	{Name: "f/s", Title: "flushes", Group: "Requests", Unit: "1/s", Doc: "flush requests"},
	{Name: "rMB/s", Title: "read", Group: "Data", Unit: "MB/s", Doc: "data read; 1 MB is 1024 kB of 1024 B"},
	{Name: "wMB/s", Title: "written", Group: "Data", Unit: "MB/s", Doc: "data written"},
	{Name: "dMB/s", Title: "discarded", Group: "Data", Unit: "MB/s", Doc: "data discarded"},
	{Name: "rkB/s", Title: "read", Group: "Data", Unit: "kB/s", Doc: "data read, without -m; 1 kB is 1024 B"},
	{Name: "wkB/s", Title: "written", Group: "Data", Unit: "kB/s", Doc: "data written, without -m"},
	{Name: "dkB/s", Title: "discarded", Group: "Data", Unit: "kB/s", Doc: "data discarded, without -m"},
	{Name: "rrqm/s", Title: "reads merged", Group: "Merged", Unit: "1/s", Doc: "read requests that were merged"},
	{Name: "wrqm/s", Title: "writes merged", Group: "Merged", Unit: "1/s", Doc: "write requests that were merged"},
	{Name: "drqm/s", Title: "discards merged", Group: "Merged", Unit: "1/s", Doc: "discard requests that were merged"},
	{Name: "rrqm", Title: "reads merged", Group: "Share merged", Unit: "%", Doc: "share of read requests that were merged"},
	{Name: "wrqm", Title: "writes merged", Group: "Share merged", Unit: "%", Doc: "share of write requests that were merged"},
	{Name: "drqm", Title: "discards merged", Group: "Share merged", Unit: "%", Doc: "share of discard requests that were merged"},
	{Name: "r_await", Title: "read", Group: "Wait", Unit: "ms", Better: report.Lower, Doc: "time of a read request, waiting included"},
	{Name: "w_await", Title: "write", Group: "Wait", Unit: "ms", Better: report.Lower, Doc: "time of a write request, waiting included"},
	{Name: "d_await", Title: "discard", Group: "Wait", Unit: "ms", Better: report.Lower, Doc: "time of a discard request, waiting included"},
	{Name: "f_await", Title: "flush", Group: "Wait", Unit: "ms", Better: report.Lower, Doc: "time of a flush request, waiting included"},
	{Name: "rareq-sz", Title: "read", Group: "Request size", Unit: "kB", Doc: "average size of a read request"},
	{Name: "wareq-sz", Title: "write", Group: "Request size", Unit: "kB", Doc: "average size of a write request"},
	{Name: "dareq-sz", Title: "discard", Group: "Request size", Unit: "kB", Doc: "average size of a discard request"},
	{Name: "aqu-sz", Title: "queue", Group: "Queue", Doc: "average number of requests that wait or are served"},
	{Name: "util", Title: "use", Group: "Use", Unit: "%", Doc: "share of time in which the device served requests"},
	{Name: "user", Title: "user", Group: "CPU", Unit: "%", Doc: "of all processors of the node, without -d: programs"},
	{Name: "nice", Title: "nice", Group: "CPU", Unit: "%", Doc: "likewise: programs with a nice value"},
	{Name: "system", Title: "system", Group: "CPU", Unit: "%", Doc: "likewise: the kernel"},
	{Name: "iowait", Title: "wait for I/O", Group: "CPU", Unit: "%", Doc: "likewise: idle with I/O under way"},
	{Name: "steal", Title: "steal", Group: "CPU", Unit: "%", Doc: "likewise: taken by other virtual machines"},
	{Name: "idle", Title: "idle", Group: "CPU", Unit: "%", Doc: "likewise: idle"},
}
