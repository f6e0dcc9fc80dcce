package parse_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/html"
	"github.com/latchkey-dev/latchkey/internal/report/parse"
)

// FuzzRead reads any bytes with the parser of each record kind, and with all of them, and writes it in all forms. Every number
// must have its place: no parser may leave series, curves or tables of unequal lengths.
func FuzzRead(f *testing.F) {
	logs, err := filepath.Glob("testdata/*.log")
	if err != nil || len(logs) == 0 {
		f.Fatal(err)
	}
	for _, name := range logs {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(-1, string(text[:min(len(text), 8<<10)])) // its metadata name the parser
	}
	f.Fuzz(func(t *testing.T, number int, text string) {
		if kinds := parse.Kinds(); number >= 0 && len(kinds[number%len(kinds)].Metrics) > 0 {
			text = "METADATA START {\"metricName\":\"" + kinds[number%len(kinds)].Metrics[0] + "\"}\nMETADATA END\n" + text
		}
		sources, problems, err := parse.Read("a.log", strings.NewReader(text), parse.Options{})
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Count(text, "\n") + 1
		for _, p := range problems {
			if p.Line < 1 || p.Last < p.Line || p.Last > lines || p.What == "" {
				t.Errorf("problem %+v of %d lines", p, lines)
			}
		}
		for _, s := range sources {
			for _, r := range s.Results {
				whole(t, r)
			}
		}
		r := &report.Report{Runs: []report.Run{{Name: "a", Sources: sources}}, Problems: problems}
		if err := report.Compare(r, report.Options{}); err != nil {
			t.Fatal(err)
		}
		for _, write := range []func(*bytes.Buffer) error{
			func(b *bytes.Buffer) error { return report.WriteTable(b, r, true) },
			func(b *bytes.Buffer) error { return report.WriteJSON(b, r) },
			func(b *bytes.Buffer) error { return report.WriteCSV(b, r) },
			func(b *bytes.Buffer) error { return html.Write(b, r) },
		} {
			if err := write(&bytes.Buffer{}); err != nil {
				t.Error(err)
			}
		}
	})
}

// whole checks that all columns of a result are equally long.
func whole(t *testing.T, r report.Result) {
	t.Helper()
	for _, s := range r.Series {
		for i, c := range s.Columns {
			if len(c.Values) != len(s.Times) {
				t.Errorf("%s: series %s: field %d has %d values at %d times", r.Kind.Name, s.Process, i, len(c.Values), len(s.Times))
			}
		}
	}
	for _, c := range r.Curves {
		if len(c.X.Values) != len(c.Y.Values) {
			t.Errorf("%s: curve %s: %d and %d values", r.Kind.Name, c.Y.Name, len(c.X.Values), len(c.Y.Values))
		}
	}
	for _, table := range r.Tables {
		for i, c := range table.Columns {
			if len(c.Values) != len(table.Labels) {
				t.Errorf("%s: table %s: column %d has %d cells in %d rows", r.Kind.Name, table.Name, i, len(c.Values), len(table.Labels))
			}
		}
	}
}
