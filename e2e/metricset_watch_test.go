//go:build e2e

package e2e

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// watchCases are about perf-sysstat, which watches a process of another container.
var watchCases = []runCase{
	{name: "watch-lammps", after: func(t *testing.T, r *setRun) {
		found := watching{line: "lmp -v x 2 -v y 2 -v z 2 -in in.reaxc.hns -nocite", command: "lmp", samples: 3, rate: 2}.check(t, r)
		if !slices.ContainsFunc(found, func(s sampled) bool { return s.first("CPU STATISTICS TASK").number("percent_cpu") > 0 }) {
			t.Error("LAMMPS takes no processor time in any sample")
		}
		inOrder(t, r.textOf(t, "m", 0, "app-addon"), "LAMMPS (", "Loop time of ", " on 1 procs for 3000 steps")
	}},
	{name: "watch-sleep", before: exampleOf("metric-perf-sysstat"), after: func(t *testing.T, r *setRun) {
		watching{line: "sleep 10", command: "sleep", samples: 3, rate: 2}.check(t, r)
		hasValues(t, "metadata", r.logOf(t, "m", 0, "app").metadata, map[string]any{"pods": 1.0, "metricName": "perf-sysstat"})
		hasValues(t, "options", r.logOf(t, "m", 0, "app").options(), map[string]any{"rate": 2.0, "completions": 3.0, "pids": "false"})
	}},
	{name: "v1alpha1-application", after: firstVersion},
	{name: "v1alpha1-published", before: published, after: func(t *testing.T, r *setRun) {
		watching{container: "perf-sysstat", line: "sleep 10", command: "sleep", rate: 10}.check(t, r)
		r.endedWith(t, "m", "app", 0)
	}},
	{name: "per-index", after: func(t *testing.T, r *setRun) {
		watching{index: 0, line: "sleep 6", command: "sleep", samples: 2, rate: 1}.check(t, r)
		watching{index: 1, line: "timeout 60 sleep 5", command: "timeout", samples: 2, rate: 1}.check(t, r)
	}},
	{name: "pattern", after: func(t *testing.T, r *setRun) {
		watching{line: "^sleep [0-9]+$", command: "sleep", samples: 2, rate: 1, threads: true, pids: true}.check(t, r)
	}},
	{name: "sidecar-container", after: func(t *testing.T, r *setRun) {
		if native := r.podOf(t, "m", 0).Spec.InitContainers; len(native) > 0 {
			t.Errorf("there are native sidecars: %v", native)
		}
		watching{line: "sleep 5", command: "sleep", rate: 1}.check(t, r)
		r.endedWith(t, "m", "app", 0)
	}},
	{name: "as-job", after: func(t *testing.T, r *setRun) {
		if r.kind != "Job" {
			t.Errorf("it is a %s", r.kind)
		}
		watching{line: "sleep 5", command: "sleep", samples: 2, rate: 1}.check(t, r)
	}},
	{name: "application-fails", end: "Failed", after: func(t *testing.T, r *setRun) {
		watching{line: "/bin/sh -c sleep 3; exit 3\n\nexit $?", command: "sh", rate: 1}.check(t, r)
		r.endedWith(t, "m", "app-addon", 3)
	}},
	{name: "application-over", after: func(t *testing.T, r *setRun) {
		r.sawNothing(t)
		r.endedWith(t, "m", "app-addon", 0)
	}},
	{name: "application-over-container", end: "Failed", after: func(t *testing.T, r *setRun) {
		if took := time.Since(r.began); took > 100*time.Second {
			t.Errorf("what watches waited for %s, until it was stopped, for an application that is over", took)
		}
		r.sawNothing(t)
		r.endedWith(t, "m", "app", 1)
	}},
	{name: "two-watchers", after: func(t *testing.T, r *setRun) {
		watching{line: "sleep 5", command: "sleep", samples: 2, rate: 1}.check(t, r)
		watching{job: "m1", line: "timeout 60 sleep 6", command: "timeout", samples: 2, rate: 2}.check(t, r)
	}},
	{name: "other-user", after: func(t *testing.T, r *setRun) {
		watching{line: "sleep 6", command: "sleep", samples: 2, rate: 1, denied: true}.check(t, r)
	}},
	{name: "other-user-traced", after: func(t *testing.T, r *setRun) {
		for _, s := range (watching{line: "sleep 6", command: "sleep", samples: 2, rate: 1}).check(t, r) {
			if uid := s.first("IO STATISTICS").number("uid"); uid != 1000 {
				t.Errorf("the process has user %v", uid)
			}
		}
	}},
}

// sawNothing expects a log without samples that says why.
func (r *setRun) sawNothing(t *testing.T) {
	t.Helper()
	log := r.logOf(t, "m", 0, "app")
	if len(log.samples) > 0 {
		t.Errorf("%d samples of nothing", len(log.samples))
	}
	inOrder(t, log.before, "latchkey: error: no process with this command line was seen: true\n")
}

// published runs an object of v1alpha1 as its authors published it, default rate and all.
func published(t *testing.T, r *setRun) {
	t.Helper()
	r.input = filepath.Join(corpusDir, "metricset-v1alpha1", "tests-perf-hello-world-metrics.yaml")
	if _, err := os.Stat(r.input); err != nil {
		missing(t, "corpus", "no folder shared/corpus beside this checkout")
	}
}

