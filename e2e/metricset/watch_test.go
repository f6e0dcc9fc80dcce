//go:build e2e

package metricset

import (
	"cmp"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
	"github.com/latchkey-dev/latchkey/internal/testing/metriclog"
)

// watchCases are about perf-sysstat, which watches a process of another container.
var watchCases = []lab.Case{
	{Name: "watch-lammps", After: func(t *testing.T, r *lab.Run) {
		found := watching{line: "lmp -v x 2 -v y 2 -v z 2 -in in.reaxc.hns -nocite", command: "lmp", samples: 2, rate: 1}.check(t, r)
		if !slices.ContainsFunc(found, func(s metriclog.Sample) bool { return s.First("CPU STATISTICS TASK").Number("percent_cpu") > 0 }) {
			t.Error("LAMMPS takes no processor time in any sample")
		}
		lab.InOrder(t, textOf(t, r, "m", 0, "app-addon"), "LAMMPS (", "Loop time of ", " on 1 procs for 3000 steps")
	}},
	{Name: "watch-sleep", Rare: true, Before: lab.ExampleOf("metric-perf-sysstat"), After: func(t *testing.T, r *lab.Run) {
		watching{line: "sleep 10", command: "sleep", samples: 3, rate: 2}.check(t, r)
		hasValues(t, "metadata", logOf(t, r, "m", 0, "app").Metadata, map[string]any{"pods": 1.0, "metricName": "perf-sysstat"})
		hasValues(t, "options", logOf(t, r, "m", 0, "app").Options(), map[string]any{"rate": 2.0, "completions": 3.0, "pids": "false"})
	}},
	{Name: "kernel-counts", After: func(t *testing.T, r *lab.Run) {
		log := textOf(t, r, "m", 0, "app")
		for _, test := range []struct {
			name, key string
			want      float64
		}{
			{"@opens", "counted", 1000},
			{"@opens_path", "counted,/etc/hostname", 1000},
			{"@futex_us", "counted", 500},
			{"@tcp_sent_bytes", "counted", 1 << 20},
			{"@tcp_received_bytes", "receiver", 1 << 20},
		} {
			if got := kernelSum(t, log, test.name, test.key); math.Abs(got-test.want) > test.want/100 {
				t.Errorf("%s of %s is %v, want %v", test.name, test.key, got, test.want)
			}
		}
		if strings.Contains(log, `"kubelet"`) || strings.Contains(log, `"containerd"`) {
			t.Error("processes of the node count")
		}
	}},
	{Name: "v1alpha1-application", Rare: true, After: firstVersion},
	{Name: "v1alpha1-published", Rare: true, Before: published, After: func(t *testing.T, r *lab.Run) {
		watching{container: "perf-sysstat", line: "sleep 10", command: "sleep", rate: 10}.check(t, r)
		endedWith(t, r, "m", "app", 0)
	}},
	{Name: "per-index", After: func(t *testing.T, r *lab.Run) {
		watching{index: 0, line: "sleep 6", command: "sleep", samples: 2, rate: 1}.check(t, r)
		watching{index: 1, line: "timeout 60 sleep 5", command: "timeout", samples: 2, rate: 1}.check(t, r)
	}},
	{Name: "pattern", After: func(t *testing.T, r *lab.Run) {
		watching{line: "^sleep [0-9]+$", command: "sleep", samples: 2, rate: 1, threads: true, pids: true}.check(t, r)
	}},
	{Name: "log-names", Rare: true, After: func(t *testing.T, r *lab.Run) {
		pod := podOf(t, r, "m", 0)
		if native := pod.Spec.InitContainers; len(native) > 0 {
			t.Errorf("there are native sidecars: %v", native)
		}
		if log := logOf(t, r, "m", 0, "perf-sysstat"); len(log.Samples) == 0 {
			t.Errorf("no sample, but %q", log.After)
		}
		// Without a container's name, as people type it.
		if said := r.Must(t, "", "logs", "--insecure-skip-tls-verify-backend", pod.Name); strings.TrimSpace(said) != "the application speaks" {
			t.Errorf("kubectl logs shows %q", said)
		}
	}},
	{Name: "as-job", After: func(t *testing.T, r *lab.Run) {
		if r.Kind != "Job" {
			t.Errorf("it is a %s", r.Kind)
		}
		watching{line: "sleep 5", command: "sleep", samples: 2, rate: 1}.check(t, r)
	}},
	{Name: "application-fails", End: "Failed", After: func(t *testing.T, r *lab.Run) {
		watching{line: "/bin/sh -c sleep 3; exit 3\n\nexit $?", command: "sh", rate: 1}.check(t, r)
		endedWith(t, r, "m", "app-addon", 3)
	}},
	{Name: "application-over", After: func(t *testing.T, r *lab.Run) {
		sawNothing(t, r)
		endedWith(t, r, "m", "app-addon", 0)
	}},
	{Name: "two-watchers", Rare: true, After: func(t *testing.T, r *lab.Run) {
		watching{line: "sleep 5", command: "sleep", samples: 2, rate: 1}.check(t, r)
		watching{job: "m1", line: "timeout 60 sleep 6", command: "timeout", samples: 2, rate: 2}.check(t, r)
	}},
	{Name: "other-user", After: func(t *testing.T, r *lab.Run) {
		watching{line: "sleep 6", command: "sleep", samples: 2, rate: 1, denied: true}.check(t, r)
	}},
	{Name: "other-user-traced", After: func(t *testing.T, r *lab.Run) {
		for _, s := range (watching{line: "sleep 6", command: "sleep", samples: 2, rate: 1}).check(t, r) {
			if uid := s.First("IO STATISTICS").Number("uid"); uid != 1000 {
				t.Errorf("the process has user %v", uid)
			}
		}
	}},
}

