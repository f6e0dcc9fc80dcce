package read_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/read"
)

// TestRunsInside reads a set that has three runs of a cell inside, of which the second failed and the third was cut off.
func TestRunsInside(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	for number, status := range []int{0, 3} {
		fmt.Fprintf(&log, `FLUX-RUN START run-%[1]d
LAMMPS (29 Sep 2021 - Update 2)
Loop time of %[1]d on 2 procs for 200 steps with 4000 atoms
Total wall time: 0:00:08
FLUX-RUN END run-%[1]d
FLUX-JOB START f%[1]d run-%[1]d
FLUX-JOB-EVENTLOG START
{"timestamp":1700000%[1]d00.5,"name":"init"}
{"timestamp":1700000%[1]d01.5,"name":"shell.start"}
{"timestamp":1700000%[1]d09.5,"name":"complete","context":{"status":%[2]d}}
{"timestamp":1700000%[1]d09.5,"name":"done"}
FLUX-JOB-EVENTLOG END
FLUX-JOB END
`, number+1, status<<8)
	}
	log.WriteString("FLUX-RUN START run-3\n")
	folder := t.TempDir()
	for name, text := range map[string]string{
		"set.json": `{"version": 2, "kind": "MiniCluster", "name": "lammps-0a1b2c3d-x", "state": "Failed", "exitStatus": 143,
			"labels": {"latchkey.dev/study": "scaling", "latchkey.dev/cell": "0a1b2c3d"},
			"annotations": {"latchkey.dev/parameters": "{\"nodes\":\"2\"}", "latchkey.dev/repeat": "3"}}`,
		"lammps-0a1b2c3d-x-m-0-0-abcde/lammps.log": log.String(),
	} {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all, err := read.Paths([]string{folder}, read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, run := range all.Runs {
		got = append(got, fmt.Sprint(run.Name, " ", run.Place.Number, " ", run.Facts[report.FactSource], " ", run.State, " ", run.Phase(report.PhaseApplication), " ", run.Reason))
	}
	want := []string{
		"lammps-0a1b2c3d-x/run-1 1 lammps completed 8 ",
		"lammps-0a1b2c3d-x/run-2 2 lammps failed 8 exit status 3",
		"lammps-0a1b2c3d-x/run-3 3 lammps failed NaN exit status 143",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("runs (-want +got):\n%s", diff)
	}
}

// TestCommandsInside wants outputs of one log with different commands to be no repetitions of each other.
func TestCommandsInside(t *testing.T) {
	t.Parallel()
	output := func(size string) string {
		return "IOR-4.1.0: MPI Coordinated Test of Parallel I/O\nCommand line : ior -t " + size + "\nwrite 10 1 1 1024 64 0 1 0 1 0\nFinished : now\n"
	}
	log := output("64k") + output("1m") + output("64k")
	for name, files := range map[string]map[string]string{
		"loose":    {"a.log": log},
		"of a set": {"ms/set.json": `{"name": "ms", "command": "sweep.sh"}`, "ms/ms-m-0-0-abcde/app.log": log},
	} {
		var commands []string
		for _, run := range readAll(t, files).Runs {
			commands = append(commands, run.Facts[report.FactCommand])
		}
		if diff := cmp.Diff([]string{"ior -t 64k", "ior -t 1m", "ior -t 64k"}, commands); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestNodesInside wants the nodes of the pods that a job ran in, and what runs on them, in place of the names of the pods.
func TestNodesInside(t *testing.T) {
	t.Parallel()
	const set = `{"name": "lammps", "application": "lammps", "kubernetes": "v1.36.3", "unknown": ["manifests: the user may not read them"], "pods": [
		{"name": "lammps-m-0-0-abcde", "node": "one", "containers": [{"name": "flux-view", "imageID": "x@sha256:12"}, {"name": "lammps", "imageID": "y@sha256:34"}]},
		{"name": "lammps-m-0-1-abcde", "node": "two", "containers": [{"name": "flux-view", "imageID": "x@sha256:12"}, {"name": "lammps", "imageID": "y@sha256:34"}]},
		{"name": "lammps-keygen-0-0-abcde", "node": "three", "containers": [{"name": "keygen", "imageID": "z@sha256:56"}]}],
		"nodes": [{"name": "one", "os": "Debian 12", "runtime": "containerd://2", "memory": 8589934592}, {"name": "two", "os": "Debian 13"}]}`
	job := func(name, hosts string) string {
		return "FLUX-RUN START " + name + "\nLAMMPS (29 Sep 2021)\nLoop time of 1 on 2 procs for 200 steps with 4000 atoms\nTotal wall time: 0:00:08\nFLUX-RUN END " + name + "\n" +
			"FLUX-JOB START f" + name + " " + name + "\nFLUX-JOB-RESOURCES START\n" + `{"version":1,"execution":{"R_lite":[],"nodelist":["` + hosts + `"]}}` + "\nFLUX-JOB-RESOURCES END\nFLUX-JOB END\n"
	}
	var got []string
	all := readAll(t, map[string]string{"l/set.json": set, "l/lammps-m-0-0-abcde/lammps.log": job("both", "lammps-m-0-[0-1]") + job("last", "lammps-m-0-1")})
	for _, run := range all.Runs {
		for _, name := range []string{report.FactNode, report.FactOS, report.FactOthers, report.FactMemory, report.FactServer, report.FactRelease, report.FactUnknown} {
			got = append(got, run.Facts[name])
		}
	}
	want := []string{
		"one, two", "Debian 12, Debian 13", "flux-view sha256:12", "8.0 GiB", "v1.36.3", "LAMMPS 29 Sep 2021", "manifests: the user may not read them",
		"two", "Debian 13", "flux-view sha256:12", "", "v1.36.3", "LAMMPS 29 Sep 2021", "manifests: the user may not read them",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
	if ofAll, ofSome := all.UnknownFacts(); len(ofAll) != 11 || ofAll[0] != report.FactSize || !slices.Equal(ofSome, []string{report.FactMemory, report.FactRuntime}) {
		t.Errorf("unknown: %q, of some %q", ofAll, ofSome)
	}
}
