package runs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/runs"
)

func example() *runs.Set {
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return &runs.Set{
		Version: runs.Version, Latchkey: "v0.1.0", UID: "9cf3",
		Kind: "MiniCluster", Namespace: "default", Name: "lammps", Source: "flux-framework.org/MiniCluster/default/lammps",
		Workload: "JobSet", Size: 2, Tasks: 4, QueuePolicy: "easy", OptionFlags: "-o mpi=none", Command: "lmp -in in.melt", Application: "lammps",
		Images:      map[string]string{"lammps": "lammps:1"},
		Resources:   map[string]runs.Resources{"lammps": {Limits: map[string]string{"cpu": "2"}}},
		Environment: map[string]string{"OMP_NUM_THREADS": "1"},
		Labels:      map[string]string{"latchkey.dev/study": "scaling"},
		Created:     &began, State: runs.Failed, ExitStatus: new(int32(3)), Restarts: 1,
		Cause:  &runs.Cause{What: "lammps of lammps-m-0-0-abcde ended with status 3", Pod: "lammps-m-0-0-abcde", Container: "lammps"},
		Phases: runs.Phases{Pods: new(2.0), Pull: new(0.0)},
		Nodes:  []runs.Node{{Name: "one", InstanceType: "hpc7a.96xlarge", CPUs: 192, Memory: 768 << 30, Kernel: "6.8.0"}},
		Pods: []runs.Pod{{
			Name: "lammps-m-0-0-abcde", Job: "m", Index: new(int32(0)), Life: 1, Node: "one", Phase: "Failed",
			Containers: []runs.Container{{
				Name: "lammps", Image: "lammps:1", State: runs.ContainerEnded, ExitStatus: new(int32(3)), Started: &began,
				Pull: &runs.Pull{Seconds: 1.5}, Log: runs.LogFile("lammps-m-0-0-abcde", "lammps"), FirstLine: &began,
				Whole: true,
			}},
		}},
		Missing: []runs.Missing{{Pod: "lammps-m-0-1-fghij", Reason: "the pod is gone"}},
	}
}

func TestEncodeAndRead(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	folder := runs.Folder(root, "lammps", 0)
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	want := example()
	data, err := runs.Encode(want)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, runs.SetFile), data, 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := runs.Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("set.json read again differs:\n%s", diff)
	}
}

func TestReadFails(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if _, err := runs.Read(folder); !os.IsNotExist(err) {
		t.Errorf("a folder without set.json gives %v", err)
	}
	if err := os.WriteFile(filepath.Join(folder, runs.SetFile), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := runs.Read(folder); err == nil {
		t.Error("a broken set.json gives no error")
	}
	pipe := t.TempDir()
	if err := exec.Command("mkfifo", filepath.Join(pipe, runs.SetFile)).Run(); err != nil {
		t.Skip("no pipes here:", err)
	}
	if _, err := runs.Read(pipe); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a pipe gives the error %v", err)
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	if got, want := runs.LogFile("pod", "c"), "pod/c.log"; got != want {
		t.Errorf("the log is %s, want %s", got, want)
	}
}

// TestReadOld reads a file of the time before versions.
func TestReadOld(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, runs.SetFile), []byte(`{"name": "lammps", "restarts": 2}`), 0o600); err != nil {
		t.Fatal(err)
	}
	set, err := runs.Read(folder)
	if err != nil || set.Version != 1 || set.Name != "lammps" || set.Restarts != 2 {
		t.Errorf("an old file is read as %+v (%v)", set, err)
	}
}
