package metricset_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// The marks at which readers of the Metrics Operator's logs cut them.
const (
	metadataStart   = "METADATA START "
	metadataEnd     = "\nMETADATA END\n"
	collectionStart = "METRICS OPERATOR COLLECTION START\n"
	collectionEnd   = "METRICS OPERATOR COLLECTION END\n"
	timepoint       = "METRICS OPERATOR TIMEPOINT\n"
)

// log is what a reader finds in the output of one container.
type log struct {
	before   string
	metadata map[string]any
	samples  []string
	after    string
}

// readLog cuts a log as published readers do: metadata up to the first end mark, data from the first start to the first
// end. Terminals put carriage returns before newlines.
func readLog(t *testing.T, text string) log {
	t.Helper()
	text = strings.ReplaceAll(text, "\r\n", "\n")
	for _, mark := range []string{collectionStart, collectionEnd} {
		if count := strings.Count(text, mark); count != 1 {
			t.Fatalf("%q is there %d times in\n%s", mark, count, text)
		}
	}
	var l log
	_, rest, _ := strings.Cut(text, metadataStart)
	line, rest, ended := strings.Cut(rest, metadataEnd)
	if err := json.Unmarshal([]byte(line), &l.metadata); err != nil || !ended {
		t.Fatalf("metadata: %v in %q", err, line)
	}
	l.before, rest, _ = strings.Cut(rest, collectionStart)
	rest, l.after, _ = strings.Cut(rest, collectionEnd)
	for i, sample := range strings.Split(rest, timepoint) {
		if i > 0 {
			l.samples = append(l.samples, sample)
		} else if sample != "" {
			t.Errorf("%q comes before the first timepoint", sample)
		}
	}
	return l
}

// between returns the text between two lines.
func between(t *testing.T, text, start, end string) string {
	t.Helper()
	_, rest, started := strings.Cut(text, start+"\n")
	inner, _, ended := strings.Cut(rest, "\n"+end+"\n")
	if !started || !ended {
		t.Fatalf("nothing between %q and %q in\n%s", start, end, text)
	}
	return inner
}
