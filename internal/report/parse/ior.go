package parse

import (
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
)

var ior = program{
	kind: &report.Kind{
		Name:    "ior",
		Title:   "IOR",
		Metrics: []string{"io-ior"},
		Form:    "IOR 3.0 to 4.1, src/ior-output.c, summaryFormat default and CSV; the figures of each repetition",
		URL:     "https://ior.readthedocs.io",
		Merit:   []string{"write.bandwidth", "read.bandwidth"},
		Tasks:   "tasks",
		Fields: slices.Concat(iorFields("write", "written"), iorFields("read", "read"), []report.Field{
			{Name: "tasks", Title: "processes", Doc: "number of MPI processes"},
			{Name: "nodes", Title: "nodes", Doc: "number of nodes"},
			{Name: "clients_per_node", Title: "processes of a node", Doc: "number of processes of each node"},
			{Name: "block", Title: "block", Unit: "KiB", Doc: "size of a block"},
			{Name: "transfer", Title: "transfer", Unit: "KiB", Doc: "size of a transfer"},
			{Name: "segments", Title: "segments", Doc: "number of segments of the file"},
			{Name: "repetitions", Title: "repetitions", Doc: "number of repetitions"},
		}),
	},
	first: []string{"IOR-", "access,bw(MiB/s),"},
	forms: []string{
		"IOR-{version!}: MPI Coordinated Test of Parallel I/O",
		"Command line : {command...}",
		"api : {api!}",
		"type : {type!}",
		"nodes : {nodes}",
		"tasks : {tasks}",
		"clients per node : {clients_per_node}",
		"segments : {segments}",
		"repetitions : {repetitions}",
		"aggregate filesize : {file_size...}",
		"write {write.bandwidth} {write.iops} {write.latency} {block} {transfer} {write.open} {write.access} {write.close} {write.total} {}$",
		"write {write.bandwidth} {block} {transfer} {write.open} {write.access} {write.close} {write.total} {}$",
		"write,{write.bandwidth},{write.iops},{write.latency},{block},{transfer},{write.open},{write.access},{write.close},{write.total},{tasks},",
		"read {read.bandwidth} {read.iops} {read.latency} {block} {transfer} {read.open} {read.access} {read.close} {read.total} {}$",
		"read {read.bandwidth} {block} {transfer} {read.open} {read.access} {read.close} {read.total} {}$",
		"read,{read.bandwidth},{read.iops},{read.latency},{block},{transfer},{read.open},{read.access},{read.close},{read.total},{tasks},",
	},
	last:   []string{"Finished : ", "write,", "read,"},
	faults: []string{"ERROR: "},
}

// iorFields returns the figures of writing or reading.
func iorFields(operation, done string) []report.Field {
	all := []report.Field{
		{Name: "bandwidth", Title: "bandwidth", Unit: "MiB/s", Better: report.Higher, Doc: "data " + done + " by the time of one repetition"},
		{Name: "iops", Title: "IOPS", Unit: "1/s", Better: report.Higher, Doc: "transfers in a second"},
		{Name: "latency", Title: "latency", Unit: "s", Better: report.Lower, Doc: "time of one transfer"},
		{Name: "open", Title: "open", Unit: "s", Better: report.Lower, Doc: "time to open the file"},
		{Name: "access", Title: "access", Unit: "s", Better: report.Lower, Doc: "time in which data were " + done},
		{Name: "close", Title: "close", Unit: "s", Better: report.Lower, Doc: "time to close the file"},
		{Name: "total", Title: "total", Unit: "s", Better: report.Lower, Doc: "time in all"},
	}
	for i := range all {
		all[i].Name, all[i].Title, all[i].Group = operation+"."+all[i].Name, operation+" "+all[i].Title, operation
	}
	return all
}
