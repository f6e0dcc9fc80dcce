//go:build e2e

package attach

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
	"github.com/latchkey-dev/latchkey/internal/testing/metriclog"
)

// attachCases are MetricSets attached to a MiniCluster. All run LAMMPS under Flux. Several share the processors of one node, so their
// ranks yield while they wait.
var attachCases = []lab.Case{
	{Name: "kustomize", Before: lab.ExampleOf("lammps-pidstat"), Edit: joinedByKustomize, Says: []string{" on 2 procs for 3000 steps"}, After: everyPod(2, 1)},
	{Name: "kpt", Rare: true, Before: lab.ExampleOf("lammps-pidstat"), Edit: joinedByKpt, Says: []string{" on 2 procs for 3000 steps"}, After: everyPod(2, 1)},
	{Name: "four-brokers", Rare: true, Says: []string{" on 4 procs for "}, After: everyPod(4, 1)},
	{Name: "two-ranks", Rare: true, Says: []string{" on 2 procs for "}, After: everyPod(1, 2)},
	{Name: "launched", Rare: true, Says: []string{" on 2 procs for "}, After: everyPod(2, 1)},
	{Name: "two-sets", Says: []string{" on 2 procs for "}, After: func(t *testing.T, r *lab.Run) {
		everyPod(2, 1)(t, r)
		for rank := range 2 {
			log := joinedLog(t, r, rank, "io-sysstat")
			if len(log.Samples) == 0 || !strings.Contains(log.Samples[0], `"sysstat"`) {
				t.Errorf("rank %d: iostat says %q", rank, log.Samples)
			}
		}
	}},
	{Name: "threads", Rare: true, Says: []string{" on 2 procs for "}, After: func(t *testing.T, r *lab.Run) {
		for rank := range 2 {
			samples := joinedSamples(t, r, rank)
			if len(samples) != 2 {
				t.Errorf("rank %d: %d samples, want 2", rank, len(samples))
			}
			if rows := samples[0][0].Rows; len(rows) < 2 || rows[1]["command"] != "|__lmp" {
				t.Errorf("rank %d: no rows of threads: %v", rank, rows)
			}
		}
	}},
	{Name: "kernel", Before: func(t *testing.T, r *lab.Run) { r.Apply(t, []byte(busyPod)) }, Says: []string{" on 2 procs for "}, During: kernelApart, After: kernelSees},
	{Name: "fails", End: "Failed", Code: 1, Says: []string{" on 2 procs for "}, After: everyPod(2, 1)},
	{Name: "restricted", Before: func(t *testing.T, r *lab.Run) {
		r.Must(t, "", "label", "namespace", r.Namespace, "pod-security.kubernetes.io/enforce=restricted")
	}, Says: []string{" on 2 procs for "}, After: func(t *testing.T, r *lab.Run) {
		everyPod(2, 1)(t, r)
		if uid := joinedSamples(t, r, 0)[0].First(metriclog.Tables[0].Header).Number("uid"); uid != 1000 {
			t.Errorf("LAMMPS runs as user %v", uid)
		}
	}},
	{Name: "one-pod", Rare: true, Says: []string{" on 1 procs for "}, After: func(t *testing.T, r *lab.Run) {
		ran := 0
		for rank := range 2 {
			if log := joinedLog(t, r, rank, "perf-sysstat"); len(log.Samples) > 0 {
				watchedLammps(t, r, rank, 1)
				ran++
			} else if !strings.Contains(joinedText(t, r, rank, "perf-sysstat"), "no sample: nothing ran") {
				t.Errorf("rank %d says nothing of it: %q", rank, log.After)
			}
			sidecarEnded(t, r, rank, 0)
		}
		if ran != 1 {
			t.Errorf("LAMMPS was seen on %d pods", ran)
		}
	}},
	{Name: "chosen", Says: []string{" on 2 procs for "}, After: func(t *testing.T, r *lab.Run) {
		watchedLammps(t, r, 0, 1)
		if log := joinedLog(t, r, 1, "perf-sysstat"); len(log.Samples) > 0 || log.Block("PIDSTAT COMMAND") != "no such command" {
			t.Errorf("rank 1: %d samples of %q", len(log.Samples), log.Block("PIDSTAT COMMAND"))
		}
	}},
	{Name: "denied", Says: []string{" on 1 procs for "}, After: func(t *testing.T, r *lab.Run) {
		lab.Holds(t, joinedText(t, r, 0, "perf-sysstat"), "Set the option ptrace to Always")
		var headers []string
		for _, section := range joinedSamples(t, r, 0)[0] {
			headers = append(headers, section.Header)
		}
		if slices.Contains(headers, "IO STATISTICS") || !slices.Contains(headers, "CPU STATISTICS TASK") {
			t.Errorf("sections %q", headers)
		}
		sidecarEnded(t, r, 0, 1) // it shows in the pod, and the set is complete all the same
	}},
	{Name: "killed", Says: []string{" on 2 procs for "}, During: killSidecar, After: func(t *testing.T, r *lab.Run) {
		watchedLammps(t, r, 1, 1)
		if restarts := sidecar(t, r, 0).RestartCount; restarts != 1 {
			t.Errorf("the sidecar was started again %d times", restarts)
		}
	}},
}

