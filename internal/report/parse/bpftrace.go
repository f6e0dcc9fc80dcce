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

// bpftrace reads the maps that perf-bpftrace prints: a line of JSON each, after a line with the time of the sample.
type bpftrace struct {
	source     *source
	samples    samples
	histograms []*histogram
	machine    string  // as uname says it, or ""
	first      int     // line of the first sample
	at         float64 // of the open sample
}

func (b *bpftrace) line(l *line) {
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
	case read.Type == "machine":
		err = json.Unmarshal(read.Data, &b.machine)
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
		err = each(read.Data, b.put)
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

// put adds a value to the open sample.
func (b *bpftrace) put(name, key string, value float64) {
	b.sample(b.about(name, key)).put(mapField(name, ""), value)
}

// sample returns the open sample of a command.
func (b *bpftrace) sample(about string) *sampled {
	of := report.Process{Name: about}
	sample := b.samples.of[of]
	if sample == nil || sample.Times[len(sample.Times)-1] != b.at {
		sample = b.samples.begin(of, b.at, true)
	}
	return sample
}

// about returns what a value is about. The key has the command, and for some maps a comma and what the command did: a system call, a file.
func (b *bpftrace) about(name, key string) string {
	command, what, found := strings.Cut(key, ",")
	if found && strings.HasPrefix(name, "syscalls_") {
		what = systemCall(b.machine, what)
	}
	return clean([]byte(report.Join(command, what)))
}

// mapField returns the field of a map, or of a part of its histogram. The end of the map's name is its unit.
func mapField(name, part string) *report.Field {
	field := &report.Field{Name: name}
	for suffix, unit := range map[string]string{"_us": "us", "_ns": "ns", "_bytes": "B"} {
		if stem, found := strings.CutSuffix(name, suffix); found {
			field.Name, field.Unit = stem, unit
			break
		}
	}
	field.Group = field.Name
	if part != "" {
		field.Name += "_" + part
		field.Group = field.Name
	}
	if field.Title = strings.ReplaceAll(field.Name, "_", " "); part == "count" {
		field.Unit = ""
	}
	return field
}

func (b *bpftrace) end(int) {}

// finish adds the samples, and the histograms of the whole log.
func (b *bpftrace) finish() {
	result := report.Result{Kind: kindOf("bpftrace"), Line: b.first, Time: report.Unknown, Series: b.samples.all()}
	for _, one := range b.histograms {
		result.Values = append(result.Values, one.quantiles()...)
		result.Tables = append(result.Tables, one.Table)
	}
	b.source.add(result)
}
