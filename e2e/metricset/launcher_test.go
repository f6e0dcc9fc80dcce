//go:build e2e

package metricset

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
	"github.com/latchkey-dev/latchkey/internal/testing/metriclog"
)

// launcherCases are about a launcher that starts programs on workers by ssh and mpirun.
var launcherCases = []lab.Case{
	{Name: "lammps", Before: lab.ExampleOf("metric-app-lammps"), After: func(t *testing.T, r *lab.Run) {
		log := logOf(t, r, "l", 0, "launcher")
		hasValues(t, "metadata", log.Metadata, map[string]any{"pods": 2.0, "metricName": "app-lammps"})
		if len(log.Addons) != 1 || len(log.Samples) != 1 {
			t.Fatalf("%d addons and %d samples, want one of each", len(log.Addons), len(log.Samples))
		}
		hasValues(t, "addon", log.Addons[0], map[string]any{"pods": 2.0, "metricName": "commands"})
		lab.InOrder(t, log.Before, "Hello before LAMMPS\n")
		lab.InOrder(t, log.Samples[0], "LAMMPS (", "Loop time of ", " on 2 procs for 3000 steps")
		lab.InOrder(t, log.After, "\nreal\t", "Hello after LAMMPS\n")
		workersServe(t, r, 1)
	}},
	{Name: "hosts", Rare: true, Before: lab.ExampleOf("metric-app-custom"), After: func(t *testing.T, r *lab.Run) {
		log := logOf(t, r, "l", 0, "launcher")
		if got, want := sortedLines(log.Samples), []string{"custom-l-0-0", "custom-w-0-0"}; !slices.Equal(got, want) {
			t.Errorf("ranks ran on %q, not on %q", got, want)
		}
		workersServe(t, r, 1)
	}},
	{Name: "ranks", Rare: true, After: threeRanks},
	{Name: "image-keys", Rare: true, After: func(t *testing.T, r *lab.Run) {
		log := logOf(t, r, "l", 0, "launcher")
		if said := strings.Join(log.Samples, ""); !strings.HasPrefix(said, "the key of the set\n") || !strings.HasSuffix(said, "refused\n") {
			t.Errorf("the launcher says %q", said)
		}
	}},
	{Name: "command-fails", End: "Failed", After: func(t *testing.T, r *lab.Run) {
		log := logOf(t, r, "l", 0, "launcher")
		if !slices.Equal(log.Samples, []string{"not for long\n"}) {
			t.Errorf("samples %q", log.Samples)
		}
		lab.InOrder(t, log.After, "after all\n", "latchkey: error: what is measured ended with status 4\n")
		endedWith(t, r, "l", "launcher", 4)
	}},
	{Name: "rank-fails", End: "Failed", After: func(t *testing.T, r *lab.Run) {
		log := logOf(t, r, "l", 0, "launcher")
		lab.InOrder(t, strings.Join(log.Samples, ""), "rank 1 fails\n")
		endedWith(t, r, "l", "launcher", 5)
		workersServe(t, r, 1)
	}},
	{Name: "deleted", End: lab.Gone, During: func(t *testing.T, r *lab.Run) {
		lab.Until(t, "two ranks", lab.PodLimit, func() bool { return strings.Count(launcher(r), "\na rank") == 2 })
		began := time.Now()
		r.Must(t, "", "delete", r.Kind+"/"+r.Object, "--wait=false")
		lab.Until(t, "the end of all pods", lab.PodLimit, func() bool {
			return r.Must(t, "", "get", "pods", "-l", lab.IndexLabel, "-o", "name", "--ignore-not-found") == ""
		})
		if took := time.Since(began); took > 29*time.Second {
			t.Errorf("the pods took %s, as if they were killed after the grace period of 30 s", took)
		}
	}, After: func(t *testing.T, r *lab.Run) {
		if log := logOf(t, r, "l", 0, "launcher"); len(log.Samples) != 1 {
			t.Errorf("%d samples", len(log.Samples))
		}
		endedWith(t, r, "l", "launcher", 143)
	}},
}

// launcher returns the log of the launcher so far.
func launcher(r *lab.Run) string {
	for _, pod := range r.Seen() {
		if pod.Labels["app.kubernetes.io/component"] == "l" {
			return r.Output(pod.Name, "launcher")
		}
	}
	return ""
}