// killSidecar kills the sampling process on the lead.
func killSidecar(t *testing.T, r *lab.Run) {
	lab.Until(t, "a sample", lab.PodLimit, func() bool {
		lead, _ := r.Broker(0)
		return strings.Contains(r.Output(lead.Name, "perf-sysstat"), strings.TrimSpace(metriclog.Timepoint))
	})
	lead, _ := r.Broker(0)
	// The pod has its own process namespace, so no other process can be hit.
	r.Kill(t, lead.Name, "perf-sysstat", "-f", "^/bin/bash /metrics_operator/flux-perf-sysstat.sh$")
}

// TestAttach runs MiniClusters with attached MetricSets and reads the samples.
func TestAttach(t *testing.T) {
	for _, c := range attachCases {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			r := lab.NewRun(t, c)
			r.Play(t)
			r.Check(t)
			keepsApart(t, r)
			c.After(t, r)
		})
	}
}

// everyPod expects samples of the given number of ranks from each of the given number of pods, and no failed sidecar.
func everyPod(pods, ranks int) func(*testing.T, *lab.Run) {
	return func(t *testing.T, r *lab.Run) {
		t.Helper()
		for rank := range pods {
			watchedLammps(t, r, rank, ranks)
			sidecarEnded(t, r, rank, 0)
		}
	}
}

func joinedText(t *testing.T, r *lab.Run, rank int, container string) string {
	t.Helper()
	pod, _ := r.Broker(rank)
	text := r.Output(pod.Name, container)
	if text == "" {
		t.Fatalf("rank %d: %s said nothing", rank, container)
	}
	return text
}

// message is a line on standard error. The sidecar of an attached set has no terminal, so its two streams may mix.
var message = regexp.MustCompile(`(?m)^latchkey: .*\n`)

func joinedLog(t *testing.T, r *lab.Run, rank int, container string) metriclog.Log {
	t.Helper()
	text := joinedText(t, r, rank, container)
	log, err := metriclog.Read(message.ReplaceAllString(text, ""))
	if err != nil {
		t.Fatalf("rank %d: %v\n%s", rank, err, text)
	}
	return log
}

func joinedSamples(t *testing.T, r *lab.Run, rank int) []metriclog.Sample {
	t.Helper()
	var all []metriclog.Sample
	for _, text := range joinedLog(t, r, rank, "perf-sysstat").Samples {
		sections, before, err := metriclog.ReadSections(text)
		if err != nil || before != "" {
			t.Fatalf("rank %d: %v, %q before the sections", rank, err, before)
		}
		all = append(all, sections)
	}
	if len(all) == 0 {
		t.Fatalf("rank %d: no samples\n%s", rank, joinedText(t, r, rank, "perf-sysstat"))
	}
	return all
}

