package read_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/report"
	"github.com/latchkey-dev/latchkey/report/read"
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

// TestWithoutResults wants the name of a metric that measured nothing in any pod.
func TestWithoutResults(t *testing.T) {
	t.Parallel()
	const begin, end = "METADATA START {\"metricName\":\"perf-sysstat\"}\nMETADATA END\nMETRICS OPERATOR COLLECTION START\n", "METRICS OPERATOR COLLECTION END\n"
	for name, c := range map[string]struct {
		second string
		want   []report.Problem
	}{
		"in no pod":  {"", []report.Problem{{What: "no log of perf-sysstat has a sample that can be read; the log says why"}}},
		"in one pod": {sample, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := write(t, map[string]string{"ms-m-0-0-abcde/perf.log": begin + end, "ms-m-0-1-abcde/perf.log": begin + c.second + end})
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

// TestFacts wants the facts of set.json by which runs are compared.
func TestFacts(t *testing.T) {
	t.Parallel()
	root := write(t, map[string]string{
		"ms/set.json":                `{"size": 2, "tasks": 4, "queuePolicy": "easy", "command": "lmp", "labels": {"latchkey.dev/study": "s", "team": "hpc"}}`,
		"ms/ms-m-0-0-abcde/perf.log": sample,
	})
	got, err := read.Paths([]string{root}, read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"size": "2", "tasks": "4", "queue policy": "easy", "command": "lmp", "study": "s", "label team": "hpc"}
	if diff := cmp.Diff(want, got.Runs[0].Facts); diff != "" {
		t.Error(diff)
	}
}

// TestUnfinished wants a run named that failed, or whose logs were saved before its end.
func TestUnfinished(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		set  string
		want []string
	}{
		"completed":      {`{"state": "Completed", "exitStatus": 0}`, nil},
		"failed":         {`{"state": "Failed", "exitStatus": 7}`, []string{"the set has failed, its application with status 7: what it measured may not be whole, and is compared nevertheless"}},
		"another failed": {`{"state": "Failed", "exitStatus": 0}`, []string{"the set has failed: what it measured may not be whole, and is compared nevertheless"}},
		"running":        {`{"state": "Running"}`, []string{"the set had not ended when its logs were saved: save them again with latchkey logs --wait"}},
		"deleted":        {`{"state": "Running", "missing": [{"reason": "its end"}]}`, []string{"missing: its end"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := write(t, map[string]string{"ms/set.json": c.set, "ms/ms-m-0-0-abcde/perf.log": sample})
			got, err := read.Paths([]string{root}, read.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var said []string
			for _, problem := range got.Problems {
				said = append(said, problem.What)
			}
			if diff := cmp.Diff(c.want, said); diff != "" {
				t.Error(diff)
			}
		})
	}
}
