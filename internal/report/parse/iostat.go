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

// iostat collects the samples of devices.
type iostat struct {
	source  *source
	samples samples
	first   int      // line of the first sample
	count   int      // of samples
	columns []string // of the open table for people, or nil
	at      float64  // of this table
	exact   bool
}

// iostatDocument is what is read of the output of iostat -o JSON.
type iostatDocument struct {
	Hosts []struct {
		Date       string `json:"date"`
		Statistics []struct {
			Timestamp string             `json:"timestamp"`
			CPU       map[string]float64 `json:"avg-cpu"`
			Disks     []map[string]any   `json:"disk"`
		} `json:"statistics"`
	} `json:"hosts"`
}

// document adds the samples of a document.
func (s *iostat) document(text []byte, first int, l line) {
	var read iostatDocument
	if err := json.Unmarshal(text, &read); err != nil {
		s.source.log.lost(first, l.number, "the document is not as iostat prints it: "+err.Error())
		return
	}
	s.first = cmp.Or(s.first, first)
	for _, host := range read.Hosts {
		for _, sample := range host.Statistics {
			at, absolute := s.time(sample.Timestamp, l)
			for _, disk := range sample.Disks {
				name, _ := disk["disk_device"].(string)
				s.row(name, disk, at, absolute)
			}
			if len(sample.CPU) > 0 {
				row := map[string]any{}
				for key, value := range sample.CPU {
					row[key] = value
				}
				s.row("processors", row, at, absolute)
			}
			s.count++
		}
	}
}

// time returns the time of a sample: its own (S_TIME_FORMAT=ISO), the time of the line, or the number of the sample times the
// option rate.
func (s *iostat) time(timestamp string, l line) (float64, bool) {
	if at, err := time.Parse("2006-01-02T15:04:05-0700", timestamp); err == nil {
		return seconds(at), true
	}
	if report.Known(l.time) {
		return l.time, true
	}
	rate, ok := finite([]byte(s.source.out.Options["rate"]))
	if !ok || rate <= 0 || rate > day {
		rate = 1
	}
	return float64(s.count) * rate, false
}

// row adds the figures of a device.
func (s *iostat) row(name string, row map[string]any, at float64, absolute bool) {
	sample := s.samples.begin(report.Process{Name: clean([]byte(name))}, at, absolute)
	for _, key := range slices.SortedFunc(maps.Keys(row), compareFields) {
		if value, ok := row[key].(float64); ok {
			sample.put(*fieldOf(&iostatKind, clean([]byte(key))), value)
		}
	}
}

// compareFields sorts keys as iostatKind has them.
func compareFields(a, b string) int {
	return cmp.Or(cmp.Compare(iostatKind.Index(a), iostatKind.Index(b)), strings.Compare(a, b))
}

// isDevices tells whether a line has the titles of a table for people.
func isDevices(text []byte) bool {
	return bytes.HasPrefix(text, []byte("Device")) && bytes.Contains(text, []byte("/s "))
}

// line reads the tables for people.
func (s *iostat) line(l line) {
	if s.columns == nil && !isDevices(l.text) {
		return
	}
	words := bytes.Fields(l.text)
	switch {
	case len(words) == 0:
		s.columns = nil
	case isDevices(l.text):
		s.columns = nil
		s.at, s.exact = s.time("", l)
		s.first = cmp.Or(s.first, l.number)
		for _, word := range words[1:] {
			s.columns = append(s.columns, strings.TrimPrefix(clean(word), "%"))
		}
		s.count++
	case len(words) != len(s.columns)+1:
		s.source.lost(l.number, "a row of iostat is not as its columns are")
	default:
		s.words(words, l)
	}
}

func (s *iostat) words(words [][]byte, l line) {
	row := map[string]any{}
	for i, word := range words[1:] {
		value, ok := number(word)
		if !ok {
			s.source.lost(l.number, "a row of iostat has a column that is no number")
			return
		}
		row[s.columns[i]] = value
	}
	s.row(string(words[0]), row, s.at, s.exact)
}

func (s *iostat) end() { s.columns = nil }

func (s *iostat) finish() { s.source.addSamples(&iostatKind, s.first, s.samples.all()) }

