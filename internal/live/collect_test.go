package live

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/internal/runs"
)

func TestCollect(t *testing.T) {
	t.Parallel()
	for name, sets := range map[string][]string{"at the end": {"completed"}, "while it runs": {"preparing", "running", "running", "completed"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var all []*Set
			for _, set := range sets {
				if set == "preparing" {
					continue // it has another name
				}
				all = append(all, theSet(t, set))
			}
			logs, _ := stubLogs(t, lammpsLogs(), all...)
			root, progress := t.TempDir(), &Progress{}
			record, _, err := logs.Collect(t.Context(), root, len(sets) > 1, progress)
			if err != nil || len(record.Missing) > 0 {
				t.Fatalf("%v, missing: %v", err, record.Missing)
			}
			checkFiles(t, filepath.Join(root, "lammps"), record, lammpsLogs())
			if progress.Logs.Load() != 7 || progress.Bytes.Load() == 0 {
				t.Errorf("%d logs and %d bytes are counted", progress.Logs.Load(), progress.Bytes.Load())
			}
		})
	}
}

// checkFiles expects that a folder has the given logs, and nothing else but the record that names them.
func checkFiles(t *testing.T, folder string, record *runs.Set, want map[string]string) {
	t.Helper()
	named := 0
	for _, pod := range record.Pods {
		for _, container := range pod.Containers {
			if container.Log == "" {
				continue
			}
			named++
			text, err := os.ReadFile(filepath.Join(folder, container.Log))
			if err != nil || string(text) != want[pod.Name+"."+container.Name] {
				t.Errorf("%s holds %q (%v)", container.Log, text, err)
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*", "*"))
	if named != len(want) || len(files) != len(want) || err != nil {
		t.Errorf("%d logs are named and %d are there, want %d (%v)", named, len(files), len(want), err)
	}
	if read, err := runs.Read(folder); err != nil || read.Name != record.Name || len(read.Pods) != len(record.Pods) {
		t.Errorf("set.json holds %v (%v)", read, err)
	}
}

// TestCollectLost wants every reason why a log is not there.
func TestCollectLost(t *testing.T) {
	t.Parallel()
	files := lammpsLogs()
	delete(files, lead+".perf-sysstat")
	files[keyPod+".keygen"], files[keyPod+".keygen.words"] = "", "unable to retrieve container logs for containerd://1234"
	set := change(t, "completed", func(o *Objects) {
		for at := range o.Pods {
			if o.Pods[at].Name == worker {
				o.Pods = append(o.Pods[:at], o.Pods[at+1:]...)
				return
			}
		}
	})
	logs, _ := stubLogs(t, files, set)
	record, _, err := logs.Collect(t.Context(), t.TempDir(), false, &Progress{})
	if err != nil {
		t.Fatal(err)
	}
	want := []runs.Missing{
		{Reason: "the pod of index 1 of m is gone, and its logs with it"},
		{Pod: keyPod, Container: "keygen", Reason: "the node no longer has the log"},
		{Pod: lead, Container: "perf-sysstat", Reason: "kubectl logs " + lead + ": Error from server (BadRequest): no log of " + lead + ".perf-sysstat"},
	}
	if len(record.Missing) != len(want) {
		t.Fatalf("missing: %v, want %v", record.Missing, want)
	}
	for at := range want {
		if record.Missing[at] != want[at] {
			t.Errorf("missing: %v, want %v", record.Missing[at], want[at])
		}
	}
}

// TestCollectGone wants no log called missing that was saved before its pod was deleted.
func TestCollectGone(t *testing.T) {
	t.Parallel()
	after := change(t, "failed", func(o *Objects) { o.Pods = nil })
	before := change(t, "failed", func(o *Objects) {
		o.JobSets[0].Status.TerminalState = ""
		o.JobSets[0].Status.Conditions = nil
	})
	files := map[string]string{}
	for _, pod := range before.pods {
		for _, status := range statuses(pod) {
			files[pod.Name+"."+status.Name] = "a line\n"
		}
	}
	logs, _ := stubLogs(t, files, before, before, after)
	record, _, err := logs.Collect(t.Context(), t.TempDir(), true, &Progress{})
	if err != nil || len(record.Missing) > 0 || len(record.Pods) != len(before.pods) {
		t.Errorf("%v, %d pods, missing: %v", err, len(record.Pods), record.Missing)
	}
}

// TestCollectLives wants the logs of pods that a restart of the gang has deleted, and of a sidecar's life before.
func TestCollectLives(t *testing.T) {
	t.Parallel()
	files := lammpsLogs()
	for name, text := range lammpsLogs() {
		pod, container, _ := strings.Cut(name, ".")
		files[pod+"-again."+container] = "again: " + text
	}
	last := nextLife(t, "completed")
	for at := range last.pods {
		if last.pods[at].Name == lead+"-again" {
			last.pods[at].Status.InitContainerStatuses[1].RestartCount = 1
			last.pods[at].Status.InitContainerStatuses[1].LastTerminationState.Terminated = &corev1.ContainerStateTerminated{ExitCode: 1}
		}
	}
	files[lead+"-again.perf-sysstat.previous"] = "its life before\n"
	logs, _ := stubLogs(t, files, theSet(t, "running"), last)
	root := t.TempDir()
	record, _, err := logs.Collect(t.Context(), root, true, &Progress{})
	if err != nil || len(record.Missing) > 0 || record.Restarts != 1 || len(record.Pods) != 6 {
		t.Fatalf("%v, missing %v, %d restarts, %d pods", err, record.Missing, record.Restarts, len(record.Pods))
	}
	first, err := os.ReadFile(filepath.Join(root, "lammps", runs.LogFile(lead, "lammps")))
	if err != nil || string(first) != "lammps of "+lead+"\n" {
		t.Errorf("the log of the first life is %q (%v)", first, err)
	}
	before, err := os.ReadFile(filepath.Join(root, "lammps", runs.PreviousLogFile(lead+"-again", "perf-sysstat")))
	if err != nil || string(before) != "its life before\n" {
		t.Errorf("the log of the sidecar's life before is %q (%v)", before, err)
	}
}

// TestCollectRestarts follows a sidecar that is killed and started again, once or more often, and wants each life in a file.
func TestCollectRestarts(t *testing.T) {
	t.Parallel()
	const sidecar = lead + ".perf-sysstat"
	restarted := func(name string, restarts int32) *Set {
		return change(t, name, func(o *Objects) {
			for at := range o.Pods {
				if o.Pods[at].Name == lead {
					status := &o.Pods[at].Status.InitContainerStatuses[1]
					status.RestartCount = restarts
					status.LastTerminationState.Terminated = &corev1.ContainerStateTerminated{ExitCode: 137}
				}
			}
		})
	}
	status := func(restarts int) string {
		return fmt.Sprintf(`{"status": {"initContainerStatuses": [{"name": "perf-sysstat", "restartCount": %d, "state": {"running": {}}}]}}`, restarts)
	}
	files := lammpsLogs()
	delete(files, sidecar)
	files[lead+".json"] = status(0)
	files[sidecar+".stamped"], files[sidecar] = numbered(0, 5, true), ""
	// When the first stream ends, the container has been started again, which its status does not show at once. The first
	// stream had missed a line.
	files[sidecar+".sh"] = `[ -e lives ] || { sed -n '$p' <"$file.stamped" >last; cat "$file.stamped" last >"$file.previous.stamped"; : >"$file.previous"; cp again.json "$2.json.next"; cp second "$file.stamped"; touch lives; }`
	files["again.json"], files["second"] = status(1), numbered(10, 15, true)
	for name, restarts := range map[string]int32{"once": 1, "more often": 3} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			logs, _ := stubLogs(t, files, theSet(t, "running"), theSet(t, "running"), restarted("running", restarts), restarted("completed", restarts))
			record, folder, err := logs.Collect(t.Context(), t.TempDir(), true, &Progress{})
			if err != nil {
				t.Fatal(err)
			}
			if now := content(t, folder, runs.LogFile(lead, "perf-sysstat")); now != numbered(10, 15, false) {
				t.Errorf("the last life is %q", now)
			}
			first := runs.PreviousLogFile(lead, "perf-sysstat")
			if restarts > 1 {
				first = runs.PreviousLogFile(lead, "perf-sysstat.1")
			}
			if got := content(t, folder, first); !strings.HasPrefix(got, numbered(0, 5, false)) {
				t.Errorf("the first life is %q", got)
			}
			want := []string{lead + "/perf-sysstat: the container was started 4 times, and the node keeps the logs of the last two starts"}
			if restarts == 1 {
				want = nil
			}
			if !slices.Equal(gaps(record), want) {
				t.Errorf("missing: %q, want %q", gaps(record), want)
			}
		})
	}
}