// sawNothing expects a log that has no samples and says why: on a busy machine even the shortest process may be seen.
func sawNothing(t *testing.T, r *lab.Run) {
	t.Helper()
	log := logOf(t, r, "m", 0, "app")
	if len(log.Samples) > 0 {
		t.Errorf("%d samples of nothing", len(log.Samples))
	}
	const unseen, short = "latchkey: error: no process with this command line was seen: true\n", "latchkey: the process ended before the first sample was whole"
	if text := textOf(t, r, "m", 0, "app"); !strings.Contains(text, unseen) && !strings.Contains(text, short) {
		t.Errorf("the log does not say why it has no sample:\n%s", text)
	}
}

// published runs an object of v1alpha1 unchanged, with its default rate.
func published(t *testing.T, r *lab.Run) {
	t.Helper()
	r.Input = filepath.Join(lab.CorpusDir, "metricset-v1alpha1", "tests-perf-hello-world-metrics.yaml")
	if _, err := os.Stat(r.Input); err != nil {
		lab.Missing(t, "corpus", "no folder shared/corpus beside this checkout")
	}
}

// firstVersion expects the names of containers and the metadata that readers of v1alpha1's logs know.
func firstVersion(t *testing.T, r *lab.Run) {
	const command = "mpirun --allow-run-as-root -np 2 lmp -v x 2 -v y 2 -v z 2 -in in.reaxc.hns -nocite"
	watching{container: "perf-sysstat", line: command, command: "mpirun", rate: 1}.check(t, r)
	hasValues(t, "metadata", logOf(t, r, "m", 0, "perf-sysstat").Metadata, map[string]any{
		"pods": 1.0, "completions": 1.0, "metricName": "perf-sysstat", "metricType": "application",
		"applicationImage": "ghcr.io/converged-computing/metric-lammps:latest", "applicationCommand": command,
	})
	lab.InOrder(t, textOf(t, r, "m", 0, "app"), "LAMMPS (", " on 2 procs for 3000 steps")
	endedWith(t, r, "m", "app", 0)
}

// watching is the expected content of a perf-sysstat container's log.
type watching struct {
	job       string // m unless said
	index     int
	container string // app unless said
	line      string // the command line, or the pattern, that is looked for
	command   string // the program in every row
	samples   int    // at least one when 0
	rate      int    // seconds between samples
	threads   bool   // a row for each thread besides the row of the process
	pids      bool   // all processes in each sample
	denied    bool   // figures of the traced sections cannot be had
}

