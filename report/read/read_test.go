package read_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