// threeRanks expects a rank on each of three hosts, the addon's snippets around them, and its rights for the launcher only.
func threeRanks(t *testing.T, r *lab.Run) {
	log := logOf(t, r, "l", 0, "launcher")
	want := []string{"before: 0 on ranks-l-0-0", "before: 1 on ranks-w-0-0", "before: 2 on ranks-w-0-1"}
	if got := sortedLines(log.Samples); !slices.Equal(got, want) {
		t.Errorf("ranks say %q, not %q", got, want)
	}
	if len(log.Addons) != 1 {
		t.Fatalf("%d addons, want one", len(log.Addons))
	}
	hasValues(t, "addon", log.Addons[0], map[string]any{"metricName": "perf-commands"})
	const traces = 1<<19 | 1<<21 // CAP_SYS_PTRACE and CAP_SYS_ADMIN
	_, mask, _ := strings.Cut(log.After, "after CapEff:\t")
	mask, _, _ = strings.Cut(mask, "\n")
	if rights, err := strconv.ParseUint(mask, 16, 64); err != nil || rights&traces != traces {
		t.Errorf("the launcher has the rights %q (%v), without those to trace and to administer\n%s", mask, err, log.After)
	}
	for index := range 2 {
		if context := podOf(t, r, "w", index).Spec.Containers[0].SecurityContext; context != nil && context.Capabilities != nil {
			t.Errorf("worker %d has the rights %v", index, context.Capabilities)
		}
	}
	workersServe(t, r, 2)
}

// raceOfMPI is what Open MPI prints when the ssh that it starts is faster than itself.
var raceOfMPI = regexp.MustCompile(`(?m)^\[.+\] plm:rsh: Warning: setpgid\(.+\) failed in parent .*\n`)

// sortedLines returns the lines of all samples in alphabetical order, because the order of ranks differs.
func sortedLines(samples []string) []string {
	said := raceOfMPI.ReplaceAllString(strings.Join(samples, ""), "")
	lines := strings.Split(strings.TrimSpace(said), "\n")
	slices.Sort(lines)
	return lines
}

// workersServe expects workers that print their metadata and no collection, and no private key in any log or object.
func workersServe(t *testing.T, r *lab.Run, workers int) {
	t.Helper()
	for index := range workers {
		text := strings.ReplaceAll(textOf(t, r, "w", index, "workers"), "\r\n", "\n")
		log, err := metriclog.ReadMetadata(text)
		if err != nil || strings.Contains(text, "METRICS OPERATOR") || len(log.Addons) > 0 {
			t.Errorf("worker %d says more than its metadata (%v):\n%s", index, err, text)
		}
	}
	texts := []string{string(r.Set.Manifest), r.Must(t, "", "get", "configmaps,secrets,events", "-o", "yaml")}
	for _, pod := range r.Seen() {
		for _, status := range lab.Statuses(pod) {
			texts = append(texts, r.Output(pod.Name, status.Name))
		}
	}
	for _, text := range texts {
		if strings.Contains(text, "PRIVATE KEY") {
			t.Errorf("a private key is in\n%s", text)
		}
	}
}

// metricShapeCases are about other metrics, their volumes, and sets of several metrics.
var metricShapeCases = []lab.Case{
	{Name: "programs", Rare: true, After: func(t *testing.T, r *lab.Run) {
		log := logOf(t, r, "m", 0, "app")
		if len(log.Samples) != 2 {
			t.Fatalf("%d samples of two programs", len(log.Samples))
		}
		command, document, _ := strings.Cut(log.Samples[0], "\n")
		var read struct{ Lscpu []metriclog.Row }
		if err := json.Unmarshal([]byte(document), &read); command != "lscpu --json" || err != nil || len(read.Lscpu) == 0 {
			t.Errorf("%q says %q (%v)", command, document, err)
		}
		command, count, _ := strings.Cut(log.Samples[1], "\n")
		if cores, err := strconv.Atoi(strings.TrimSpace(count)); command != "nproc --all" || err != nil || cores < 1 {
			t.Errorf("%q says %q (%v)", command, count, err)
		}
	}},
	{Name: "volumes", Rare: true, Before: func(t *testing.T, r *lab.Run) {
		r.Must(t, "", "create", "configmap", "greeting", "--from-literal=greeting=hello from a ConfigMap\n")
		r.Must(t, "", "create", "secret", "generic", "word", "--from-literal=word=hello from a Secret\n")
	}, After: func(t *testing.T, r *lab.Run) {
		log := logOf(t, r, "l", 0, "launcher")
		if want := []string{"hello from a ConfigMap\nhello from a Secret\n"}; !slices.Equal(log.Samples, want) {
			t.Errorf("samples %q, not %q", log.Samples, want)
		}
		if slices.ContainsFunc(r.Seen(), func(pod corev1.Pod) bool { return strings.Contains(pod.Name, "-w-0-") }) {
			t.Error("there is a worker in a set of one pod")
		}
	}},
	{Name: "two-metrics", Rare: true, After: func(t *testing.T, r *lab.Run) {
		if log := logOf(t, r, "l", 0, "launcher"); !slices.Equal(log.Samples, []string{"done at once\n"}) {
			t.Errorf("the launcher says %q", log.Samples)
		}
		checkIostat(t, logOf(t, r, "m", 0, "storage"), 2)
		endedWith(t, r, "m", "storage", 0)
	}},
}
