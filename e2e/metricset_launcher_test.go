//go:build e2e

package e2e

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
)

// launcherCases are about a launcher that starts programs on workers by ssh and mpirun.
var launcherCases = []runCase{
	{name: "lammps", before: exampleOf("metric-app-lammps"), after: func(t *testing.T, r *setRun) {
		log := r.logOf(t, "l", 0, "launcher")
		hasValues(t, "metadata", log.metadata, map[string]any{"pods": 2.0, "metricName": "app-lammps"})
		if len(log.addons) != 1 || len(log.samples) != 1 {
			t.Fatalf("%d addons and %d samples, want one of each", len(log.addons), len(log.samples))
		}
		hasValues(t, "addon", log.addons[0], map[string]any{"pods": 2.0, "metricName": "commands"})
		inOrder(t, log.before, "Hello before LAMMPS\n")
		inOrder(t, log.samples[0], "LAMMPS (", "Loop time of ", " on 2 procs for 3000 steps", "\nreal\t")
		inOrder(t, log.after, "Hello after LAMMPS\n")
		r.workersServe(t, 1)
	}},
	{name: "hosts", before: exampleOf("metric-app-custom"), after: func(t *testing.T, r *setRun) {
		log := r.logOf(t, "l", 0, "launcher")
		if got, want := sortedLines(log.samples), []string{"custom-l-0-0", "custom-w-0-0"}; !slices.Equal(got, want) {
			t.Errorf("ranks ran on %q, not on %q", got, want)
		}
		r.workersServe(t, 1)
	}},
	{name: "ranks", after: threeRanks},
	{name: "command-fails", end: "Failed", after: func(t *testing.T, r *setRun) {
		log := r.logOf(t, "l", 0, "launcher")
		if !slices.Equal(log.samples, []string{"not for long\n"}) {
			t.Errorf("samples %q", log.samples)
		}
		inOrder(t, log.after, "after all\n", "latchkey: error: what is measured ended with status 4\n")
		r.endedWith(t, "l", "launcher", 4)
	}},
	{name: "rank-fails", end: "Failed", after: func(t *testing.T, r *setRun) {
		log := r.logOf(t, "l", 0, "launcher")
		inOrder(t, strings.Join(log.samples, ""), "rank 1 fails\n")
		r.endedWith(t, "l", "launcher", 5)
		r.workersServe(t, 1)
	}},
	{name: "deleted", end: gone, during: func(t *testing.T, r *setRun) {
		until(t, "two ranks", podLimit, func() bool { return strings.Count(r.launcher(), "\na rank") == 2 })
		began := time.Now()
		r.must(t, "", "delete", r.kind+"/"+r.object, "--wait=false")
		until(t, "the end of all pods", podLimit, func() bool {
			return r.must(t, "", "get", "pods", "-l", indexLabel, "-o", "name", "--ignore-not-found") == ""
		})
		if took := time.Since(began); took > 15*time.Second {
			t.Errorf("the pods took %s of a grace period of 30 s", took)
		}
	}, after: func(t *testing.T, r *setRun) {
		if log := r.logOf(t, "l", 0, "launcher"); len(log.samples) != 1 {
			t.Errorf("%d samples", len(log.samples))
		}
		r.endedWith(t, "l", "launcher", 143)
	}},
}

// launcher returns what the launcher has said so far.
func (r *record) launcher() string {
	for _, pod := range r.seen() {
		if pod.Labels["app.kubernetes.io/component"] == "l" {
			return r.said(pod.Name, "launcher")
		}
	}
	return ""
}

// threeRanks expects a rank on each of three hosts, the addon's texts around them, and its rights for the launcher only.
func threeRanks(t *testing.T, r *setRun) {
	log := r.logOf(t, "l", 0, "launcher")
	want := []string{"before: 0 on ranks-l-0-0", "before: 1 on ranks-w-0-0", "before: 2 on ranks-w-0-1"}
	if got := sortedLines(log.samples); !slices.Equal(got, want) {
		t.Errorf("ranks say %q, not %q", got, want)
	}
	if len(log.addons) != 1 {
		t.Fatalf("%d addons, want one", len(log.addons))
	}
	hasValues(t, "addon", log.addons[0], map[string]any{"metricName": "perf-commands"})
	const traces = 1<<19 | 1<<21 // CAP_SYS_PTRACE and CAP_SYS_ADMIN
	_, mask, _ := strings.Cut(log.after, "after CapEff:\t")
	mask, _, _ = strings.Cut(mask, "\n")
	if rights, err := strconv.ParseUint(mask, 16, 64); err != nil || rights&traces != traces {
		t.Errorf("the launcher has the rights %q (%v), without those to trace and to administer\n%s", mask, err, log.after)
	}
	for index := range 2 {
		if added := r.podOf(t, "w", index).Spec.Containers[0].SecurityContext.Capabilities; added != nil {
			t.Errorf("worker %d has the rights %v", index, added)
		}
	}
	r.workersServe(t, 2)
}

