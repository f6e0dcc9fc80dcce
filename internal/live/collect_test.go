package live

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

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
			root := t.TempDir()
			record, _, err := logs.Collect(t.Context(), root, len(sets) > 1)
			if err != nil || len(record.Missing) > 0 {
				t.Fatalf("%v, missing: %v", err, record.Missing)
			}
			checkFiles(t, filepath.Join(root, "lammps"), record, lammpsLogs())
			if logs.Done.Load() != 7 || logs.All.Load() != 7 || logs.Bytes.Load() == 0 {
				t.Errorf("%d of %d logs and %d bytes are counted", logs.Done.Load(), logs.All.Load(), logs.Bytes.Load())
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
	record, _, err := logs.Collect(t.Context(), t.TempDir(), false)
	if err != nil {
		t.Fatal(err)
	}
	want := []runs.Missing{
		{Reason: "the pod of index 1 of m is gone, and its logs with it", Remark: true},
		{Pod: keyPod, Container: "keygen", Reason: "the node has no log to send: unable to retrieve container logs for containerd://1234", Remark: true},
		{Pod: lead, Container: "perf-sysstat", Reason: "kubectl logs " + lead + ": Error from server (BadRequest): no log of " + lead + ".perf-sysstat", Remark: true},
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

// TestCollectUnseen wants to be told of a container that may have begun after its pod was last seen.
func TestCollectUnseen(t *testing.T) {
	t.Parallel()
	set := change(t, "completed", func(o *Objects) {
		pod := podOf(t, o, "m-0-0")
		for at := range pod.Status.ContainerStatuses {
			pod.Status.ContainerStatuses[at].State = corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: "PodInitializing"}}
		}
		o.JobSets[0].Status.TerminalState, o.JobSets[0].Status.Conditions = "", nil
	})
	logs, _ := stubLogs(t, lammpsLogs())
	stubSteps(t, logs, step{set: set}, step{lead + ".perf-sysstat.read", change(t, "completed", func(o *Objects) { o.Pods = nil })})
	record, _, err := logs.Collect(t.Context(), t.TempDir(), true)
	if err != nil {
		t.Fatal(err)
	}
	want := runs.Missing{Pod: lead, Container: "lammps", Reason: "the pod is gone, and was last seen before the container began"}
	if !slices.Contains(record.Missing, want) {
		t.Errorf("missing: %v, want %v", record.Missing, want)
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
	files, read := map[string]string{}, ""
	for _, pod := range before.pods {
		for _, status := range statuses(pod) {
			files[pod.Name+"."+status.Name] = "a line\n"
			if hasBegun(status.State) {
				read += pod.Name + "." + status.Name + ".read "
			}
		}
	}
	logs, _ := stubLogs(t, files)
	stubSteps(t, logs, step{set: before}, step{read, after})
	record, _, err := logs.Collect(t.Context(), t.TempDir(), true)
	if err != nil || len(record.Missing) > 0 || len(record.Pods) != len(before.pods) {
		t.Errorf("%v, %d pods, missing: %v", err, len(record.Pods), record.Missing)
	}
}

// TestCollectLives wants the logs of pods that a restart of the gang has deleted. Their streams end when they are gone.
func TestCollectLives(t *testing.T) {
	t.Parallel()
	files := lammpsLogs()
	for name, text := range lammpsLogs() {
		pod, container, _ := strings.Cut(name, ".")
		files[pod+"-again."+container] = "again: " + text
		files[name+".sh"] = `: >"$file.read"; until [ -e step.1 ]; do sleep 0.01; done`
	}
	last := nextLife(t, "completed")
	logs, _ := stubLogs(t, files)
	stubSteps(t, logs, step{set: theSet(t, "running")}, step{strings.Join(allRead(), " "), last})
	root := t.TempDir()
	record, _, err := logs.Collect(t.Context(), root, true)
	if err != nil || len(record.Missing) > 0 || record.Restarts != 1 || len(record.Pods) != 6 {
		t.Fatalf("%v, missing %v, %d restarts, %d pods", err, record.Missing, record.Restarts, len(record.Pods))
	}
	first, err := os.ReadFile(filepath.Join(root, "lammps", runs.LogFile(lead, "lammps")))
	if err != nil || string(first) != "lammps of "+lead+"\n" {
		t.Errorf("the log of the first life is %q (%v)", first, err)
	}
}

// again returns the set of a recording after a sidecar of the lead was started again some times.
func again(t *testing.T, name string, restarts int32) *Set {
	t.Helper()
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

// TestCollectRestarts follows a sidecar that is killed and started again, and wants the log of one life after the log of the other.
func TestCollectRestarts(t *testing.T) {
	t.Parallel()
	const sidecar = lead + ".perf-sysstat"
	for name, tc := range map[string]struct {
		restarts int32
		previous string
		want     string
		missing  []string
	}{
		"once":          {1, numbered(0, 8, true), numbered(0, 8, false) + numbered(10, 15, false), nil},
		"more often":    {3, numbered(8, 9, true), numbered(0, 5, false) + numbered(8, 9, false) + numbered(10, 15, false), []string{"lines between"}},
		"it is dropped": {1, "", numbered(0, 5, false) + numbered(10, 15, false), []string{"lines between"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := lammpsLogs()
			files[sidecar+".stamped"], files["second"] = numbered(0, 5, true), numbered(10, 15, true)
			files[sidecar+".sh"] = `[ ! -e second ] && touch twice || mv second "$file.stamped"`
			if tc.previous != "" {
				files[sidecar+".previous"], files[sidecar+".previous.stamped"] = "", tc.previous
			}
			logs, _ := stubLogs(t, files)
			stubSteps(t, logs, step{set: theSet(t, "running")}, step{sidecar + ".read", again(t, "running", tc.restarts)}, step{"twice", again(t, "completed", tc.restarts)})
			record, folder, err := logs.Collect(t.Context(), t.TempDir(), true)
			if err != nil {
				t.Fatal(err)
			}
			if got := content(t, folder, runs.LogFile(lead, "perf-sysstat")); got != tc.want {
				t.Errorf("the log is %q, want %q", got, tc.want)
			}
			told := strings.Join(gaps(record), "\n")
			for _, want := range tc.missing {
				if !strings.Contains(told, want) {
					t.Errorf("%q is missing in %q", want, told)
				}
			}
			if len(record.Missing) != len(tc.missing) {
				t.Errorf("missing: %q", told)
			}
		})
	}
}

// TestCollectStarts comes after several starts of a sidecar, and wants the logs of the last two, and to be told of the others.
func TestCollectStarts(t *testing.T) {
	t.Parallel()
	const sidecar = lead + ".perf-sysstat"
	for restarts, missing := range map[int32]int{1: 0, 3: 1} {
		files := lammpsLogs()
		files[sidecar+".stamped"], files[sidecar+".previous"], files[sidecar+".previous.stamped"] = numbered(5, 9, true), "", numbered(0, 5, true)
		logs, _ := stubLogs(t, files, again(t, "completed", restarts))
		record, folder, err := logs.Collect(t.Context(), t.TempDir(), false)
		if err != nil {
			t.Fatal(err)
		}
		if got := content(t, folder, runs.LogFile(lead, "perf-sysstat")); got != numbered(0, 9, false) {
			t.Errorf("%d restarts: the log is %q", restarts, got)
		}
		if told := strings.Join(gaps(record), "\n"); len(record.Missing) != missing || missing > 0 && !strings.Contains(told, "lines before the last of 4 starts of the container may be missing") {
			t.Errorf("%d restarts: missing: %q", restarts, told)
		}
	}
}

// TestHugeLog wants a log to pass through without being kept. It counts what the whole process allocates, so no other test
// runs beside it.
func TestHugeLog(t *testing.T) {
	const size = 16 << 20
	files := map[string]string{lead + ".lammps": "", lead + ".lammps.sh": `yes "2026-01-02T03:04:05.5Z $(printf '%01000d' 0)" | head -c 16777216`}
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
	if _, _, err := logs.Collect(t.Context(), root, false); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	info, err := os.Stat(filepath.Join(root, "lammps", runs.LogFile(lead, "lammps")))
	if err != nil || info.Size() < size*9/10 {
		t.Errorf("the log: %v, %v", info, err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > size/2 {
		t.Errorf("%d bytes were allocated for a log of %d", used, size)
	}
}
