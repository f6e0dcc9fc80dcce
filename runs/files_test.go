package runs_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/runs"
)

func example() *runs.Set {
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return &runs.Set{
		Kind: "MiniCluster", Namespace: "default", Name: "lammps", Source: "flux-framework.org/MiniCluster/default/lammps",
		Workload: "JobSet", Size: 2, Tasks: 4, QueuePolicy: "easy", Command: "lmp -in in.melt", Application: "lammps",
		Images:      map[string]string{"lammps": "lammps:1"},
		Environment: map[string]string{"OMP_NUM_THREADS": "1"},
		Labels:      map[string]string{"latchkey.dev/study": "scaling"},
		Created:     &began, State: runs.Failed, ExitStatus: new(int32(3)), Restarts: 1,
		Pods: []runs.Pod{{
			Name: "lammps-m-0-0-abcde", Job: "m", Index: new(int32(0)), Life: 1, Node: "one", Phase: "Failed",
			Containers: []runs.Container{{
				Name: "lammps", Image: "lammps:1", State: runs.ContainerEnded, ExitStatus: new(int32(3)), Started: &began,
				Log: runs.LogFile("lammps-m-0-0-abcde", "lammps"),
			}},
		}},
		Missing: []runs.Missing{{Pod: "lammps-m-0-1-fghij", Reason: "the pod is gone"}},
	}
}

func TestWriteAndRead(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	folder := runs.Folder(root, "lammps")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	want := example()
	if err := runs.Write(folder, want); err != nil {
		t.Fatal(err)
	}
	got, err := runs.Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("set.json read again differs:\n%s", diff)
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 1 {
		t.Errorf("the folder holds %v, want %s alone", entries, runs.SetFile)
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
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	if got, want := runs.LogFile("pod", "c"), "pod/c.log"; got != want {
		t.Errorf("the log is %s, want %s", got, want)
	}
	if got, want := runs.PreviousLogFile("pod", "c"), "pod/c.previous.log"; got != want {
		t.Errorf("the earlier log is %s, want %s", got, want)
	}
}
