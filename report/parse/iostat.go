package parse

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/latchkey-dev/latchkey/report"
)

// iostat collects the samples of devices.
type iostat struct {
	source  *source
	series  map[string]*report.Series
	order   []*report.Series
	first   int
	samples int
	columns []string // of the open table for people, or nil
	at      float64  // of this table
	exact   bool
}

func newIostat(s *source) *iostat { return &iostat{source: s, series: map[string]*report.Series{}} }

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
			s.samples++
		}
	}
}

// time returns the time of a sample: its own (S_TIME_FORMAT=ISO), that of the line, or the number of the sample times the
// option rate.
func (s *iostat) time(timestamp string, l line) (float64, bool) {
	if at, err := time.Parse("2006-01-02T15:04:05-0700", timestamp); err == nil {
		return seconds(at), true
	}
	if report.Known(l.time) {
		return l.time, true
	}
	rate, err := strconv.ParseFloat(s.source.out.Options["rate"], 64)
	if err != nil || rate <= 0 {
		rate = 1
	}
	return float64(s.samples) * rate, false
}

// row adds the figures of a device. Later samples may have further columns.
func (s *iostat) row(name string, row map[string]any, at float64, absolute bool) {
	series := s.series[name]
	if series == nil {
		series = &report.Series{Process: report.Process{Name: clean([]byte(name))}, Absolute: absolute}
		for _, key := range slices.SortedFunc(maps.Keys(row), compareFields) {
			if _, isNumber := row[key].(float64); isNumber {
				series.Fields = append(series.Fields, iostatField(key))
			}
		}
		series.Values = make([][]float64, len(series.Fields))
		s.series[name] = series
		s.order = append(s.order, series)
	}
	series.Times = append(series.Times, at)
	for i, field := range series.Fields {
		value, ok := row[field.Name].(float64)
		if !ok {
			value = report.Unknown
		}
		series.Values[i] = append(series.Values[i], value)
	}
}

// compareFields sorts keys as iostatFields has them.
func compareFields(a, b string) int {
	return cmp.Or(cmp.Compare(indexOfField(a), indexOfField(b)), strings.Compare(a, b))
}

func indexOfField(key string) int {
	if i := slices.IndexFunc(iostatFields, func(f report.Field) bool { return f.Name == key }); i >= 0 {
		return i
	}
	return len(iostatFields)
}

func iostatField(key string) report.Field {
	return fieldOf(&iostatKind, clean([]byte(key)))
}

// isDevices tells whether a line has the titles of a table for people.
func isDevices(text []byte) bool {
	return bytes.HasPrefix(text, []byte("Device")) && bytes.Contains(text, []byte("/s "))
}

// line reads the tables for people.
func (s *iostat) line(l line) {
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
		s.samples++
	case s.columns == nil:
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

// finish adds all samples as one result.
func (s *iostat) finish() {
	if len(s.order) == 0 {
		return
	}
	result := report.Result{Kind: &iostatKind, Line: s.first, Time: report.Unknown}
	for _, series := range s.order {
		result.Series = append(result.Series, *series)
	}
	s.source.out.Results = append(s.source.out.Results, result)
}

// bound returns the number of a key, such as ">=2000", which is infinite.
func bound(key string) float64 {
	if strings.HasPrefix(key, ">=") {
		return math.Inf(1)
	}
	value, err := strconv.ParseFloat(key, 64)
	if err != nil {
		return math.Inf(1)
	}
	return value
}
