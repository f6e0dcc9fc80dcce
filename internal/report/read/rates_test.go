package read_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// TestRatesOfARun wants a row for each command in all outputs. Its value is what both pods counted, by the time of all their samples: 14 s.
func TestRatesOfARun(t *testing.T) {
	t.Parallel()
	log := func(samples ...string) string {
		text := []string{"METADATA START {\"metricName\":\"perf-bpftrace\",\"metricOptions\":{\"rate\":4}}\nMETADATA END\nMETRICS OPERATOR COLLECTION START\n"}
		for i, counts := range samples {
			text = append(text, "METRICS OPERATOR TIMEPOINT\n{\"type\": \"time\", \"data\": \""+[]string{"1700000000", "1700000003"}[i]+"\\n\"}\n",
				"{\"type\": \"map\", \"data\": {\"@tcp_sent_bytes\": {"+counts+"}}}\n")
		}
		return strings.Join(append(text, "METRICS OPERATOR COLLECTION END\n"), "")
	}
	got := readAll(t, map[string]string{
		"ms/set.json":                  `{"name": "ms", "state": "Completed", "size": 2}`,
		"ms/ms-m-0-0-abcde/kernel.log": log(`"ZMQbg/IO/0": 7, "lmp": 400`, `"lmp": 20`),
		"ms/ms-m-0-1-abcde/kernel.log": log(`"lmp": 280`, `"bash": 14`),
	})
	var table, quantities, samples bytes.Buffer
	if err := errors.Join(report.Compare(got, report.Options{}), report.WriteTable(&table, got, true), report.WriteCSV(&quantities, got), report.WriteSamples(&samples, got)); err != nil {
		t.Fatal(err)
	}
	rows := func(from *bytes.Buffer, columns ...string) (all []string) {
		read, err := csv.NewReader(from).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range read[1:] {
			var words []string
			for i, name := range read[0] {
				for _, column := range columns {
					if name == column {
						words = append(words, row[i])
					}
				}
			}
			all = append(all, strings.Join(words, " "))
		}
		return all
	}
	if diff := cmp.Diff([]string{"lmp tcp_sent 50 B/s", "ZMQbg/IO/0 tcp_sent 0.5 B/s", "bash tcp_sent 1 B/s"}, rows(&quantities, "name", "value", "unit")); diff != "" {
		t.Errorf("-o csv:\n%s", diff)
	}
	want := []string{
		"0 lmp 1700000000 100", "0 lmp 1700000003 6.666666666666667", "0 ZMQbg/IO/0 1700000000 1.75", "0 ZMQbg/IO/0 1700000003 0", "0 bash 1700000000 0", "0 bash 1700000003 0",
		"1 lmp 1700000000 70", "1 lmp 1700000003 0", "1 bash 1700000000 0", "1 bash 1700000003 4.666666666666667", "1 ZMQbg/IO/0 1700000000 0", "1 ZMQbg/IO/0 1700000003 0",
	}
	if diff := cmp.Diff(want, rows(&samples, "index", "process", "time", "value")); diff != "" {
		t.Errorf("-o samples:\n%s", diff)
	}
	for _, want := range []string{"lmp tcp_sent         B/s   4    50", "bash tcp_sent        B/s   4     1", "ZMQbg/IO/0 tcp_sent  B/s   4   0.5"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("%q is not in the table:\n%s", want, table.String())
		}
	}
}
