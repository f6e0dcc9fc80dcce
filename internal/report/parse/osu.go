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