// firstVersion expects the names of containers and the metadata that readers of v1alpha1's logs know.
func firstVersion(t *testing.T, r *setRun) {
	const command = "mpirun --allow-run-as-root -np 2 lmp -v x 2 -v y 2 -v z 2 -in in.reaxc.hns -nocite"
	watching{container: "perf-sysstat", line: command, command: "mpirun", rate: 1}.check(t, r)
	hasValues(t, "metadata", r.logOf(t, "m", 0, "perf-sysstat").metadata, map[string]any{
		"pods": 1.0, "completions": 1.0, "metricName": "perf-sysstat", "metricType": "application",
		"applicationImage": "ghcr.io/converged-computing/metric-lammps:latest", "applicationCommand": command,
	})
	inOrder(t, r.textOf(t, "m", 0, "app"), "LAMMPS (", " on 2 procs for 3000 steps")
	r.endedWith(t, "m", "app", 0)
}

// tables are the sections of a sample, and whether the kernel shows their figures to those only who may trace.
var tables = []struct {
	header string
	traced bool
}{
	{"CPU STATISTICS TASK", false},
	{"CPU STATISTICS CHILD", false},
	{"IO STATISTICS", true},
	{"POLICY", false},
	{"PAGEFAULTS TASK", false},
	{"PAGEFAULTS CHILD", false},
	{"STACK UTILIZATION", true},
	{"THREADS TASK", false},
	{"THREADS CHILD", false},
	{"KERNEL TABLES", true},
	{"TASK SWITCHING", false},
}

// watching is what the log of a perf-sysstat container has to say.
type watching struct {
	job       string // m unless said
	index     int
	container string // app unless said
	line      string // the command line, or the pattern, that is looked for
	command   string // the program in every row
	samples   int    // at least one when 0
	rate      int    // seconds between samples
	threads   bool   // a row for each thread besides that of the process
	pids      bool   // all processes in each sample
	denied    bool   // figures of the traced sections cannot be had
}

// sampled are the sections of one sample.
type sampled []section

// first returns the first row of a section, which is that of the process.
func (s sampled) first(header string) row {
	for _, section := range s {
		if section.header == header && len(section.rows) > 0 {
			return section.rows[0]
		}
	}
	return nil
}

// check reads the log and returns its samples.
func (w watching) check(t *testing.T, r *setRun) []sampled {
	t.Helper()
	log := r.logOf(t, cmp.Or(w.job, "m"), w.index, cmp.Or(w.container, "app"))
	if line := log.block("PIDSTAT COMMAND"); line != w.line {
		t.Errorf("the log says that %q is watched, not %q", line, w.line)
	}
	if count := len(log.samples); count == 0 || w.samples > 0 && count != w.samples {
		t.Errorf("%d samples, want %d", count, w.samples)
	}
	if denied := strings.Contains(log.before, "latchkey: error: process "); denied != w.denied {
		t.Errorf("the log tells of figures that cannot be had: %t, want %t\n%s", denied, w.denied, log.before)
	}
	var all []sampled
	for i, text := range log.samples {
		sections, before, err := readSections(text)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(before, w.command) != w.pids || !w.pids && before != "" {
			t.Errorf("before the sections comes %q", before)
		}
		w.checkSample(t, sections, w.samples == 0 && i == len(log.samples)-1)
		all = append(all, sections)
	}
	w.checkTimes(t, all)
	return all
}

// checkSample expects all sections, with the figures of one process. In the last sample of one that is watched to its
// end, those sections are empty that were taken after it.
func (w watching) checkSample(t *testing.T, s sampled, last bool) {
	t.Helper()
	var want, got []string
	for _, table := range tables {
		if !table.traced || !w.denied {
			want = append(want, table.header)
		}
	}
	pid := s.first(want[0])["pid"]
	for _, section := range s {
		got = append(got, section.header)
		ended := len(section.rows) == 0 && last
		if len(section.rows) != 1 && !w.threads && !ended {
			t.Errorf("%s: %d rows of one process", section.header, len(section.rows))
		}
		for _, row := range section.rows {
			if name, _ := row["command"].(string); strings.TrimLeft(name, "|_") != w.command {
				t.Errorf("%s: a row of %q", section.header, name)
			}
			if row["pid"] != pid {
				t.Errorf("%s: a row of process %v in a sample of %v", section.header, row["pid"], pid)
			}
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("sections %q, want %q", got, want)
	}
	if !w.denied && !last && (s.first("IO STATISTICS").number("kb_wr_s") < 0 || s.first("KERNEL TABLES").number("fd-nr") < 1) {
		t.Errorf("no figures of a process that may be traced: %v", s)
	}
}

// checkTimes expects that samples are as far apart as asked for, or further on a busy machine.
func (w watching) checkTimes(t *testing.T, all []sampled) {
	t.Helper()
	for i := 1; i < len(all); i++ {
		earlier, later := all[0].first(tables[0].header), all[i].first(tables[0].header)
		if later == nil {
			continue // the process ended before the first section of its last sample
		}
		if took := later.number("time") - earlier.number("time"); took < float64(i*w.rate-1) || took > float64(i*w.rate+10) {
			t.Errorf("sample %d comes %v s after the first one, with %d s between samples", i, took, w.rate)
		}
	}
}
