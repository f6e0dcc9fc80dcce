//go:build e2e

package e2e

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

// attachCases are MetricSets that watch a MiniCluster. All run LAMMPS under Flux.
var attachCases = []runCase{
	{name: "kustomize", before: exampleOf("lammps-pidstat"), edit: joinedByKustomize, says: []string{" on 2 procs for 3000 steps"}, after: everyPod(2, 1)},
	{name: "kpt", before: exampleOf("lammps-pidstat"), edit: joinedByKpt, says: []string{" on 2 procs for 3000 steps"}, after: everyPod(2, 1)},
	{name: "four-brokers", says: []string{" on 4 procs for "}, after: everyPod(4, 1)},
	{name: "two-ranks", says: []string{" on 2 procs for "}, after: everyPod(1, 2)},
	{name: "launched", says: []string{" on 2 procs for "}, after: everyPod(2, 1)},
	{name: "ordinary", says: []string{" on 2 procs for "}, after: everyPod(2, 1)},
	{name: "two-sets", says: []string{" on 2 procs for "}, after: func(t *testing.T, r *setRun) {
		everyPod(2, 1)(t, r)
		for rank := range 2 {
			log := r.joinedLog(t, rank, "io-sysstat")
			if len(log.samples) == 0 || !strings.Contains(log.samples[0], `"sysstat"`) {
				t.Errorf("rank %d: iostat says %q", rank, log.samples)
			}
		}
	}},
	{name: "threads", says: []string{" on 2 procs for "}, after: func(t *testing.T, r *setRun) {
		for rank := range 2 {
			samples := r.joinedSamples(t, rank)
			if len(samples) != 2 {
				t.Errorf("rank %d: %d samples, want 2", rank, len(samples))
			}
			if rows := samples[0][0].rows; len(rows) < 2 || rows[1]["command"] != "|__lmp" {
				t.Errorf("rank %d: no rows of threads: %v", rank, rows)
			}
		}
	}},
	{name: "fails", end: "Failed", code: 1, says: []string{" on 2 procs for "}, after: everyPod(2, 1)},
	{name: "restricted", before: func(t *testing.T, r *setRun) {
		r.must(t, "", "label", "namespace", r.namespace, "pod-security.kubernetes.io/enforce=restricted")
	}, says: []string{" on 2 procs for "}, after: func(t *testing.T, r *setRun) {
		everyPod(2, 1)(t, r)
		if uid := r.joinedSamples(t, 0)[0].first(tables[0].header).number("uid"); uid != 1000 {
			t.Errorf("LAMMPS runs as user %v", uid)
		}
	}},
	{name: "one-pod", says: []string{" on 1 procs for "}, after: func(t *testing.T, r *setRun) {
		ran := 0
		for rank := range 2 {
			if log := r.joinedLog(t, rank, "perf-sysstat"); len(log.samples) > 0 {
				r.watchedLammps(t, rank, 1)
				ran++
			} else if !strings.Contains(r.joinedText(t, rank, "perf-sysstat"), "nothing of the application ran in this pod") {
				t.Errorf("rank %d says nothing of it: %q", rank, log.after)
			}
			r.sidecarEnded(t, rank, 0)
		}
		if ran != 1 {
			t.Errorf("LAMMPS was seen on %d pods", ran)
		}
	}},
	{name: "chosen", says: []string{" on 2 procs for "}, after: func(t *testing.T, r *setRun) {
		r.watchedLammps(t, 0, 1)
		if log := r.joinedLog(t, 1, "perf-sysstat"); len(log.samples) > 0 || log.block("PIDSTAT COMMAND") != "no such command" {
			t.Errorf("rank 1: %d samples of %q", len(log.samples), log.block("PIDSTAT COMMAND"))
		}
	}},
	{name: "denied", says: []string{" on 1 procs for "}, after: func(t *testing.T, r *setRun) {
		holds(t, r.joinedText(t, 0, "perf-sysstat"), "Set the option ptrace to Always")
		var headers []string
		for _, section := range r.joinedSamples(t, 0)[0] {
			headers = append(headers, section.header)
		}
		if slices.Contains(headers, "IO STATISTICS") || !slices.Contains(headers, "CPU STATISTICS TASK") {
			t.Errorf("sections %q", headers)
		}
		r.sidecarEnded(t, 0, 1) // it shows in the pod, and the set is complete all the same
	}},
	{name: "killed", says: []string{" on 2 procs for "}, during: func(t *testing.T, r *setRun) {
		until(t, "a sample", podLimit, func() bool {
			lead, _ := r.broker(0)
			return strings.Contains(r.said(lead.Name, "perf-sysstat"), strings.TrimSpace(timepoint))
		})
		lead, _ := r.broker(0)
		// The pod's processes are its own: nothing else can be met.
		r.must(t, "", "exec", lead.Name, "-c", "perf-sysstat", "--", "pkill", "-KILL", "-f", "^/bin/bash /metrics_operator/flux-perf-sysstat.sh$")
	}, after: func(t *testing.T, r *setRun) {
		r.watchedLammps(t, 1, 1)
		if restarts := r.sidecar(t, 0).RestartCount; restarts != 1 {
			t.Errorf("the sidecar was started again %d times", restarts)
		}
	}},
}

// TestAttach runs MiniClusters that MetricSets watch and reads what these have seen.
func TestAttach(t *testing.T) {
	for _, c := range attachCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := newRun(t, c)
			r.input = filepath.Join("testdata", "attach", c.name+".yaml")
			r.run(t)
			r.check(t)
			r.keepsApart(t)
			c.after(t, r)
		})
	}
}

