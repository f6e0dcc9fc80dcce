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
			Timestamp string           `json:"timestamp"`
			CPU       map[string]any   `json:"avg-cpu"`
			Disks     []map[string]any `json:"disk"`
		} `json:"statistics"`
	} `json:"hosts"`
}

// document adds the samples of a document.
func (s *iostat) document(text []byte, first int, l *line) {
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
				s.row("processors", sample.CPU, at, absolute)
			}
			s.count++
		}
	}
}

// time returns the time of a sample: its own (S_TIME_FORMAT=ISO), the time of the line, or the number of the sample times the
// option rate.
func (s *iostat) time(timestamp string, l *line) (float64, bool) {
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
			sample.put(fieldOf(kindOf("iostat"), clean([]byte(key))), value)
		}
	}
}

// compareFields sorts keys as the kind has them.
func compareFields(a, b string) int {
	return cmp.Or(cmp.Compare(kindOf("iostat").Index(a), kindOf("iostat").Index(b)), strings.Compare(a, b))
}

// isDevices tells whether a line has the titles of a table for people.
func isDevices(text []byte) bool {
	return bytes.HasPrefix(text, []byte("Device")) && bytes.Contains(text, []byte("/s "))
}

// line reads the tables for people.
func (s *iostat) line(l *line) {
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

func (s *iostat) words(words [][]byte, l *line) {
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

func (s *iostat) finish() { s.source.addSamples(kindOf("iostat"), s.first, s.samples.all()) }