var iostatKind = report.Kind{
	Name:    "iostat",
	Title:   "devices (iostat)",
	Metrics: []string{"io-sysstat"},
	Form:    "sysstat 12, iostat -dxm -o JSON, iostat.c: write_json_ext_stat; also iostat -dxm, the option human",
	URL:     "https://github.com/sysstat/sysstat",
	Merit:   []string{"util"},
	Fields: []report.Field{
		{Name: "r/s", Title: "reads", Group: "Requests", Unit: "1/s", Doc: "read requests after merging"},
		{Name: "w/s", Title: "writes", Group: "Requests", Unit: "1/s", Doc: "write requests after merging"},
		{Name: "d/s", Title: "discards", Group: "Requests", Unit: "1/s", Doc: "discard requests after merging"},
		{Name: "f/s", Title: "flushes", Group: "Requests", Unit: "1/s", Doc: "flush requests"},
		{Name: "rMB/s", Title: "read", Group: "Data", Unit: "MB/s", Doc: "data read; 1 MB is 1024 kB of 1024 B"},
		{Name: "wMB/s", Title: "written", Group: "Data", Unit: "MB/s", Doc: "data written"},
		{Name: "dMB/s", Title: "discarded", Group: "Data", Unit: "MB/s", Doc: "data discarded"},
		{Name: "rkB/s", Title: "read", Group: "Data", Unit: "kB/s", Doc: "data read, without -m; 1 kB is 1024 B"},
		{Name: "wkB/s", Title: "written", Group: "Data", Unit: "kB/s", Doc: "data written, without -m"},
		{Name: "dkB/s", Title: "discarded", Group: "Data", Unit: "kB/s", Doc: "data discarded, without -m"},
		{Name: "rrqm/s", Title: "reads merged", Group: "Merged", Unit: "1/s", Doc: "read requests that were merged"},
		{Name: "wrqm/s", Title: "writes merged", Group: "Merged", Unit: "1/s", Doc: "write requests that were merged"},
		{Name: "drqm/s", Title: "discards merged", Group: "Merged", Unit: "1/s", Doc: "discard requests that were merged"},
		{Name: "rrqm", Title: "reads merged", Group: "Share merged", Unit: "%", Doc: "share of read requests that were merged"},
		{Name: "wrqm", Title: "writes merged", Group: "Share merged", Unit: "%", Doc: "share of write requests that were merged"},
		{Name: "drqm", Title: "discards merged", Group: "Share merged", Unit: "%", Doc: "share of discard requests that were merged"},
		{Name: "r_await", Title: "read", Group: "Wait", Unit: "ms", Better: report.Lower, Doc: "time of a read request, waiting included"},
		{Name: "w_await", Title: "write", Group: "Wait", Unit: "ms", Better: report.Lower, Doc: "time of a write request, waiting included"},
		{Name: "d_await", Title: "discard", Group: "Wait", Unit: "ms", Better: report.Lower, Doc: "time of a discard request, waiting included"},
		{Name: "f_await", Title: "flush", Group: "Wait", Unit: "ms", Better: report.Lower, Doc: "time of a flush request, waiting included"},
		{Name: "rareq-sz", Title: "read", Group: "Request size", Unit: "kB", Doc: "average size of a read request"},
		{Name: "wareq-sz", Title: "write", Group: "Request size", Unit: "kB", Doc: "average size of a write request"},
		{Name: "dareq-sz", Title: "discard", Group: "Request size", Unit: "kB", Doc: "average size of a discard request"},
		{Name: "aqu-sz", Title: "queue", Group: "Queue", Doc: "average number of requests that wait or are served"},
		{Name: "util", Title: "use", Group: "Use", Unit: "%", Doc: "share of time in which the device served requests"},
		{Name: "user", Title: "user", Group: "CPU", Unit: "%", Doc: "of all processors of the node, without -d: programs"},
		{Name: "nice", Title: "nice", Group: "CPU", Unit: "%", Doc: "likewise: programs with a nice value"},
		{Name: "system", Title: "system", Group: "CPU", Unit: "%", Doc: "likewise: the kernel"},
		{Name: "iowait", Title: "wait for I/O", Group: "CPU", Unit: "%", Doc: "likewise: idle with I/O under way"},
		{Name: "steal", Title: "steal", Group: "CPU", Unit: "%", Doc: "likewise: taken by other virtual machines"},
		{Name: "idle", Title: "idle", Group: "CPU", Unit: "%", Doc: "likewise: idle"},
	},
}
