package parse

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// newDocumentProgram reads JSON documents, as fio, iperf3 and iostat print them. A brace alone may be of any program: the line after
// it begins a document.
func newDocumentProgram() *program {
	p := readBy(func(s *source) parser { return &document{source: s} }, "iostat")
	p.beside = []*report.Kind{kindOf("fio"), kindOf("iperf3")}
	p.begins = func(l *line) bool {
		return bytes.HasPrefix(l.text, []byte("{")) && isDocument(l.text) || isSecond(l) || isDevices(l.text)
	}
	return p
}

// document collects the lines of a document: from a brace in the first column to the next one, or one line.
type document struct {
	source *source
	open   bool
	first  int
	text   []byte

	fioRead, fioAll int // documents of fio in an output: those that were read, and all

	// Of iostat:
	samples samples
	begin   int      // line of the first sample
	count   int      // of samples
	columns []string // of the open table for people, or nil
	at      float64  // of this table
	exact   bool
	called  bool // this call of iostat has printed a report
	old     bool // the open table is left out
	passed  int  // reports that were left out
}

func (d *document) line(l *line) {
	if bytes.HasPrefix(bytes.TrimPrefix(l.words, []byte("{")), fioVersion) {
		d.fioAll++
	}
	switch {
	case !d.open && isSecond(l):
		d.open, d.first, d.text = true, l.number-1, append(append(d.text[:0], "{\n"...), l.text...)
	case len(l.text) > 0 && l.text[0] == '{':
		if d.open {
			d.lost(l.number-1, broken)
		}
		if len(bytes.TrimSpace(l.text)) > 1 && !isDocument(l.text[:min(len(l.text), len(fioVersion)+2)]) {
			return // of another program
		}
		d.open, d.first, d.text = true, l.number, append(d.text[:0], l.text...)
	case !d.open:
		d.table(l)
		return
	default:
		d.text = append(append(d.text, '\n'), l.text...)
	}
	switch {
	case len(d.text) > start && !isDocument(d.text):
		d.open = false // it is of another program
	case len(d.text) > longest:
		d.lost(l.number, "the document is too long")
	case bytes.HasPrefix(l.text, []byte("}")), bytes.HasPrefix(l.text, []byte("{")) && json.Valid(l.text):
		d.read(l)
	}
}

// start is how many bytes of a document name its program.
const start = 100

var fioVersion, sysstat = []byte(`"fio version"`), []byte(`"sysstat"`)

// starts are what is in the start of a document; iperf3 prints a tab, and jq a blank.
var starts = [][]byte{fioVersion, sysstat, []byte("\"start\":\t{"), []byte(`"start": {`)}

// isDocument tells by its start whether a document is one of fio, iperf3 or iostat.
func isDocument(text []byte) bool {
	text = text[:min(len(text), start)]
	return slices.ContainsFunc(starts, func(word []byte) bool { return bytes.Contains(text, word) })
}

// isSecond tells whether a line is the second of a document whose first is a brace.
func isSecond(l *line) bool {
	return len(l.words) > 0 && l.words[0] == '"' && slices.ContainsFunc(starts, func(word []byte) bool { return bytes.HasPrefix(l.words, word) })
}

const broken = "the document was cut, or the lines of several are mixed"

func (d *document) read(l *line) {
	d.open = false
	var top struct {
		Fio     string          `json:"fio version"`
		Sysstat json.RawMessage `json:"sysstat"`
		Start   json.RawMessage `json:"start"`
	}
	if json.Unmarshal(d.text, &top) != nil {
		d.lost(l.number, broken)
		return
	}
	switch {
	case top.Fio != "":
		d.fioRead++
		d.fio(l)
	case top.Sysstat != nil:
		d.iostat(top.Sysstat, l)
	case bytes.Contains(top.Start, []byte(`"iperf 3`)):
		d.iperf(l)
	}
}

// lost notes a document that could not be read, if it was one of fio or iostat.
func (d *document) lost(last int, what string) {
	d.open = false
	if isDocument(d.text) {
		d.source.log.lost(d.first, last, what)
	}
}

func (d *document) end(last int) {
	if d.open {
		d.lost(last, broken)
	}
	if d.fioRead > 0 && d.fioRead < d.fioAll {
		d.source.log.lost(last, last, "fio: "+itoa(d.fioRead)+" of the "+itoa(d.fioAll)+" documents before this line could be read, and the figures are of these: write each task's output to a file of its own")
	}
	d.fioRead, d.fioAll = 0, 0
	d.columns, d.called = nil, false
}

func (d *document) finish() {
	if d.passed > 0 {
		d.source.lost(d.begin, itoa(d.passed)+" of the "+itoa(d.count)+" reports of iostat are left out: the first of each call is the average since the node booted. iostat -y prints none")
	}
	d.source.addSamples(kindOf("iostat"), d.begin, d.samples.all())
}
