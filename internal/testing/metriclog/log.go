package metriclog

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// The marks at which readers of a metric's log cut it.
const (
	collectionStart = "METRICS OPERATOR COLLECTION START\n"
	collectionEnd   = "METRICS OPERATOR COLLECTION END\n"
	// Timepoint comes before each sample.
	Timepoint = "METRICS OPERATOR TIMEPOINT\n"
)

// metadataBlock is the metadata of a metric or of an addon.
var metadataBlock = regexp.MustCompile(`(?m)^(ADDON )?METADATA START (\{.*\})\n(ADDON )?METADATA END\n`)

// Log is the content of a container's log for a reader.
type Log struct {
	Metadata map[string]any   // of the metric
	Addons   []map[string]any // of its addons, in their order
	Before   string           // what else comes before the collection
	Samples  []string         // one for each timepoint
	After    string           // what comes after the collection
}

// Read cuts the log of a container that measures. A terminal puts a carriage return before each newline.
func Read(text string) (Log, error) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	for _, mark := range []string{collectionStart, collectionEnd} {
		if count := strings.Count("\n"+text, "\n"+mark); count != 1 {
			return Log{}, fmt.Errorf("%q is there %d times", mark, count)
		}
	}
	head, rest, _ := strings.Cut(text, collectionStart)
	data, after, ended := strings.Cut(rest, collectionEnd)
	if !ended {
		return Log{}, errors.New("the collection ends before it starts")
	}
	l, err := ReadMetadata(head)
	if err != nil {
		return Log{}, err
	}
	pieces := strings.Split(data, Timepoint)
	if pieces[0] != "" {
		return Log{}, fmt.Errorf("%q comes before the first timepoint", pieces[0])
	}
	l.Samples, l.After = pieces[1:], after
	if strings.Contains(after, "METADATA START") || strings.Contains(after, Timepoint) {
		return Log{}, fmt.Errorf("there are marks after the collection: %q", after)
	}
	return l, nil
}

// ReadMetadata reads the part before a collection. A worker prints only this part.
func ReadMetadata(head string) (Log, error) {
	l := Log{Before: metadataBlock.ReplaceAllString(head, "")}
	for i, block := range metadataBlock.FindAllStringSubmatch(head, -1) {
		var read map[string]any
		if err := json.Unmarshal([]byte(block[2]), &read); err != nil {
			return l, fmt.Errorf("metadata: %w in %q", err, block[2])
		}
		switch {
		case block[1] != block[3] || (i == 0) != (block[1] == ""):
			return l, fmt.Errorf("%q is not in its place", block[0])
		case i == 0:
			l.Metadata = read
		default:
			l.Addons = append(l.Addons, read)
		}
	}
	if l.Metadata == nil || strings.Contains(l.Before, "METADATA ") {
		return l, fmt.Errorf("no metadata, or more than can be read, in %q", head)
	}
	return l, nil
}

// Block returns the lines between the marks NAME START and NAME END before the collection.
func (l Log) Block(name string) string {
	_, rest, _ := strings.Cut("\n"+l.Before, "\n"+name+" START\n")
	text, _, ended := strings.Cut(rest, "\n"+name+" END\n")
	if !ended {
		return "no " + name
	}
	return text
}

// Options returns the metadata's options.
func (l Log) Options() map[string]any {
	options, _ := l.Metadata["metricOptions"].(map[string]any)
	return options
}
