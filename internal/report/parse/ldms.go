package parse

import (
	"bytes"
	"cmp"
	"time"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// ldmsFamily reads what ldms_ls -l prints of each metric set.
func ldmsFamily() family {
	return family{
		kinds:  []*report.Kind{kindOf("ldms")},
		starts: charactersOf(letters + digits),
		begins: func(text []byte) bool { return ldmsSet(text) != nil },
		start:  func(s *source) parser { return &ldms{source: s} },
	}
}

// Names of metric sets start with one of these.
const (
	letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	digits  = "0123456789"
)

type ldms struct {
	source  *source
	samples samples
	first   int      // line of the first sample
	open    *sampled // the set that is read now, or nil
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
	words := bytes.Fields(text)
	switch name := ldmsSet(text); {
	case name != nil:
		d.set(name, text, l)
	case len(words) == 0:
		d.open = nil
	case d.open != nil && len(words) >= 4 && string(words[0]) == "D":
		d.metric(words)
	}
}

// set begins a set.
func (d *ldms) set(name, text []byte, l line) {
	d.open = nil
	if bytes.Contains(text, []byte(": inconsistent, ")) {
		d.source.lost(l.number, "LDMS had no whole sample of the set "+clean(name))
		return
	}
	at, ok := ldmsTime(text)
	if !ok {
		d.source.lost(l.number, "the time of a sample is not as LDMS writes it")
		return
	}
	d.first = cmp.Or(d.first, l.number)
	d.open = d.samples.begin(report.Process{Name: clean(name)}, at, true)
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
func (d *ldms) metric(words [][]byte) {
	value, ok := number(words[3])
	if !ok {
		return
	}
	name := clean(words[2])
	field := report.Field{Name: name, Title: name}
	if len(words) > 4 {
		field.Unit = clean(words[4])
	}
	d.open.put(field, value)
}

func (d *ldms) end(int) { d.open = nil }

func (d *ldms) finish() { d.source.addSamples(kindOf("ldms"), d.first, d.samples.all()) }
