package docs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/generators/metricset/metrics"
	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/parse"
)

// TestRecordTables compares the record kinds of docs/report.md with those of the parsers.
func TestRecordTables(t *testing.T) {
	var text strings.Builder
	for _, kind := range parse.Kinds() {
		metrics := "any metric"
		if len(kind.Metrics) > 0 {
			metrics = "`" + strings.Join(kind.Metrics, "`, `") + "`"
		}
		fmt.Fprintf(&text, "\n### %s\n\n%s, of %s. Form: %s ([source](%s)).\n\n", kind.Name, kind.Title, metrics, kind.Form, kind.URL)
		if len(kind.Fields) == 0 {
			continue
		}
		text.WriteString("| name | unit | is |\n| --- | --- | --- |\n")
		for _, field := range kind.Fields {
			fmt.Fprintf(&text, "| `%s` | %s | %s |\n", field.Name, unitOf(field), field.Doc)
		}
	}
	replaceTable(t, "docs/report.md", "records", strings.TrimPrefix(text.String(), "\n")+"\n")
}

func unitOf(field report.Field) string {
	sign := map[report.Better]string{report.Lower: "-", report.Higher: "+"}[field.Better]
	return strings.TrimSpace(field.Unit + " " + sign)
}

// unread are the metrics whose output no parser reads, and why.
var unread = map[string]string{"app-custom": "its output is that of the user's command", "perf-hpctoolkit": "it writes files"}

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
