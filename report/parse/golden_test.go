package parse_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/report"
	"github.com/latchkey-dev/latchkey/report/parse"
)

var update = flag.Bool("update", false, "rewrite the expected observations of the logs in testdata")

// TestLogs reads each log of testdata and compares all numbers with the CSV beside it. testdata/README.md says where the
// logs come from.
func TestLogs(t *testing.T) {
	t.Parallel()
	logs, err := filepath.Glob("testdata/*.log")
	if err != nil || len(logs) < 10 {
		t.Fatalf("%d logs, %v", len(logs), err)
	}
	for _, name := range logs {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".log"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := observations(t, text)
			for form, changed := range sameLogs(text) {
				if diff := cmp.Diff(got, observations(t, changed)); diff != "" {
					t.Errorf("%s:\n%s", form, diff)
				}
			}
			golden := strings.TrimSuffix(name, ".log") + ".csv"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// observations reads a log of one container. It returns its problems and its numbers as CSV without the columns that are
// the same in all rows.
func observations(t *testing.T, text []byte) string {
	t.Helper()
	sources, problems, err := parse.Read("a.log", bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for _, p := range problems {
		out.WriteString("# " + p.String() + "\n")
	}
	for i := range sources {
		sources[i].Pod, sources[i].Container = "", ""
	}
	if err := report.WriteCSV(&out, &report.Report{Runs: []report.Run{{Name: "a", Sources: sources}}}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// sameLogs returns other forms of a log that must read the same.
func sameLogs(text []byte) map[string][]byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	prefixed := bytes.Buffer{}
	for _, line := range lines {
		if len(line) > 0 {
			prefixed.WriteString("[pod/ms-m-0-0-abcde/app] ")
			prefixed.Write(line)
		}
	}
	return map[string][]byte{
		"CRLF":     bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")),
		"--prefix": prefixed.Bytes(),
	}
}
