package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/report"
	"github.com/latchkey-dev/latchkey/report/parse"
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
