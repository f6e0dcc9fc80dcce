package parse

import "github.com/latchkey-dev/latchkey/report"

var ior = program{
	kind: &report.Kind{
		Name:    "ior",
		Title:   "IOR",
		Metrics: []string{"io-ior"},
		Form:    "IOR 3.3 to 4.1, src/ior-output.c, summaryFormat default",
		URL:     "https://ior.readthedocs.io",
		Fields: []report.Field{
			{Name: "bandwidth", Title: "bandwidth", Unit: "MiB/s", Better: report.Higher, Doc: "table results: data by the time of one repetition"},
			{Name: "iops", Title: "IOPS", Unit: "1/s", Better: report.Higher, Doc: "table results: transfers in a second"},
			{Name: "latency", Title: "latency", Unit: "s", Better: report.Lower, Doc: "table results: time of one transfer"},
			{Name: "block", Title: "block", Unit: "KiB", Doc: "table results: size of a block"},
			{Name: "transfer", Title: "transfer", Unit: "KiB", Doc: "table results: size of a transfer"},
			{Name: "open", Title: "open", Unit: "s", Better: report.Lower, Doc: "table results: time to open the file"},
			{Name: "access", Title: "access", Unit: "s", Better: report.Lower, Doc: "table results: time to write or read"},
			{Name: "close", Title: "close", Unit: "s", Better: report.Lower, Doc: "table results: time to close the file"},
			{Name: "total", Title: "total", Unit: "s", Better: report.Lower, Doc: "table results: time in all"},
			{Name: "repetition", Title: "repetition", Doc: "table results: number of the repetition"},
			{Name: "bandwidth.max", Title: "bandwidth, greatest", Unit: "MiB/s", Better: report.Higher, Doc: "table summary: of all repetitions"},
			{Name: "bandwidth.min", Title: "bandwidth, least", Unit: "MiB/s", Better: report.Higher, Doc: "table summary: of all repetitions"},
			{Name: "bandwidth.mean", Title: "bandwidth, mean", Unit: "MiB/s", Better: report.Higher, Doc: "table summary: of all repetitions"},
			{Name: "bandwidth.stddev", Title: "bandwidth, deviation", Unit: "MiB/s", Doc: "table summary: of all repetitions"},
			{Name: "operations.max", Title: "operations, greatest", Unit: "1/s", Better: report.Higher, Doc: "table summary: of all repetitions"},
			{Name: "operations.min", Title: "operations, least", Unit: "1/s", Better: report.Higher, Doc: "table summary: of all repetitions"},
			{Name: "operations.mean", Title: "operations, mean", Unit: "1/s", Better: report.Higher, Doc: "table summary: of all repetitions"},
			{Name: "operations.stddev", Title: "operations, deviation", Unit: "1/s", Doc: "table summary: of all repetitions"},
			{Name: "time.mean", Title: "time, mean", Unit: "s", Better: report.Lower, Doc: "table summary: of all repetitions"},
			{Name: "nodes", Title: "nodes", Doc: "number of nodes"},
			{Name: "tasks", Title: "processes", Doc: "number of MPI processes"},
			{Name: "clients_per_node", Title: "processes of a node", Doc: "number of processes of each node"},
			{Name: "segments", Title: "segments", Doc: "number of segments of the file"},
			{Name: "repetitions", Title: "repetitions", Doc: "number of repetitions"},
		},
	},
	first: []string{"IOR-"},
	forms: []string{
		"IOR-{version!}: MPI Coordinated Test of Parallel I/O",
		"Command line : {command...}",
		"api : {api!}",
		"access : {access!}",
		"type : {type!}",
		"nodes : {nodes}",
		"tasks : {tasks}",
		"clients per node : {clients_per_node}",
		"segments : {segments}",
		"repetitions : {repetitions}",
		"xfersize : {transfer_size...}",
		"blocksize : {block_size...}",
		"aggregate filesize : {file_size...}",
	},
	tables: []layout{
		{
			header: "access bw(MiB/s) IOPS Latency(s) block(KiB) xfer(KiB) open(s) wr/rd(s) close(s) total(s) iter",
			name:   "results", title: "results", label: "access",
			columns: []string{"bandwidth", "iops", "latency", "block", "transfer", "open", "access", "close", "total", "repetition"},
		},
		{
			header: "access bw(MiB/s) block(KiB) xfer(KiB) open(s) wr/rd(s) close(s) total(s) iter",
			name:   "results", title: "results", label: "access",
			columns: []string{"bandwidth", "block", "transfer", "open", "access", "close", "total", "repetition"},
		},
	},
	last:  "Finished : ",
	table: iorSummary,
}

var iorSummaryColumns = []string{
	"bandwidth.max", "bandwidth.min", "bandwidth.mean", "bandwidth.stddev", "operations.max", "operations.min", "operations.mean",
	"operations.stddev", "time.mean",
}