// watchedLammps expects samples of the given number of processes called lmp, and of no others. They use processor time.
func watchedLammps(t *testing.T, r *lab.Run, rank, processes int) {
	t.Helper()
	busy, pids := 0.0, map[any]bool{}
	for i, sample := range joinedSamples(t, r, rank) {
		if !sample.IsWhole() || i == 0 && !sample.Has(metriclog.Stack) {
			t.Errorf("rank %d: sample %d has only the sections %v", rank, i, sample)
		}
		for _, section := range sample {
			for _, row := range section.Rows {
				if row["command"] != "lmp" {
					t.Errorf("rank %d: %s: a row of %v", rank, section.Header, row["command"])
				}
				pids[row["pid"]] = true
			}
		}
		busy = max(busy, sample.First(metriclog.Tables[0].Header).Number("percent_cpu"))
	}
	if busy <= 0 || len(pids) != processes {
		t.Errorf("rank %d: at most %v %% of a processor, processes %v, want %d", rank, busy, slices.Collect(maps.Keys(pids)), processes)
	}
	t.Logf("rank %d: lmp takes up to %v %% of a processor", rank, busy)
}

func sidecar(t *testing.T, r *lab.Run, rank int) corev1.ContainerStatus {
	t.Helper()
	pod, _ := r.Broker(rank)
	for _, status := range lab.Statuses(pod) {
		if status.Name == "perf-sysstat" {
			return status
		}
	}
	t.Fatalf("rank %d has no perf-sysstat", rank)
	return corev1.ContainerStatus{}
}

func sidecarEnded(t *testing.T, r *lab.Run, rank int, want int32) {
	t.Helper()
	pod, _ := r.Broker(rank)
	if code := lab.ExitCode(pod, "perf-sysstat"); code != want {
		t.Errorf("rank %d: the sidecar ended with status %d, not %d", rank, code, want)
	}
}

// keepsApart expects that the sidecars of attached sets mount their own files, and neither the key nor Flux.
func keepsApart(t *testing.T, r *lab.Run) {
	t.Helper()
	for _, pod := range r.Brokers() {
		for _, container := range slices.Concat(pod.Spec.InitContainers, pod.Spec.Containers) {
			if !strings.HasSuffix(container.Name, "-sysstat") {
				continue
			}
			for _, mount := range container.VolumeMounts {
				if !strings.HasPrefix(mount.Name, "latchkey-metrics") {
					t.Errorf("%s mounts %s at %s", container.Name, mount.Name, mount.MountPath)
				}
			}
		}
	}
}

// joinedByKustomize builds the example with both objects in its resources.
func joinedByKustomize(t *testing.T, r *lab.Run) {
	work := filepath.Join(t.TempDir(), "example")
	if err := os.CopyFS(work, os.DirFS(filepath.Join(lab.ExamplesDir, "lammps-pidstat"))); err != nil {
		t.Fatal(err)
	}
	kustomization := filepath.Join(work, "kustomization.yaml")
	text, err := os.ReadFile(kustomization)
	if err != nil {
		t.Fatal(err)
	}
	lab.WriteFile(t, kustomization, string(text)+"namespace: "+r.Namespace+"\n")
	r.Set.Manifest = []byte(lab.Kustomize(t, work))
}

// joinedByKpt renders the example as a package of kpt.
func joinedByKpt(t *testing.T, r *lab.Run) {
	program := lab.Tool(t, "kpt")
	text, err := os.ReadFile(r.Input)
	if err != nil {
		t.Fatal(err)
	}
	work := filepath.Join(t.TempDir(), "package")
	lab.WriteFile(t, filepath.Join(work, "Kptfile"), "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: lammps\npipeline:\n  mutators:\n  - exec: latchkey\n")
	lab.WriteFile(t, filepath.Join(work, "input.yaml"), strings.ReplaceAll(string(text), "\nmetadata:\n", "\nmetadata:\n  namespace: "+r.Namespace+"\n"))
	lab.OnPath(t, program, "fn", "render", "--allow-exec", work)
	r.Set.Manifest = nil
	for name, text := range lab.FilesOf(t, work) {
		if strings.HasSuffix(name, ".latchkey.yaml") {
			r.Set.Manifest = append(r.Set.Manifest, text+"\n"...)
		}
	}
	if len(r.Set.Manifest) == 0 {
		t.Fatal("kpt has rendered nothing")
	}
}
