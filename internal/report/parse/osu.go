package parse

import (
	"bytes"
	"cmp"
	"regexp"
	"strings"
	"sync"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// osuFamily reads the programs of the OSU Micro-Benchmarks.
var osuFamily = family{
	kinds:  []*report.Kind{&osuKind},
	begins: func(text []byte) bool { return bytes.HasPrefix(text, []byte(osuHeader)) },
	start:  func(s *source) parser { return &osu{source: s, result: s.newResult(&osuKind)} },
}

const osuHeader = "# OSU "

var osuHello = newForm("This is a test with {nprocs} processes")

// osu reads one program.
type osu struct {
	source  *source
	result  report.Result
	columns []report.Column
	sized   bool   // the first column is the size
	curves  int    // first curve of the table
	field   string // of a table with a column for each window size
	rows    int
}

func (o *osu) line(l line) {
	text := bytes.TrimSpace(l.text)
	switch {
	case len(text) == 0:
	case bytes.HasPrefix(text, []byte(osuHeader)):
		o.header(clean(text[len(osuHeader):]))
	case text[0] == '#':
		o.comment(text)
	case bytes.HasPrefix(text, []byte("Overall(us)")):
		o.table(text)
	case bytes.HasPrefix(text, []byte("nprocs:")):
		o.init(text)
	case bytes.HasPrefix(text, []byte("This is a test with ")):
		if found, ok := osuHello.match(text); ok {
			o.value("nprocs", found[0].number)
		}
	default:
		o.row(text, l)
	}
}

// header reads "MPI Latency Test v5.7".
func (o *osu) header(text string) {
	title, version := text, ""
	if i := strings.LastIndex(text, " v"); i >= 0 {
		title, version = text[:i], text[i+2:]
	}
	o.result.Title = cmp.Or(osuPrograms()[plainTitle(title)], "osu_"+slug(title))
	o.result.Texts = append(o.result.Texts, report.Text{Name: "title", Text: title}, report.Text{Name: "version", Text: version})
}

// plainTitle removes an accelerator: MPI-CUDA, MPI_Get-ROCM.
func plainTitle(title string) string {
	for _, accelerator := range []string{"-CUDA", "-OPENACC", "-ROCM", "-MANAGED"} {
		title = strings.Replace(title, accelerator, "", 1)
	}
	return title
}

// comment reads the lines that begin with #. One of them has the titles of the columns.
func (o *osu) comment(text []byte) {
	text = bytes.TrimSpace(text[1:])
	switch {
	case bytes.HasPrefix(text, []byte("Size")), bytes.HasPrefix(text, []byte("Avg Latency")):
		o.table(text)
	case bytes.HasPrefix(text, []byte("Uni-directional Bandwidth")):
		o.field = "bandwidth"
	case bytes.HasPrefix(text, []byte("Message Rate Profile")):
		o.field = "message_rate"
	case o.field != "" && numbers(text) != nil:
		o.windows(text)
	case len(text) > 0 && !bytes.HasPrefix(text, []byte("Overall =")):
		o.note(text)
	}
}

// note keeps a line that says how the program ran, such as "Window creation: MPI_Win_allocate".
func (o *osu) note(text []byte) {
	name, value, found := strings.Cut(clean(text), ":")
	if !found || strings.HasPrefix(name, "[") {
		name, value = "note", clean(text)
	}
	o.result.Texts = append(o.result.Texts, report.Text{Name: slug(name), Text: strings.TrimSpace(value)})
}

// gap is what stands between the titles of columns: a tab or two blanks, and more of them.
var gap = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[ \t]*(?:  |\t)[ \t]*`) })

// table begins a table with the titles of its columns.
func (o *osu) table(text []byte) {
	titles := gap().Split(clean(text), -1)
	o.columns, o.sized, o.curves, o.rows = nil, titles[0] == "Size", len(o.result.Curves), 0
	for _, title := range titles {
		o.columns = append(o.columns, report.Column{Field: osuField(title)})
	}
	if !o.sized {
		return
	}
	for _, c := range o.columns[1:] {
		o.result.Curves = append(o.result.Curves, report.Curve{X: o.columns[0], Y: c, LogX: true, LogY: c.Unit != "%"})
	}
}

// windows begins a table of osu_mbw_mr -V, with a column for each number of messages that are under way at once.
func (o *osu) windows(text []byte) {
	o.columns, o.sized, o.curves, o.rows = []report.Column{columnOf(&osuKind, "size")}, true, len(o.result.Curves), 0
	for window := range bytes.FieldsSeq(text) {
		column := columnOf(&osuKind, o.field)
		o.columns = append(o.columns, column)
		o.result.Curves = append(o.result.Curves, report.Curve{
			Name: "window " + clean(window), X: o.columns[0], Y: column, LogX: true, LogY: true,
		})
	}
}

// osuField returns the field of a column's title, such as "Avg Latency(us)".
func osuField(title string) report.Field {
	if name, found := osuColumns[title]; found {
		return fieldOf(&osuKind, name)
	}
	name, unit, _ := strings.Cut(title, "(")
	field := fieldOf(&osuKind, slug(name))
	if field.Doc == "" {
		field.Title, field.Unit = strings.TrimSpace(name), strings.TrimSuffix(unit, ")")
	}
	return field
}

// row reads a row of the table. A launcher or a package manager may also print lines that begin with a number; these are no rows.
func (o *osu) row(text []byte, l line) {
	words := bytes.Fields(text)
	read := make([]float64, len(words))
	for i, word := range words {
		value, ok := finite(word)
		switch {
		case !ok && i < 2, o.columns == nil:
			return
		case !ok: // option -c of version 7 adds Pass or Fail
			value = report.Unknown
			if string(word) == "Fail" {
				o.result.Fault = "its check of the data failed"
			}
		}
		read[i] = value
	}
	if len(words) != len(o.columns) {
		o.source.lost(l.number, "a row of "+o.result.Title+" has "+itoa(len(words))+" columns and not "+itoa(len(o.columns)))
		return
	}
	o.rows++
	o.keep(read, l)
}

func (o *osu) keep(read []float64, l line) {
	o.source.doubt(&o.result, o.columns[len(o.columns)-1].Field, l)
	if !o.sized {
		for i, c := range o.columns {
			o.result.Values = append(o.result.Values, report.Value{Field: c.Field, Value: read[i], Time: l.time})
		}
		return
	}
	for i := range o.columns[1:] {
		addPoint(&o.result.Curves[o.curves+i], read[0], read[i+1])
	}
}

// init reads "nprocs: 2, min: 110 ms, max: 111 ms, avg: 110 ms".
func (o *osu) init(text []byte) {
	for part := range bytes.SplitSeq(text, []byte(",")) {
		name, value, _ := bytes.Cut(bytes.TrimSpace(part), []byte(":"))
		words := bytes.Fields(value)
		if len(words) == 0 {
			continue
		}
		if read, ok := number(words[0]); ok {
			o.value(slug(string(name)), read)
		}
	}
}

func (o *osu) value(name string, read float64) {
	o.result.Values = append(o.result.Values, report.Value{Field: fieldOf(&osuKind, name), Value: read, Time: report.Unknown})
}

func (o *osu) end(last int) {
	if o.rows == 0 && len(o.result.Values) == 0 {
		o.result.Fault = "it printed no figures"
		o.source.lost(last, o.result.Title+" printed no figures")
	}
	o.source.add(o.result)
}

var osuKind = report.Kind{
	Name:    "osu",
	Title:   "OSU Micro-Benchmarks",
	Metrics: []string{"network-osu-benchmark"},
	Form:    "OSU Micro-Benchmarks 5.7 to 7.5, util/osu_util.c and util/osu_util_mpi.c; one result for each program",
	URL:     "https://mvapich.cse.ohio-state.edu/benchmarks/",
	Merit:   []string{"latency", "avg_latency", "bandwidth", "avg"},
	Fields: []report.Field{
		{Name: "size", Title: "message size", Unit: "B", Doc: "size of a message, the x axis of all curves"},
		{Name: "latency", Title: "latency", Unit: "us", Better: report.Lower, At: 8, Doc: "time of one message from one process to the other; of pairs, the average"},
		{Name: "avg_latency", Title: "average latency", Unit: "us", Better: report.Lower, At: 8, Doc: "time of a collective operation, average of all processes"},
		{Name: "min_latency", Title: "least latency", Unit: "us", Better: report.Lower, Doc: "time of the fastest process (option -f)"},
		{Name: "max_latency", Title: "greatest latency", Unit: "us", Better: report.Lower, Doc: "time of the slowest process (option -f)"},
		{Name: "iterations", Title: "iterations", Doc: "number of repetitions (option -f)"},
		{Name: "bandwidth", Title: "bandwidth", Unit: "MB/s", Better: report.Higher, Doc: "data that passed, of all pairs together; 1 MB is 1,000,000 B"},
		{Name: "message_rate", Title: "message rate", Unit: "1/s", Better: report.Higher, Doc: "messages of all pairs together"},
		{Name: "overall", Title: "overall", Unit: "us", Better: report.Lower, Doc: "time of a non-blocking operation together with computing"},
		{Name: "compute", Title: "compute", Unit: "us", Doc: "time of the computing alone"},
		{Name: "coll_init", Title: "start", Unit: "us", Better: report.Lower, Doc: "time to start the operation (option -f)"},
		{Name: "mpi_test", Title: "MPI_Test", Unit: "us", Better: report.Lower, Doc: "time of the calls of MPI_Test (option -f)"},
		{Name: "mpi_wait", Title: "MPI_Wait", Unit: "us", Better: report.Lower, Doc: "time of the call of MPI_Wait (option -f)"},
		{Name: "pure_comm", Title: "communication", Unit: "us", Better: report.Lower, Doc: "time of the operation without computing"},
		{Name: "overlap", Title: "overlap", Unit: "%", Better: report.Higher, Doc: "share of the communication that computing hides"},
		{Name: "nprocs", Title: "processes", Doc: "number of processes (osu_init, osu_hello)"},
		{Name: "min", Title: "least", Unit: "ms", Better: report.Lower, Doc: "time of MPI_Init, fastest process (osu_init)"},
		{Name: "max", Title: "greatest", Unit: "ms", Better: report.Lower, Doc: "time of MPI_Init, slowest process (osu_init)"},
		{Name: "avg", Title: "average", Unit: "ms", Better: report.Lower, Doc: "time of MPI_Init, average (osu_init)"},
	},
}

// osuColumns are the fields of columns whose title is not that of the field.
var osuColumns = map[string]string{
	"MB/s": "bandwidth", "Messages/s": "message_rate", "Coll. Init(us)": "coll_init", "Pure Comm.(us)": "pure_comm",
	"Latency (us)": "latency", "Bandwidth (MB/s)": "bandwidth",
}

// osuPrograms are the programs by the titles that they print. A title with an accelerator, as in MPI-CUDA, is the same.
var osuPrograms = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"MPI Allgather Latency Test":                                      "osu_allgather",
		"MPI Allgatherv Latency Test":                                     "osu_allgatherv",
		"MPI Allreduce Latency Test":                                      "osu_allreduce",
		"MPI All-to-All Personalized Exchange Latency Test":               "osu_alltoall",
		"MPI All-to-Allv Personalized Exchange Latency Test":              "osu_alltoallv",
		"MPI Barrier Latency Test":                                        "osu_barrier",
		"MPI Broadcast Latency Test":                                      "osu_bcast",
		"MPI Gather Latency Test":                                         "osu_gather",
		"MPI Gatherv Latency Test":                                        "osu_gatherv",
		"MPI Non-blocking Allgather Latency Test":                         "osu_iallgather",
		"MPI Non-blocking Allgatherv Latency Test":                        "osu_iallgatherv",
		"MPI Non-blocking Allreduce Latency Test":                         "osu_iallreduce",
		"MPI Non-blocking All-to-All Latency Test":                        "osu_ialltoall",
		"MPI Non-blocking All-to-Allv Personalized Exchange Latency Test": "osu_ialltoallv",
		"MPI Non-blocking All-to-Allw Personalized Exchange Latency Test": "osu_ialltoallw",
		"MPI Non-blocking Barrier Latency Test":                           "osu_ibarrier",
		"MPI Non-Blocking Broadcast Latency Test":                         "osu_ibcast",
		"MPI Non-blocking Gather Latency Test":                            "osu_igather",
		"MPI Non-blocking Gatherv Latency Test":                           "osu_igatherv",
		"MPI Non-blocking Reduce Latency Test":                            "osu_ireduce",
		"MPI Non-blocking Scatter Latency Test":                           "osu_iscatter",
		"MPI Non-blocking Scatterv Latency Test":                          "osu_iscatterv",
		"MPI Reduce Latency Test":                                         "osu_reduce",
		"MPI Reduce_scatter Latency Test":                                 "osu_reduce_scatter",
		"MPI Scatter Latency Test":                                        "osu_scatter",
		"MPI Scatterv Latency Test":                                       "osu_scatterv",
		"MPI_Accumulate latency Test":                                     "osu_acc_latency",
		"MPI_Compare_and_swap latency Test":                               "osu_cas_latency",
		"MPI_Fetch_and_op latency Test":                                   "osu_fop_latency",
		"MPI_Get_accumulate latency Test":                                 "osu_get_acc_latency",
		"MPI_Get Bandwidth Test":                                          "osu_get_bw",
		"MPI_Get latency Test":                                            "osu_get_latency",
		"MPI_Put Bi-directional Bandwidth Test":                           "osu_put_bibw",
		"MPI_Put Bandwidth Test":                                          "osu_put_bw",
		"MPI_Put Latency Test":                                            "osu_put_latency",
		"MPI Bi-Directional Bandwidth Test":                               "osu_bibw",
		"MPI Bandwidth Test":                                              "osu_bw",
		"MPI Latency Test":                                                "osu_latency",
		"MPI Multi-process Latency Test":                                  "osu_latency_mp",
		"MPI Multi-threaded Latency Test":                                 "osu_latency_mt",
		"MPI Multiple Bandwidth / Message Rate Test":                      "osu_mbw_mr",
		"MPI Multi Latency Test":                                          "osu_multi_lat",
		"MPI Hello World Test":                                            "osu_hello",
		"MPI Init Test":                                                   "osu_init",
	}
})