// raceOfMPI is what Open MPI says when the ssh that it starts is quicker than itself.
var raceOfMPI = regexp.MustCompile(`(?m)^\[.+\] plm:rsh: Warning: setpgid\(.+\) failed in parent .*\n`)

// sortedLines returns the lines of all samples in the order of the alphabet, in which ranks do not speak.
func sortedLines(samples []string) []string {
	said := raceOfMPI.ReplaceAllString(strings.Join(samples, ""), "")
	lines := strings.Split(strings.TrimSpace(said), "\n")
	slices.Sort(lines)
	return lines
}

// workersServe expects workers that print their metadata and no collection, and no private key in any log or object.
func (r *setRun) workersServe(t *testing.T, workers int) {
	t.Helper()
	for index := range workers {
		text := strings.ReplaceAll(r.textOf(t, "w", index, "workers"), "\r\n", "\n")
		log, err := readMetadata(text)
		if err != nil || strings.Contains(text, "METRICS OPERATOR") || len(log.addons) > 0 {
			t.Errorf("worker %d says more than its metadata (%v):\n%s", index, err, text)
		}
	}
	texts := []string{string(r.set.manifest), r.must(t, "", "get", "configmaps,secrets,events", "-o", "yaml")}
	for _, pod := range r.seen() {
		for _, status := range statuses(pod) {
			texts = append(texts, r.said(pod.Name, status.Name))
		}
	}
	for _, text := range texts {
		if strings.Contains(text, "PRIVATE KEY") {
			t.Errorf("a private key is in\n%s", text)
		}
	}
}

// metricShapeCases are about other metrics, their volumes, and sets of several metrics.
var metricShapeCases = []runCase{
	{name: "programs", after: func(t *testing.T, r *setRun) {
		log := r.logOf(t, "m", 0, "app")
		if len(log.samples) != 2 {
			t.Fatalf("%d samples of two programs", len(log.samples))
		}
		command, document, _ := strings.Cut(log.samples[0], "\n")
		var read struct{ Lscpu []row }
		if err := json.Unmarshal([]byte(document), &read); command != "lscpu --json" || err != nil || len(read.Lscpu) == 0 {
			t.Errorf("%q says %q (%v)", command, document, err)
		}
		command, count, _ := strings.Cut(log.samples[1], "\n")
		if cores, err := strconv.Atoi(strings.TrimSpace(count)); command != "nproc --all" || err != nil || cores < 1 {
			t.Errorf("%q says %q (%v)", command, count, err)
		}
	}},
	{name: "volumes", before: func(t *testing.T, r *setRun) {
		r.must(t, "", "create", "configmap", "greeting", "--from-literal=greeting=hello from a ConfigMap\n")
		r.must(t, "", "create", "secret", "generic", "word", "--from-literal=word=hello from a Secret\n")
	}, after: func(t *testing.T, r *setRun) {
		log := r.logOf(t, "l", 0, "launcher")
		if want := []string{"hello from a ConfigMap\nhello from a Secret\n"}; !slices.Equal(log.samples, want) {
			t.Errorf("samples %q, not %q", log.samples, want)
		}
		if slices.ContainsFunc(r.seen(), func(pod corev1.Pod) bool { return strings.Contains(pod.Name, "-w-0-") }) {
			t.Error("there is a worker in a set of one pod")
		}
	}},
	{name: "two-metrics", after: func(t *testing.T, r *setRun) {
		if log := r.logOf(t, "l", 0, "launcher"); !slices.Equal(log.samples, []string{"done at once\n"}) {
			t.Errorf("the launcher says %q", log.samples)
		}
		checkIostat(t, r.logOf(t, "m", 0, "storage"), 3)
		r.endedWith(t, "m", "storage", 0)
	}},
}
