package parse_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/parse"
)

// read reads a log of one container without problems.
func read(t *testing.T, text string) report.Source {
	t.Helper()
	sources, problems, err := parse.Read("a.log", strings.NewReader(text), parse.Options{})
	if err != nil || len(problems) > 0 || len(sources) != 1 {
		t.Fatalf("%d sources, problems %v, error %v", len(sources), problems, err)
	}
	return sources[0]
}

const twoSamples = `METADATA START {"pods":1,"metricName":"perf-sysstat","metricOptions":{"rate":"10","threads":"false"}}
METADATA END
PIDSTAT COMMAND START
lmp -in in.melt
PIDSTAT COMMAND END
Waiting for application PID...
METRICS OPERATOR COLLECTION START
METRICS OPERATOR TIMEPOINT
CPU STATISTICS TASK
[{"time":1700000000,"uid":0,"pid":7,"percent_usr":1.5,"percent_system":0.0,"percent_guest":0.0,"percent_wait":"0.50","percent_cpu":1.5,"cpu":1,"command":"lmp"}]
CPU STATISTICS CHILD
[{"time":1700000000,"uid":0,"pid":7,"usr-ms":"10","system-ms":"0","guest-ms":"0","command":"lmp"}]
METRICS OPERATOR TIMEPOINT
CPU STATISTICS TASK
[{"time":1700000010,"uid":0,"pid":7,"percent_usr":99.0,"percent_system":1.0,"percent_guest":0.0,"percent_wait":"0.00","percent_cpu":100.0,"cpu":0,"command":"lmp"}]
CPU STATISTICS CHILD
[]
METRICS OPERATOR COLLECTION END
`

func TestPidstat(t *testing.T) {
	t.Parallel()
	got := read(t, twoSamples)
	if got.Metric != "perf-sysstat" || got.Pods != 1 {
		t.Errorf("metric %q, pods %d", got.Metric, got.Pods)
	}
	if diff := cmp.Diff(map[string]string{"rate": "10", "threads": "false"}, got.Options); diff != "" {
		t.Error(diff)
	}
	if len(got.Results) != 1 || len(got.Results[0].Series) != 2 {
		t.Fatalf("%d results", len(got.Results))
	}
	cpu := got.Results[0].Series[0]
	if diff := cmp.Diff(report.Numbers{1700000000, 1700000010}, cpu.Times); diff != "" || !cpu.Absolute {
		t.Error(diff)
	}
	want := []report.Numbers{{1.5, 99}, {0, 1}, {0, 0}, {0.5, 0}, {1.5, 100}, {1, 0}}
	for i, c := range cpu.Columns {
		if diff := cmp.Diff(want[i], c.Values); diff != "" {
			t.Errorf("%s: %s", c.Name, diff)
		}
	}
	if cpu.Process.String() != "lmp (7)" || len(cpu.Columns) != len(want) || cpu.Columns[0].Name != "cpu_task.percent_usr" {
		t.Errorf("%s %s", cpu.Process, cpu.Columns[0].Name)
	}
}

// TestLabelsOfHPL wants rows of one variant with other parameters to be told apart, and repetitions to have one label.
func TestLabelsOfHPL(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	log.WriteString("HPLinpack 2.3  --  High-Performance Linpack benchmark  --   December 2, 2018\n")
	for _, row := range []string{"WR00L2L2 3840 192 1 2 1.63 23", "WR00L2L2 7680 192 1 2 9 35", "WR00L2L2 7680 192 1 2 8 36", "WR00L2L4 3840 192 1 2 1.6 24"} {
		log.WriteString("T/V N NB P Q Time Gflops\n----\n" + row + "\n----\n")
	}
	got := read(t, log.String()+"End of Tests.\n").Results[0].Tables
	want := []string{"WR00L2L2 n=3840", "WR00L2L2 n=7680", "WR00L2L2 n=7680", "WR00L2L4"}
	if len(got) != 1 || !cmp.Equal(want, got[0].Labels) {
		t.Errorf("%+v", got)
	}
}
