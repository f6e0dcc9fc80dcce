package read_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/read"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

const sample = "METRICS OPERATOR TIMEPOINT\nCPU STATISTICS TASK\n[{\"time\":1700000000,\"pid\":7,\"percent_usr\":1.5,\"command\":\"lmp\"}]\n"

// write writes files below a new folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestPaths(t *testing.T) {
	t.Parallel()
	root := write(t, map[string]string{
		"a/set.json":                 "{}",
		"a/ms-m-0-10-abcde/perf.log": sample,
		"a/ms-m-0-2-abcde/perf.log":  sample,
		"b/x.out":                    sample,
		"b/.hidden/x.out":            sample,
		"c.txt":                      sample,
	})
	got, err := read.Paths([]string{filepath.Join(root, "a"), filepath.Join(root, "b"), filepath.Join(root, "c.txt"), "-"},
		read.Options{Stdin: strings.NewReader(sample)})
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for _, run := range got.Runs {
		for _, s := range run.Sources {
			seen = append(seen, strings.TrimPrefix(run.Name, root)+": "+s.Job+" "+s.Pod+" "+s.Container)
		}
	}
	want := []string{"/a: m ms-m-0-2-abcde perf", "/a: m ms-m-0-10-abcde perf", "/b:   ", "logs:   ", "logs:   "}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Error(diff)
	}
}

