package parse

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// bpftraceFamily reads the maps that perf-bpftrace prints: a line of JSON each, after a line with the time of the sample.
var bpftraceFamily = family{
	kinds:  []*report.Kind{&bpftraceKind},
	begins: isBpftrace,
	start:  func(s *source) parser { return &bpftrace{source: s, at: report.Unknown} },
}

var bpftraceKind = report.Kind{
	Name:    "bpftrace",
	Title:   "what the kernel saw (bpftrace)",
	Metrics: []string{"perf-bpftrace"},
	Form:    "bpftrace 0.17, src/output.cpp (JSON); fields are maps of the programs, of each command; a histogram gives its count and quantiles",
	URL:     "https://github.com/bpftrace/bpftrace",
}

type bpftrace struct {
	source  *source
	samples samples
	first   int     // line of the first sample
	at      float64 // of the open sample
}

func isBpftrace(text []byte) bool {
	return bytes.HasPrefix(text, []byte(`{"type": "time", "data": "`)) || bytes.HasPrefix(text, []byte(`{"type": "map", "data": {"@`))
}

// A bucket counts values from Min to Max.
type bucket struct{ Min, Max, Count float64 }

func (b *bpftrace) line(l line) {
	var read struct {
		Type string
		Data json.RawMessage
	}
	if !bytes.HasPrefix(l.text, []byte(`{"type": `)) {
		return
	}
	err := json.Unmarshal(l.text, &read)
	switch {
	case err != nil:
	case read.Type == "time":
		var text string
		err = json.Unmarshal(read.Data, &text)
		if b.at = l.time; err == nil {
			b.at = float64(atoi([]byte(strings.TrimSpace(text))))
		}
		b.first = cmp.Or(b.first, l.number)
	case read.Type == "lost_events":
		var lost struct{ Events int }
		err = json.Unmarshal(read.Data, &lost)
		b.source.lost(l.number, fmt.Sprintf("bpftrace lost %d events", lost.Events))
	case read.Type == "map":
		err = each(read.Data, func(name, key string, value float64) { b.put(name, key, "", value) })
	case read.Type == "hist":
		err = each(read.Data, b.histogram)
	}
	if err != nil {
		b.source.lost(l.number, "a line is not as bpftrace prints it: "+err.Error())
	}
}

// each calls put with each value of the maps in data, in order of their names and keys.
func each[V any](data []byte, put func(name, key string, value V)) error {
	var read map[string]map[string]V
	err := json.Unmarshal(data, &read)
	for _, name := range slices.Sorted(maps.Keys(read)) {
		for _, key := range slices.Sorted(maps.Keys(read[name])) {
			put(strings.TrimPrefix(name, "@"), key, read[name][key])
		}
	}
	return err
}

// put adds a value. The key has the command, and for some maps a comma and what the command did: a system call, a file.
func (b *bpftrace) put(name, key, part string, value float64) {
	command, what, found := strings.Cut(key, ",")
	if found {
		command += " " + what
	}
	of := report.Process{Name: clean([]byte(command))}
	sample := b.samples.of[of]
	if sample == nil || sample.Times[len(sample.Times)-1] != b.at {
		sample = b.samples.begin(of, b.at, true)
	}
	unit := ""
	for suffix, its := range map[string]string{"_us": "us", "_ns": "ns", "_bytes": "B"} {
		if stem, found := strings.CutSuffix(name, suffix); found {
			name, unit = stem, its
			break
		}
	}
	if part == "count" {
		unit = ""
	}
	if part != "" {
		name += "_" + part
	}
	sample.put(report.Field{Name: name, Title: strings.ReplaceAll(name, "_", " "), Unit: unit, Group: name}, value)
}

// histogram adds the number of values in a histogram, and its quantiles.
func (b *bpftrace) histogram(name, key string, buckets []bucket) {
	var count float64
	for _, one := range buckets {
		count += one.Count
	}
	b.put(name, key, "count", count)
	for _, quantile := range []struct {
		part string
		of   float64
	}{{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}} {
		b.put(name, key, quantile.part, quantileOf(buckets, quantile.of*count))
	}
}

// quantileOf returns the value below which so many values of a histogram lie. Within a bucket they are taken to lie evenly.
func quantileOf(buckets []bucket, rank float64) float64 {
	for _, one := range buckets {
		if rank <= one.Count && one.Count > 0 {
			return one.Min + (one.Max-one.Min)*rank/one.Count
		}
		rank -= one.Count
	}
	return report.Unknown
}

func (b *bpftrace) end(int) {}

func (b *bpftrace) finish() { b.source.addSamples(&bpftraceKind, b.first, b.samples.all()) }