// everyPod expects that each of so many pods has samples of so many ranks of LAMMPS, and that no sidecar has failed.
func everyPod(pods, ranks int) func(*testing.T, *setRun) {
	return func(t *testing.T, r *setRun) {
		t.Helper()
		for rank := range pods {
			r.watchedLammps(t, rank, ranks)
			r.sidecarEnded(t, rank, 0)
		}
	}
}

func (r *setRun) joinedText(t *testing.T, rank int, container string) string {
	t.Helper()
	pod, _ := r.broker(rank)
	text := r.said(pod.Name, container)
	if text == "" {
		t.Fatalf("rank %d: %s said nothing", rank, container)
	}
	return text
}

// message is a line on standard error. A sidecar that joins has no terminal, so the order of its two streams is not kept.
var message = regexp.MustCompile(`(?m)^latchkey: .*\n`)

func (r *setRun) joinedLog(t *testing.T, rank int, container string) metricLog {
	t.Helper()
	text := r.joinedText(t, rank, container)
	log, err := readMetricLog(message.ReplaceAllString(text, ""))
	if err != nil {
		t.Fatalf("rank %d: %v\n%s", rank, err, text)
	}
	return log
}

func (r *setRun) joinedSamples(t *testing.T, rank int) []sampled {
	t.Helper()
	var all []sampled
	for _, text := range r.joinedLog(t, rank, "perf-sysstat").samples {
		sections, before, err := readSections(text)
		if err != nil || before != "" {
			t.Fatalf("rank %d: %v, %q before the sections", rank, err, before)
		}
		all = append(all, sections)
	}
	if len(all) == 0 {
		t.Fatalf("rank %d: no samples\n%s", rank, r.joinedText(t, rank, "perf-sysstat"))
	}
	return all
}

// watchedLammps expects samples of so many processes called lmp and of nothing else, which take processor time.
func (r *setRun) watchedLammps(t *testing.T, rank, processes int) {
	t.Helper()
	busy, pids := 0.0, map[any]bool{}
	for _, sample := range r.joinedSamples(t, rank) {
		if len(sample) != len(tables) {
			t.Errorf("rank %d: %d sections, want %d", rank, len(sample), len(tables))
		}
		for _, section := range sample {
			for _, row := range section.rows {
				if row["command"] != "lmp" {
					t.Errorf("rank %d: %s: a row of %v", rank, section.header, row["command"])
				}
				pids[row["pid"]] = true
			}
		}
		busy = max(busy, sample.first(tables[0].header).number("percent_cpu"))
	}
	if busy <= 0 || len(pids) != processes {
		t.Errorf("rank %d: at most %v %% of a processor, processes %v, want %d", rank, busy, slices.Collect(maps.Keys(pids)), processes)
	}
	t.Logf("rank %d: lmp takes up to %v %% of a processor", rank, busy)
}

func (r *setRun) sidecar(t *testing.T, rank int) corev1.ContainerStatus {
	t.Helper()
	pod, _ := r.broker(rank)
	for _, status := range statuses(pod) {
		if status.Name == "perf-sysstat" {
			return status
		}
	}
	t.Fatalf("rank %d has no perf-sysstat", rank)
	return corev1.ContainerStatus{}
}

func (r *setRun) sidecarEnded(t *testing.T, rank int, want int32) {
	t.Helper()
	pod, _ := r.broker(rank)
	if code := exitCode(pod, "perf-sysstat"); code != want {
		t.Errorf("rank %d: the sidecar ended with status %d, not %d", rank, code, want)
	}
}

// keepsApart expects that the sidecars of sets that join mount their own files, and neither the key nor Flux.
func (r *setRun) keepsApart(t *testing.T) {
	t.Helper()
	for _, pod := range r.brokers() {
		for _, container := range slices.Concat(pod.Spec.InitContainers, pod.Spec.Containers) {
			if !strings.HasSuffix(container.Name, "-sysstat") {
				continue
			}
			for _, mount := range container.VolumeMounts {
				if !strings.HasPrefix(mount.Name, "latchkey-metrics") && mount.MountPath != "/var/run/secrets/kubernetes.io/serviceaccount" {
					t.Errorf("%s mounts %s at %s", container.Name, mount.Name, mount.MountPath)
				}
			}
		}
	}
}

// joinedByKustomize builds the example with both objects in its resources.
func joinedByKustomize(t *testing.T, r *setRun) {
	work := filepath.Join(t.TempDir(), "example")
	if err := os.CopyFS(work, os.DirFS(filepath.Join(examplesDir, "lammps-pidstat"))); err != nil {
		t.Fatal(err)
	}
	kustomization := filepath.Join(work, "kustomization.yaml")
	text, err := os.ReadFile(kustomization)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, kustomization, string(text)+"namespace: "+r.namespace+"\n")
	r.set.manifest = []byte(kustomize(t, work))
}

// joinedByKpt renders the example as a package of kpt.
func joinedByKpt(t *testing.T, r *setRun) {
	program := tool(t, "kpt")
	text, err := os.ReadFile(r.input)
	if err != nil {
		t.Fatal(err)
	}
	work := filepath.Join(t.TempDir(), "package")
	writeFile(t, filepath.Join(work, "Kptfile"), "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: lammps\npipeline:\n  mutators:\n  - exec: latchkey\n")
	writeFile(t, filepath.Join(work, "input.yaml"), namespaceLine.ReplaceAllString(string(text), "$1 "+r.namespace))
	onPath(t, program, "fn", "render", "--allow-exec", work)
	r.set.manifest = nil
	for name, text := range filesOf(t, work) {
		if strings.HasSuffix(name, ".latchkey.yaml") {
			r.set.manifest = append(r.set.manifest, text+"\n"...)
		}
	}
	if len(r.set.manifest) == 0 {
		t.Fatal("kpt has rendered nothing")
	}
}
