package parse_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/parse"
)

// kernelResult reads lines of bpftrace.
func kernelResult(t *testing.T, lines ...string) report.Result {
	t.Helper()
	log := "METADATA START {\"metricName\":\"perf-bpftrace\",\"metricOptions\":{\"rate\":1}}\nMETADATA END\nMETRICS OPERATOR COLLECTION START\n" +
		strings.Join(lines, "\n") + "\nMETRICS OPERATOR COLLECTION END\n"
	sources, problems, err := parse.Read("a.log", strings.NewReader(log), parse.Options{})
	if err != nil || len(problems) > 0 || len(sources) != 1 || len(sources[0].Results) != 1 {
		t.Fatalf("%v, %v, %+v", err, problems, sources)
	}
	return sources[0].Results[0]
}

// TestHistogram adds up the buckets of two samples, also the buckets of a linear histogram, which has open ends.
func TestHistogram(t *testing.T) {
	t.Parallel()
	result := kernelResult(t,
		`{"type": "time", "data": "1700000001\n"}`,
		`{"type": "hist", "data": {"@futex_us": {"lmp": [{"min": 8, "max": 15, "count": 1}, {"min": 16, "max": 31, "count": 49}]}}}`,
		`{"type": "time", "data": "1700000002\n"}`,
		`{"type": "hist", "data": {"@futex_us": {"lmp": [{"min": 1, "max": 1, "count": 49}, {"min": 2, "max": 3, "count": 0}, {"min": 8, "max": 15, "count": 1}]}}}`,
		`{"type": "hist", "data": {"@mine": {"lmp": [{"max": -1, "count": 3}, {"min": 0, "max": 9, "count": 4}, {"min": 10, "count": 3}]}}}`,
	)
	got := map[string]float64{}
	for _, table := range result.Tables {
		for i, label := range table.Labels {
			got[report.Join(table.Process, table.Columns[0].Name)+" "+label+" "+table.Label] = table.Columns[0].Values[i]
		}
	}
	for _, value := range result.Values {
		got[report.Join(value.Process, value.Name)+" "+value.Unit] = value.Value
	}
	want := map[string]float64{
		"lmp futex_count 1 us": 49, "lmp futex_count 2-3 us": 0, "lmp futex_count 8-15 us": 2, "lmp futex_count 16-31 us": 49,
		"lmp futex_p50 us": 12, "lmp futex_p90 us": 28, "lmp futex_p99 us": 31, // 8 + 7*0.5, 16 + 15*39/49 and 16 + 15*48/49 with two digits
		"lmp mine_count up to -1 value": 3, "lmp mine_count 0-9 value": 4, "lmp mine_count from 10 value": 3,
		"lmp mine_p50 ": 4.5, "lmp mine_p90 ": 10, // p99 of 10 values is not known
	}
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 })); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestSystemCalls wants names for the numbers of the machine that the log names, and numbers if it names none.
func TestSystemCalls(t *testing.T) {
	t.Parallel()
	for machine, want := range map[string]string{"x86_64": "lmp futex", "aarch64": "lmp quotactl_fd", "": "lmp 202", "riscv64": "lmp 202"} {
		number := "202"
		if machine == "aarch64" {
			number = "443"
		}
		lines := []string{`{"type": "time", "data": "1700000001\n"}`, `{"type": "map", "data": {"@syscalls_count": {"lmp,` + number + `": 5}, "@opens_path": {"lmp,202": 1}}}`}
		if machine != "" {
			lines = append([]string{`{"type": "machine", "data": "` + machine + `"}`}, lines...)
		}
		result := kernelResult(t, lines...)
		var names []string
		for _, series := range result.Series {
			names = append(names, series.Process.Name)
		}
		if got := strings.Join(names, "; "); got != "lmp 202; "+want && (want != "lmp 202" || got != want) {
			t.Errorf("%s: %s", machine, got)
		}
	}
}
