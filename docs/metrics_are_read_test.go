package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/latchkey-dev/latchkey/generators/metricset/metrics"
	"github.com/latchkey-dev/latchkey/internal/report/parse"
)

// unread says why no parser reads the output of a metric.
var unread = map[string]string{"app-custom": "its output is the output of the user's command", "perf-hpctoolkit": "it writes files"}

// TestMetricsAreRead wants a record kind and a log for each metric, and a metric for each that a kind names.
func TestMetricsAreRead(t *testing.T) {
	t.Parallel()
	logs, err := filepath.Glob("internal/report/parse/testdata/*.log")
	if err != nil || len(logs) == 0 {
		t.Fatalf("%d logs, %v", len(logs), err)
	}
	logged := map[string]bool{}
	for _, log := range logs {
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range regexp.MustCompile(`"metricName":"([^"]*)"`).FindAllStringSubmatch(string(text), -1) {
			logged[found[1]] = true
		}
	}
	read := map[string]bool{}
	for _, kind := range parse.Kinds() {
		for _, metric := range kind.Metrics {
			read[metric] = true
			if _, known := metrics.Named(metric); !known {
				t.Errorf("the record kind %s names the metric %s, which is not in the catalogue", kind.Name, metric)
			}
		}
	}
	for _, metric := range metrics.Names() {
		if _, excepted := unread[metric]; excepted == (read[metric] && logged[metric]) {
			t.Errorf("%s: a record kind names it: %v; a log in internal/report/parse/testdata begins with its metadata: %v; it is listed as unread: %v",
				metric, read[metric], logged[metric], excepted)
		}
	}
}
