package parse

import (
	"bytes"
	"time"

	"github.com/latchkey-dev/latchkey/report"
)

// ldmsFamily reads what ldms_ls -l prints of each metric set.
var ldmsFamily = family{
	kinds:  []*report.Kind{&ldmsKind},
	begins: func(text []byte) bool { return ldmsSet(text) != nil },
	start:  func(s *source) parser { return &ldms{source: s, sets: map[string]*ldmsSeries{}} },
	lasts:  true,
}

var ldmsKind = report.Kind{
	Name:    "ldms",
	Title:   "LDMS",
	Metrics: []string{"app-ldms"},
	Form:    "OVIS 4, ldms/src/ldmsd/ldms_ls.c; metrics are those of the samplers, by their own names; texts, arrays and meta data are left out",
	URL:     "https://github.com/ovis-hpc/ovis",
}

type ldms struct {
	source *source
	sets   map[string]*ldmsSeries
	order  []*ldmsSeries
	first  int
	open   *ldmsSeries // the set whose metrics come now
}

// ldmsSeries is the samples of a set.
type ldmsSeries struct {
	report.Series
	places map[string]int // of fields
}

// ldmsSet cuts "NAME: consistent, last update: TIME [MICROSECONDSus]" at the name, or returns nil.
func ldmsSet(text []byte) []byte {
	for _, mark := range []string{": consistent, last update: ", ": inconsistent, last update: "} {
		if name, _, found := bytes.Cut(text, []byte(mark)); found {
			return name
		}
	}
	return nil
}

func (d *ldms) line(l line) {
	text := bytes.TrimSpace(l.text)
	if name := ldmsSet(text); name != nil {
		d.set(name, text, l)
		return
	}
	if d.open == nil {
		return
	}
	words := bytes.Fields(text)
	switch {
	case len(words) == 0:
		d.close()
	case len(words) < 4 || len(words[0]) != 1:
	case words[0][0] == 'D':
		d.metric(words, l)
	}
}

// set begins a set.
func (d *ldms) set(name, text []byte, l line) {
	d.close()
	if bytes.Contains(text, []byte(": inconsistent, ")) {
		d.source.lost(l.number, "LDMS had no whole sample of the set "+clean(name))
		return
	}
	if d.first == 0 {
		d.first = l.number
	}
	at, ok := ldmsTime(text)
	if !ok {
		d.source.lost(l.number, "the time of a sample is not as LDMS writes it")
		return
	}
	d.open = d.sets[string(name)]
	if d.open == nil {
		d.open = &ldmsSeries{places: map[string]int{}}
		d.open.Process, d.open.Absolute = report.Process{Name: clean(name)}, true
		d.sets[string(name)] = d.open
		d.order = append(d.order, d.open)
	}
	d.open.Times = append(d.open.Times, at)
}

// ldmsTime reads "last update: Thu Aug 17 00:03:16 2023 +0000 [5150us]".
func ldmsTime(text []byte) (float64, bool) {
	_, rest, _ := bytes.Cut(text, []byte("last update: "))
	date, rest, _ := bytes.Cut(rest, []byte(" ["))
	read, err := time.Parse("Mon Jan 02 15:04:05 2006 -0700", string(date))
	if err != nil {
		return 0, false
	}
	micro, _, _ := bytes.Cut(rest, []byte("us]"))
	return seconds(read) + float64(atoi(micro))/1e6, true
}

// metric reads "D u64          MemFree                                    102768 kB".
func (d *ldms) metric(words [][]byte, l line) {
	value, ok := number(words[3])
	if !ok {
		return
	}
	at, known := d.open.places[string(words[2])]
	if !known {
		if len(d.open.Times) > 1 {
			d.source.lost(l.number, "the set has a metric that its first sample did not have")
			return
		}
		at = len(d.open.Fields)
		name := clean(words[2])
		d.open.places[string(words[2])] = at
		field := report.Field{Name: name, Title: name}
		if len(words) > 4 {
			field.Unit = clean(words[4])
		}
		d.open.Fields = append(d.open.Fields, field)
		d.open.Values = append(d.open.Values, nil)
	}
	d.fill(at)
	if column := &d.open.Values[at]; len(*column) < len(d.open.Times) {
		*column = append(*column, value)
	}
}

// fill notes that a metric was missing in earlier samples.
func (d *ldms) fill(at int) {
	column := &d.open.Values[at]
	for len(*column) < len(d.open.Times)-1 {
		*column = append(*column, report.Unknown)
	}
}

// close fills the metrics that a sample did not have.
func (d *ldms) close() {
	if d.open == nil {
		return
	}
	for i := range d.open.Values {
		for len(d.open.Values[i]) < len(d.open.Times) {
			d.open.Values[i] = append(d.open.Values[i], report.Unknown)
		}
	}
	d.open = nil
}

func (d *ldms) end(int) { d.close() }

func (d *ldms) finish() {
	result := report.Result{Kind: &ldmsKind, Line: d.first, Time: report.Unknown}
	for _, s := range d.order {
		if len(s.Fields) > 0 {
			result.Series = append(result.Series, s.Series)
		}
	}
	d.source.add(result)
}