// TestFolderCalledLogs reads the set.json of a folder that is called as the run of single files is.
func TestFolderCalledLogs(t *testing.T) {
	t.Chdir(write(t, map[string]string{"logs/set.json": `{"name": "lammps", "size": 2}`, "logs/ms-m-0-0-abcde/perf.log": sample}))
	got, err := read.Paths([]string{"logs"}, read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if run := got.Runs[0]; run.Set != "lammps" || run.Facts["size"] != "2" {
		t.Errorf("the run is of the set %q with the facts %v", run.Set, run.Facts)
	}
}

// TestPodsOfSingleFiles wants logs of two pods that are given one by one to be one run, also by absolute paths.
func TestPodsOfSingleFiles(t *testing.T) {
	t.Parallel()
	files := map[string]string{"ms-m-0-0-zbcdf/perf.log": sample, "ms-m-0-1-zbcdf/perf.log": sample}
	got := readAll(t, files, "ms-m-0-0-zbcdf/perf.log", "ms-m-0-1-zbcdf/perf.log")
	if len(got.Runs) != 1 || got.Runs[0].Sources[1].Pod != "ms-m-0-1-zbcdf" {
		t.Errorf("the runs are %+v", got.Runs)
	}
}

// TestFilesCountOnce reads a file once that is given alone, in its folder, and by its absolute path.
func TestFilesCountOnce(t *testing.T) {
	root := write(t, map[string]string{"a/x.log": sample, "a/y.log": sample})
	t.Chdir(root)
	got, err := read.Paths([]string{"a/x.log", "a/x.log", "a", filepath.Join(root, "a")}, read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for _, run := range got.Runs {
		for _, s := range run.Sources {
			seen = append(seen, s.File)
		}
	}
	if diff := cmp.Diff([]string{"a/x.log", "a/y.log"}, seen); diff != "" || len(got.Problems) != 4 {
		t.Errorf("%s\n%v", diff, got.Problems)
	}
}

// TestWithoutResults wants the name of a metric that measured nothing in any pod.
func TestWithoutResults(t *testing.T) {
	t.Parallel()
	const begin, end = "METADATA START {\"metricName\":\"perf-sysstat\"}\nMETADATA END\nMETRICS OPERATOR COLLECTION START\n", "METRICS OPERATOR COLLECTION END\n"
	for name, c := range map[string]struct {
		second, set string
		want        []report.Problem
	}{
		"in no pod":       {"", `{"state": "Completed"}`, []report.Problem{{What: "no log of perf-sysstat has a sample that can be read; the log says why"}}},
		"in one pod":      {sample, `{"state": "Completed"}`, nil},
		"while it begins": {"", `{"state": "Running"}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := write(t, map[string]string{"set.json": c.set, "ms-m-0-0-abcde/perf.log": begin + end, "ms-m-0-1-abcde/perf.log": begin + c.second + end})
			got, err := read.Paths([]string{root}, read.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i := range c.want {
				c.want[i].File = root
			}
			if diff := cmp.Diff(c.want, got.Problems); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestMissing wants what could not be got to be named, a log and anything else.
func TestMissing(t *testing.T) {
	t.Parallel()
	root := write(t, map[string]string{
		"ms/set.json":                `{"missing": [{"pod": "ms-m-0-0-abcde", "container": "perf", "reason": "the pod is gone"}, {"reason": "the pod of index 1 of m is gone"}]}`,
		"ms/ms-m-0-0-abcde/perf.log": sample,
	})
	got, err := read.Paths([]string{root}, read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(root, "ms", "set.json")
	want := []report.Problem{
		{File: file, What: "the log of ms-m-0-0-abcde/perf is missing: the pod is gone"},
		{File: file, What: "missing: the pod of index 1 of m is gone"},
	}
	if diff := cmp.Diff(want, got.Problems); diff != "" {
		t.Error(diff)
	}
}

// readAll reads a folder of files and returns what is in them.
func readAll(t *testing.T, files map[string]string, below ...string) *report.Report {
	t.Helper()
	root := write(t, files)
	paths := []string{root}
	if len(below) > 0 {
		paths = nil
	}
	for _, path := range below {
		paths = append(paths, filepath.Join(root, path))
	}
	got, err := read.Paths(paths, read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestFacts wants the facts of set.json that tell runs apart, in the first and in the present version of its form.
func TestFacts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		set  string
		want map[string]string
	}{
		"version 1": {
			`{"size": 2, "tasks": 4, "queuePolicy": "easy", "command": "lmp", "labels": {"latchkey.dev/study": "s", "team": "hpc", "app.kubernetes.io/name": "x"}}`,
			map[string]string{"size": "2", "tasks": "4", "tasks per node": "2", "queue policy": "easy", "command": "lmp", "study": "s", "label team": "hpc"},
		},
		"fewer tasks than nodes": {`{"size": 256, "tasks": 2}`, map[string]string{"size": "256", "tasks": "2"}},
		"version 2": {
			`{"version": 2, "latchkey": "v0.2.0", "size": 1, "application": "app", "images": {"app": "lammps:1", "flux": "flux:1"}, "optionFlags": "-o cpu-affinity=per-task",
			"environment": {"OMP_NUM_THREADS": "2"}, "resources": {"app": {"requests": {"cpu": "2", "memory": "1Gi"}, "limits": {"cpu": "4", "memory": "1Gi"}}},
			"nodes": [{"name": "n1", "instanceType": "c7g.4xlarge", "zone": "eu-1a", "architecture": "arm64", "cpus": 16, "cpuModel": "Neoverse-V1", "kernel": "6.8.0", "kubelet": "v1.36.0"}, {"name": "n2", "kernel": "5.0"}],
			"pods": [{"name": "ms-m-0-0-abcde", "life": 1, "node": "n1", "containers": [{"name": "app", "imageID": "docker.io/lammps@sha256:aa"}]},
			{"name": "ms-m-0-0-fghij", "life": 0, "node": "n2", "containers": [{"name": "app", "imageID": "docker.io/lammps@sha256:bb"}]}]}`,
			map[string]string{
				"size": "1", "latchkey": "v0.2.0", "image": "lammps:1", "image digest": "sha256:aa", "option flags": "-o cpu-affinity=per-task", "env OMP_NUM_THREADS": "2",
				"resources": "cpu=2 memory=1Gi cpu<=4", "node": "n1", "node type": "c7g.4xlarge", "zone": "eu-1a", "cpu": "16 x arm64", "cpu model": "Neoverse-V1", "kernel": "6.8.0", "kubelet": "v1.36.0",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := readAll(t, map[string]string{"ms/set.json": c.set, "ms/ms-m-0-0-abcde/perf.log": sample})
			if diff := cmp.Diff(c.want, got.Runs[0].Facts); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestPhases wants the phases of set.json.
func TestPhases(t *testing.T) {
	t.Parallel()
	got := readAll(t, map[string]string{
		"ms/set.json":                `{"phases": {"pods": 1.5, "containers": 4, "brokers": 2, "hookUp": 0.5, "application": 60, "pull": 3}}`,
		"ms/ms-m-0-0-abcde/perf.log": sample,
	})
	want := map[string]float64{"pods": 1.5, "containers": 4, "brokers": 2, "pull": 3, "hook-up": 0.5, "application": 60}
	if diff := cmp.Diff(want, got.Runs[0].Phases); diff != "" {
		t.Error(diff)
	}
}

// lammps is an output of LAMMPS.
func lammps(time string, procs, atoms string) string {
	return "LAMMPS (x)\nLoop time of " + time + " on " + procs + " procs for 100 steps with " + atoms + " atoms\nTotal wall time: 0:00:09\n"
}

// TestStates wants a run to count only if nothing says that it failed, was cut, or had not ended.
func TestStates(t *testing.T) {
	t.Parallel()
	output := lammps("9", "4", "100")
	for name, c := range map[string]struct {
		set, log string
		state    report.State
		reason   string
	}{
		"completed":             {`{"state": "Completed", "exitStatus": 0}`, output, report.Completed, ""},
		"without a set":         {"", output, report.Completed, ""},
		"failed":                {`{"state": "Failed", "exitStatus": 7}`, output, report.Failed, "exit status 7"},
		"failed, why":           {`{"state": "Failed", "exitStatus": 7, "cause": {"what": "OOMKilled"}}`, output, report.Failed, "OOMKilled"},
		"another failed":        {`{"state": "Failed", "exitStatus": 0}`, output, report.Failed, "the set has failed"},
		"running":               {`{"state": "Running", "name": "lammps", "namespace": "team"}`, output, report.Incomplete, "the set had not ended when its logs were saved: let study run go on, or save them again with latchkey logs lammps --wait -o DIR --namespace=team"},
		"running and cut":       {`{"state": "Running", "name": "lammps", "namespace": "team"}`, "LAMMPS (x)\n", report.Incomplete, "the set had not ended when its logs were saved: let study run go on, or save them again with latchkey logs lammps --wait -o DIR --namespace=team"},
		"deleted":               {`{"state": "Running", "missing": [{"reason": "its end"}]}`, output, report.Incomplete, "missing: its end"},
		"cut":                   {`{"state": "Completed"}`, "LAMMPS (x)\nLoop time of 9 on 4 procs for 100 steps with 100 atoms\n", report.Cut, "LAMMPS: its output has no end: it was cut, or the program failed"},
		"without words":         {`{"state": "Completed"}`, "hello\n", report.Completed, ""},
		"empty":                 {`{"state": ""}`, "hello\n", report.Incomplete, "no log has anything that can be read"},
		"only described":        {"", "LAMMPS (x)\nLoop time of 9 on 4 procs for 0 steps with 100 atoms\nTotal wall time: 0:00:09\n", report.Incomplete, "no log has a figure: what is there only describes the run, or cannot be read"},
		"GROMACS minimizes":     {"", ":-) GROMACS - gmx mdrun, 2024.2 (-:\nFinished mdrun on rank 0 Tue\n", report.Cut, "GROMACS: it printed no figures that are known"},
		"unreadable unit":       {"", "STREAM Benchmark implementation in CUDA\nFunction      Rate (words/s)   Avg time     Min time     Max time\nTriad:     1048576.0       0.25       0.125       0.5\n", report.Incomplete, "no log has a figure: what is there only describes the run, or cannot be read"},
		"only the time":         {"", "METADATA START {\"metricName\":\"app-lammps\"}\nMETADATA END\nMETRICS OPERATOR COLLECTION START\nreal\t0m11.000s\nuser\t0m1.000s\nsys\t0m1.000s\nMETRICS OPERATOR COLLECTION END\n", report.Incomplete, "no log has a figure: what is there only describes the run, or cannot be read"},
		"the time of a command": {"", "real\t0m11.000s\nuser\t0m1.000s\nsys\t0m1.000s\n", report.Completed, ""},
		"a pod is gone":         {`{"state": "Failed", "cause": {"what": "the pod was deleted"}}`, output + "flux-job: task(s) exited with exit code 3\n", report.Failed, "the pod was deleted"},
		"a job failed":          {"", output + "flux-job: task(s) exited with exit code 3\n", report.Failed, "exit status 3: exited with exit code 3"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{"ms/ms-m-0-0-abcde/app.log": c.log}
			if c.set != "" {
				files["ms/set.json"] = c.set
			}
			got := readAll(t, files)
			if run := got.Runs[0]; run.State != c.state || run.Reason != c.reason {
				t.Errorf("%s: %s", run.State, run.Reason)
			}
		})
	}
}

// TestNoFigureIsSaid wants a finding for a run that ended well and has no figure of a program that is known.
func TestNoFigureIsSaid(t *testing.T) {
	t.Parallel()
	const want = "the run ended with status 0, but no log has a figure of its program: only its duration counts"
	for name, c := range map[string]struct {
		log  string
		said bool
	}{
		"a figure":            {lammps("9", "4", "100"), false},
		"nothing was done":    {"LAMMPS (x)\nLoop time of 9 on 4 procs for 0 steps with 100 atoms\nTotal wall time: 0:00:09\n", true},
		"an unknown program":  {"hello\n", false},
		"a program's samples": {sample, false},
	} {
		files := map[string]string{"ms/ms-m-0-0-abcde/app.log": c.log, "ms/set.json": `{"state": "Completed", "exitStatus": 0}`}
		got := readAll(t, files)
		said := slices.ContainsFunc(got.Problems, func(p report.Problem) bool { return p.What == want && strings.HasSuffix(p.File, "ms") })
		if run := got.Runs[0]; run.State != report.Completed || said != c.said {
			t.Errorf("%s: %s, %v", name, run.State, got.Problems)
		}
	}
}

// TestLinks wants the folder and the files that links lead to, and the name of everything that is not read.
func TestLinks(t *testing.T) {
	t.Parallel()
	root := write(t, map[string]string{
		"real/a.log":            sample,
		"real/readme.md":        "",
		"real/b.json":           "{}",
		"real/job.sh":           sample,
		"real/.git/x":           "",
		"real/" + runs.LockFile: "",
		"elsewhere/c.log":       sample,
		"elsewhere/more/d":      sample,
	})
	for link, target := range map[string]string{
		"given": "real", "real/same.log": "a.log", "real/linked.log": "../elsewhere/c.log", "real/more": "../elsewhere/more", "real/broken.log": "none",
	} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	got, err := read.Paths([]string{filepath.Join(root, "given")}, read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var seen, problems []string
	for _, run := range got.Runs {
		for _, s := range run.Sources {
			seen = append(seen, strings.TrimPrefix(s.File, root))
		}
	}
	if diff := cmp.Diff([]string{"/given/a.log", "/given/linked.log"}, seen); diff != "" {
		t.Error(diff)
	}
	for _, p := range got.Problems {
		problems = append(problems, strings.ReplaceAll(p.String(), root, ""))
	}
	want := []string{
		"/given/broken.log: no such file or directory",
		"/given/more: this link to a folder is not followed: give it as an argument to read it",
		"/given/same.log: this is /real/a.log, which is read only once",
		"/given: files with names that begin or end so are not read: . (1), .json (1), .md (1), .sh (1). Give one as an argument to read it",
	}
	if diff := cmp.Diff(want, problems); diff != "" {
		t.Error(diff)
	}
}
