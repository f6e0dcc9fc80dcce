package parse

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// isOld tells whether a report is the first of a call, the average since the node booted. With an interval the metric leaves it out (-y).
func (d *document) isOld() bool {
	interval, _ := finite([]byte(d.source.out.Options["interval"]))
	if d.called || interval > 0 {
		return false
	}
	d.called, d.passed = true, d.passed+1
	return true
}

// iostat adds the samples of a document, as iostat -o JSON prints it.
func (d *document) iostat(text []byte, l *line) {
	var read struct {
		Hosts []struct {
			Statistics []struct {
				Timestamp string           `json:"timestamp"`
				CPU       map[string]any   `json:"avg-cpu"`
				Disks     []map[string]any `json:"disk"`
			} `json:"statistics"`
		} `json:"hosts"`
	}
	if err := json.Unmarshal(text, &read); err != nil {
		d.source.log.lost(d.first, l.number, "the document is not as iostat prints it: "+err.Error())
		return
	}
	d.begin = cmp.Or(d.begin, d.first)
	for _, host := range read.Hosts {
		d.called = false
		for _, sample := range host.Statistics {
			at, absolute := d.time(sample.Timestamp, l)
			if d.count++; d.isOld() {
				continue
			}
			for _, disk := range sample.Disks {
				name, _ := disk["disk_device"].(string)
				d.row(name, disk, at, absolute)
			}
			if len(sample.CPU) > 0 {
				d.row("processors", sample.CPU, at, absolute)
			}
		}
	}
}

// time returns the time of a sample: its own (S_TIME_FORMAT=ISO), that of the line, or the number of the sample times the option rate.
func (d *document) time(timestamp string, l *line) (float64, bool) {
	if at, err := time.Parse("2006-01-02T15:04:05-0700", timestamp); err == nil {
		return seconds(at), true
	}
	if report.Known(l.time) {
		return l.time, true
	}
	rate, ok := finite([]byte(d.source.out.Options["rate"]))
	if !ok || rate <= 0 || rate > day {
		rate = 1
	}
	return float64(d.count) * rate, false
}

func (d *document) row(name string, row map[string]any, at float64, absolute bool) {
	sample := d.samples.begin(report.Process{Name: clean([]byte(name))}, at, absolute)
	for _, key := range slices.SortedFunc(maps.Keys(row), compareFields) {
		if value, ok := row[key].(float64); ok {
			sample.put(fieldOf(kindOf("iostat"), clean([]byte(key))), value)
		}
	}
}

func compareFields(a, b string) int {
	return cmp.Or(cmp.Compare(kindOf("iostat").Index(a), kindOf("iostat").Index(b)), strings.Compare(a, b))
}

// isDevices tells whether a line has the titles of a table for people: other programs list devices and their bandwidth too.
func isDevices(text []byte) bool {
	if !bytes.HasPrefix(text, []byte("Device")) {
		return false
	}
	titles := strings.Fields(string(text))
	return len(titles) > 1 && slices.Contains([]string{"tps", "r/s", "rrqm/s"}, titles[1])
}

// table reads a line of the tables for people.
func (d *document) table(l *line) {
	if bytes.HasPrefix(l.text, []byte("Linux ")) {
		d.called = false
	}
	if d.columns == nil && !isDevices(l.text) {
		return
	}
	words := bytes.Fields(l.words)
	switch {
	case len(words) == 0:
		d.columns = nil
	case isDevices(l.text):
		d.at, d.exact = d.time("", l)
		d.begin, d.columns = cmp.Or(d.begin, l.number), strings.Fields(clean(l.text))[1:]
		d.count++
		d.old = d.isOld()
	case d.old:
	default:
		read, row := numbers(l.words[len(words[0]):]), map[string]any{}
		if len(read) != len(d.columns) {
			d.source.lost(l.number, "a row of iostat is not as its columns are")
			return
		}
		for i, name := range d.columns {
			row[strings.TrimPrefix(name, "%")] = read[i]
		}
		d.row(string(words[0]), row, d.at, d.exact)
	}
}