// check reads the log and returns its samples.
func (w watching) check(t *testing.T, r *lab.Run) []metriclog.Sample {
	t.Helper()
	log := logOf(t, r, cmp.Or(w.job, "m"), w.index, cmp.Or(w.container, "app"))
	if line := log.Block("PIDSTAT COMMAND"); line != w.line {
		t.Errorf("the log says that %q is watched, not %q", line, w.line)
	}
	if count := len(log.Samples); count == 0 || w.samples > 0 && count != w.samples {
		t.Errorf("%d samples, want %d", count, w.samples)
	}
	if denied := strings.Contains(log.Before, "latchkey: error: process "); denied != w.denied {
		t.Errorf("the log tells of figures that cannot be had: %t, want %t\n%s", denied, w.denied, log.Before)
	}
	var all []metriclog.Sample
	for i, text := range log.Samples {
		sections, before, err := metriclog.ReadSections(text)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(before, w.command) != w.pids || !w.pids && before != "" {
			t.Errorf("before the sections comes %q", before)
		}
		w.checkSample(t, sections, w.samples == 0 && i == len(log.Samples)-1)
		all = append(all, sections)
	}
	if len(all) > 0 && all[0].Has(metriclog.Stack) == w.denied {
		t.Errorf("the first sample has the sections %v", all[0])
	}
	w.checkTimes(t, all)
	return all
}

// checkSample expects all sections, with the figures of one process. If the process ended, the last sample may have empty
// sections.
func (w watching) checkSample(t *testing.T, s metriclog.Sample, last bool) {
	t.Helper()
	var want, got []string
	for _, table := range metriclog.Tables {
		if (!table.Traced || !w.denied) && (table.Header != metriclog.Stack || s.Has(table.Header)) {
			want = append(want, table.Header)
		}
	}
	pid := s.First(want[0])["pid"]
	for _, section := range s {
		got = append(got, section.Header)
		ended := len(section.Rows) == 0 && last
		if len(section.Rows) != 1 && !w.threads && !ended {
			t.Errorf("%s: %d rows of one process", section.Header, len(section.Rows))
		}
		for _, row := range section.Rows {
			if name, _ := row["command"].(string); strings.TrimLeft(name, "|_") != w.command {
				t.Errorf("%s: a row of %q", section.Header, name)
			}
			if row["pid"] != pid {
				t.Errorf("%s: a row of process %v in a sample of %v", section.Header, row["pid"], pid)
			}
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("sections %q, want %q", got, want)
	}
	if !w.denied && !last && (s.First("IO STATISTICS").Number("kb_wr_s") < 0 || s.First("KERNEL TABLES").Number("fd-nr") < 1) {
		t.Errorf("no figures of a process that may be traced: %v", s)
	}
}

// checkTimes expects the given time between samples, or more on a busy machine.
func (w watching) checkTimes(t *testing.T, all []metriclog.Sample) {
	t.Helper()
	for i := 1; i < len(all); i++ {
		earlier, later := all[i-1].First(metriclog.Tables[0].Header), all[i].First(metriclog.Tables[0].Header)
		if later == nil {
			continue // the process ended before the first section of its last sample
		}
		if took := later.Number("time") - earlier.Number("time"); took < float64(w.rate-1) || took > float64(w.rate+10) {
			t.Errorf("sample %d comes %v s after the one before, with %d s between samples", i, took, w.rate)
		}
	}
}

// kernelSum returns the sum of a key of a map of bpftrace over all samples. Of a histogram it is the number of values.
func kernelSum(t *testing.T, log, name, key string) (sum float64) {
	t.Helper()
	for line := range strings.Lines(log) {
		var read struct {
			Type string
			Data map[string]map[string]json.RawMessage
		}
		if !strings.HasPrefix(line, `{"type": "map"`) && !strings.HasPrefix(line, `{"type": "hist"`) {
			continue
		}
		if err := json.Unmarshal([]byte(line), &read); err != nil {
			t.Fatal(err)
		}
		value := read.Data[name][key]
		var number float64
		var buckets []struct{ Count float64 }
		switch {
		case value == nil:
		case json.Unmarshal(value, &number) == nil:
			sum += number
		case json.Unmarshal(value, &buckets) == nil:
			for _, bucket := range buckets {
				sum += bucket.Count
			}
		default:
			t.Fatalf("%s of %s is %s", name, key, value)
		}
	}
	return sum
}
