package parse_test

import (
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/internal/report/parse"
)

// TestLinear reads logs that could make a parser need more than linear time: many lines of one form. The limit is one of
// processor time, so that other programs do not count. Linear time needs less than a tenth of it, and quadratic time ten times as much.
func TestLinear(t *testing.T) {
	t.Parallel()
	lines := []string{
		"[", "{", "{\"fio version\":{", "}", "Step Temp", "LAMMPS (x", "# OSU MPI Latency Test v1", "# Size  Latency (us)", "1 2", "Device r/s ", "a 1 2",
		"a: consistent, last update: Thu Aug 17 00:03:16 2023 +0000 [1us]", "D u64 a 1", "NETMARK RTT.CSV START", "1,2,3", "CPU STATISTICS TASK",
		"[{\"time\":1,\"pid\":1,\"command\":\"a\"}]", "METRICS OPERATOR TIMEPOINT", "real\t0m1s", "Machine", "Package L#0", "Running with these driver parameters:",
		"=====", "Timer Count Seconds", "PIDSTAT COMMAND START", "osu_bw", "RTT between rank 1 and rank 2 is 3 micro-seconds",
	}
	for _, text := range lines {
		if took := timeOf(t, text, 20000); took > 2*time.Second {
			t.Errorf("%q: 20,000 lines need %v", text, took)
		}
	}
}

// timeOf returns the processor time for a log of many lines.
func timeOf(t *testing.T, text string, lines int) time.Duration {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	begun := used(t)
	if _, _, err := parse.Read("a.log", strings.NewReader(strings.Repeat(text+"\n", lines)), parse.Options{}); err != nil {
		t.Fatal(err)
	}
	return used(t) - begun
}

// used returns the processor time of this thread.
func used(t *testing.T) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