// TestCollectBelated begins to follow a sidecar that was started again just before, which its status did not show. The log is that
// of the present life, and in its place.
func TestCollectBelated(t *testing.T) {
	t.Parallel()
	const sidecar = lead + ".perf-sysstat"
	completed := change(t, "completed", func(o *Objects) {
		for at := range o.Pods {
			if o.Pods[at].Name == lead {
				status := &o.Pods[at].Status.InitContainerStatuses[1]
				status.RestartCount = 1
				status.State.Terminated.StartedAt = metav1.Date(2026, 1, 2, 3, 0, 10, 0, time.UTC)
			}
		}
	})
	const gone = lead + "/perf-sysstat: the end of what it wrote before it was started again: "
	for name, before := range map[string]string{"the node has the life before": numbered(0, 5, true), "the node has it no more": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := lammpsLogs()
			files[sidecar+".stamped"] = numbered(10, 15, true)
			if before != "" {
				files[sidecar+".previous"], files[sidecar+".previous.stamped"] = "", before
			}
			logs, _ := stubLogs(t, files, theSet(t, "running"), completed)
			record, folder, err := logs.Collect(t.Context(), t.TempDir(), true, &Progress{})
			if err != nil {
				t.Fatal(err)
			}
			if now := content(t, folder, runs.LogFile(lead, "perf-sysstat")); now != numbered(10, 15, false) {
				t.Errorf("the present life is %q", now)
			}
			previous, _ := os.ReadFile(filepath.Join(folder, runs.PreviousLogFile(lead, "perf-sysstat")))
			isTold := len(record.Missing) == 1 && strings.HasPrefix(gaps(record)[0], gone)
			if before != "" && (string(previous) != numbered(0, 5, false) || len(record.Missing) > 0) || before == "" && (previous != nil || !isTold) {
				t.Errorf("the life before is %q, missing: %q", previous, gaps(record))
			}
		})
	}
}

// TestHugeLog wants a log to pass through without being kept. It counts what the whole process allocates, so no other test
// runs beside it.
func TestHugeLog(t *testing.T) {
	const size = 64 << 20
	files := map[string]string{lead + ".lammps": "", lead + ".lammps.sh": "head -c 67108864 /dev/zero"}
	set := theSet(t, "completed")
	for at := range set.pods {
		set.pods[at].Status.InitContainerStatuses = nil
		if set.pods[at].Name != lead {
			set.pods[at].Status.ContainerStatuses = nil
		}
	}
	logs, _ := stubLogs(t, files, set)
	root := t.TempDir()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, _, err := logs.Collect(t.Context(), root, false, &Progress{}); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	info, err := os.Stat(filepath.Join(root, "lammps", runs.LogFile(lead, "lammps")))
	if err != nil || info.Size() != size {
		t.Errorf("the log: %v, %v", info, err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > size/2 {
		t.Errorf("%d bytes were allocated for a log of %d", used, size)
	}
}
