package parse

import (
	"bytes"
	"cmp"
	"time"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// ldms reads what ldms_ls -l prints of each metric set.
type ldms struct {
	source  *source
	samples samples
	first   int      // line of the first sample
	open    *sampled // the set that is read now, or nil
}

func newLDMS(s *source) parser { return &ldms{source: s} }

func (d *ldms) line(l *line) {
	words := bytes.Fields(l.text)
	switch set, ok := parsed()["ldms"].Begin[0].match(l.words); {
	case ok:
		d.set(set, l)
	case len(words) == 0:
		d.open = nil
	case d.open != nil && len(words) >= 4 && string(words[0]) == "D":
		d.metric(words)
	}
}

// set begins a set, which has a name, a state and a time.
func (d *ldms) set(set []match, l *line) {
	d.open = nil
	name := clean(set[0].text)
	if string(set[1].text) == "inconsistent" {
		d.source.lost(l.number, "LDMS had no whole sample of the set "+name)
		return
	}
	at, ok := ldmsTime(set[2].text)
	if !ok {
		d.source.lost(l.number, "the time of a sample is not as LDMS writes it")
		return
	}
	d.first = cmp.Or(d.first, l.number)
	d.open = d.samples.begin(report.Process{Name: name}, at, true)
}

// ldmsTime reads "Thu Aug 17 00:03:16 2023 +0000 [5150", in microseconds.
func ldmsTime(text []byte) (float64, bool) {
	date, micro, _ := bytes.Cut(text, []byte(" ["))
	read, err := time.Parse("Mon Jan 02 15:04:05 2006 -0700", string(date))
	if err != nil {
		return 0, false
	}
	after, _ := number(micro)
	return seconds(read) + after/1e6, true
}

// metric reads "D u64          MemFree                                    102768 kB".
func (d *ldms) metric(words [][]byte) {
	value, ok := number(words[3])
	if !ok {
		return
	}
	name := clean(words[2])
	field := &report.Field{Name: name, Title: name}
	if len(words) > 4 {
		field.Unit = clean(words[4])
	}
	d.open.put(field, value)
}

func (d *ldms) end(int) { d.open = nil }

func (d *ldms) finish() { d.source.addSamples(kindOf("ldms"), d.first, d.samples.all()) }
