//go:build e2e

package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The marks by which readers of a metric's log cut it.
const (
	collectionStart = "METRICS OPERATOR COLLECTION START\n"
	collectionEnd   = "METRICS OPERATOR COLLECTION END\n"
	timepoint       = "METRICS OPERATOR TIMEPOINT\n"
)

// metadataBlock is the metadata of a metric or of an addon.
var metadataBlock = regexp.MustCompile(`(?m)^(ADDON )?METADATA START (\{.*\})\n(ADDON )?METADATA END\n`)

// metricLog is what a reader finds in the log of a container.
type metricLog struct {
	metadata map[string]any   // of the metric
	addons   []map[string]any // of its addons, in their order
	before   string           // what else comes before the collection
	samples  []string         // one for each timepoint
	after    string           // what comes after the collection
}

// readMetricLog cuts the log of a container that measures. A terminal puts a carriage return before each newline.
func readMetricLog(text string) (metricLog, error) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	for _, mark := range []string{collectionStart, collectionEnd} {
		if count := strings.Count("\n"+text, "\n"+mark); count != 1 {
			return metricLog{}, fmt.Errorf("%q is there %d times", mark, count)
		}
	}
	head, rest, _ := strings.Cut(text, collectionStart)
	data, after, ended := strings.Cut(rest, collectionEnd)
	if !ended {
		return metricLog{}, errors.New("the collection ends before it starts")
	}
	l, err := readMetadata(head)
	if err != nil {
		return metricLog{}, err
	}
	pieces := strings.Split(data, timepoint)
	if pieces[0] != "" {
		return metricLog{}, fmt.Errorf("%q comes before the first timepoint", pieces[0])
	}
	l.samples, l.after = pieces[1:], after
	if strings.Contains(after, "METADATA START") || strings.Contains(after, timepoint) {
		return metricLog{}, fmt.Errorf("there are marks after the collection: %q", after)
	}
	return l, nil
}

// readMetadata reads what comes before a collection, which for workers is all that they say.
func readMetadata(head string) (metricLog, error) {
	l := metricLog{before: metadataBlock.ReplaceAllString(head, "")}
	for i, block := range metadataBlock.FindAllStringSubmatch(head, -1) {
		var read map[string]any
		if err := json.Unmarshal([]byte(block[2]), &read); err != nil {
			return l, fmt.Errorf("metadata: %w in %q", err, block[2])
		}
		switch {
		case block[1] != block[3] || (i == 0) != (block[1] == ""):
			return l, fmt.Errorf("%q is not in its place", block[0])
		case i == 0:
			l.metadata = read
		default:
			l.addons = append(l.addons, read)
		}
	}
	if l.metadata == nil || strings.Contains(l.before, "METADATA ") {
		return l, fmt.Errorf("no metadata, or more than can be read, in %q", head)
	}
	return l, nil
}

// block returns the lines between the marks NAME START and NAME END before the collection.
func (l metricLog) block(name string) string {
	_, rest, _ := strings.Cut("\n"+l.before, "\n"+name+" START\n")
	text, _, ended := strings.Cut(rest, "\n"+name+" END\n")
	if !ended {
		return "no " + name
	}
	return text
}

// options returns the metadata's options.
func (l metricLog) options() map[string]any {
	options, _ := l.metadata["metricOptions"].(map[string]any)
	return options
}

// section is one table of pidstat: a header and a line of JSON.
type section struct {
	header string
	rows   []row
}

// row is one line of a table.
type row map[string]any

// sectionHeader is a line of words in capitals.
var sectionHeader = regexp.MustCompile(`^[A-Z]+( [A-Z]+)*$`)

// readSections cuts a sample of pidstat into its tables and what comes before them.
func readSections(sample string) (sections []section, before string, err error) {
	lines := strings.SplitAfter(strings.TrimSuffix(sample, "\n"), "\n")
	for len(lines) > 0 && !sectionHeader.MatchString(strings.TrimSpace(lines[0])) {
		before, lines = before+lines[0], lines[1:]
	}
	for ; len(lines) > 1; lines = lines[2:] {
		read := section{header: strings.TrimSpace(lines[0])}
		if !sectionHeader.MatchString(read.header) {
			return nil, "", fmt.Errorf("%q is no header of a section", lines[0])
		}
		if err := json.Unmarshal([]byte(lines[1]), &read.rows); err != nil {
			return nil, "", fmt.Errorf("%s: %w in %q", read.header, err, lines[1])
		}
		sections = append(sections, read)
	}
	if len(lines) > 0 {
		return nil, "", fmt.Errorf("%q has no line of JSON", lines[0])
	}
	return sections, before, nil
}

// number returns a figure, which jc leaves as text in some columns, or -1 where there is none.
func (r row) number(key string) float64 {
	switch value := r[key].(type) {
	case float64:
		return value
	case string:
		if read, err := strconv.ParseFloat(value, 64); err == nil {
			return read
		}
	}
	return -1
}

// TestMetricLog tells logs in order from those that a reader would misread, needing no cluster.
func TestMetricLog(t *testing.T) {
	const (
		metadata = "METADATA START {\"pods\":1}\r\nMETADATA END\r\n"
		addon    = "ADDON METADATA START {\"pods\":1}\nADDON METADATA END\n"
	)
	for name, c := range map[string]struct {
		text string
		ok   bool
	}{
		"in order":                {metadata + addon + "hello\n" + collectionStart + timepoint + "1\n" + timepoint + "2\n" + collectionEnd + "bye\n", true},
		"no sample":               {metadata + collectionStart + collectionEnd, true},
		"no metadata":             {collectionStart + collectionEnd, false},
		"the addon first":         {addon + metadata + collectionStart + collectionEnd, false},
		"metadata twice":          {metadata + metadata + collectionStart + collectionEnd, false},
		"metadata without an end": {metadata + "METADATA START {}\n" + collectionStart + collectionEnd, false},
		"no JSON":                 {"METADATA START {pods}\nMETADATA END\n" + collectionStart + collectionEnd, false},
		"no end":                  {metadata + collectionStart + timepoint, false},
		"two collections":         {metadata + collectionStart + collectionEnd + collectionStart + collectionEnd, false},
		"the end first":           {metadata + collectionEnd + collectionStart, false},
		"a text before the data":  {metadata + collectionStart + "hello\n" + timepoint + collectionEnd, false},
		"a timepoint too late":    {metadata + collectionStart + collectionEnd + timepoint, false},
	} {
		if _, err := readMetricLog(c.text); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
