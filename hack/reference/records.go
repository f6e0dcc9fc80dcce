package main

import (
	"fmt"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/parse"
)

// records writes a section with a table of fields for each record kind.
func records(text *strings.Builder) error {
	text.WriteString("`latchkey report` reads the output of these programs: [Reading what ran](../report.md). `+` after a unit means that more\n" +
		"is better, and `-` that less is better. LAMMPS and LDMS also have columns that users choose, which keep their names.\n")
	for _, kind := range parse.Kinds() {
		recordKind(text, kind)
	}
	return nil
}

func recordKind(text *strings.Builder, kind *report.Kind) {
	metrics := "any metric"
	if len(kind.Metrics) > 0 {
		metrics = "`" + strings.Join(kind.Metrics, "`, `") + "`"
	}
	fmt.Fprintf(text, "\n## %s\n\n%s, of %s. Form: %s ([source](%s)).\n", kind.Name, kind.Title, metrics, prose(kind.Form), kind.URL)
	if len(kind.Fields) == 0 {
		return
	}
	text.WriteString("\n| name | unit | is |\n| --- | --- | --- |\n")
	for _, field := range kind.Fields {
		fmt.Fprintf(text, "| `%s` | %s | %s |\n", field.Name, unitOf(field), prose(field.Doc))
	}
}

func unitOf(field report.Field) string {
	sign := map[report.Better]string{report.Lower: "-", report.Higher: "+"}[field.Better]
	return strings.TrimSpace(field.Unit + " " + sign)
}
