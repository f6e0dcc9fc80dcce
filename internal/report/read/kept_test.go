package read_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/latchkey-dev/latchkey/internal/report/read"
)

// TestKeptFiles wants what "study run" and a person keep beside the logs neither read nor named as something that is not read.
func TestKeptFiles(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for name, text := range map[string]string{
		"lammps/set.json": `{"name": "lammps", "state": "Completed"}`, "_sources/a.yaml": "kind: Study\n", "_manifests/b.yaml.gz": "b", ".latchkey.lock": "c",
		"scaling.study.yaml": "kind: Study\n", "figures/scaling.html": "<!doctype html>\n<p>LAMMPS</p>\nLoop time of 3 on 1 procs\n", "one.svg": "<svg>\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all, err := read.Paths([]string{root}, read.Options{})
	if err != nil || len(all.Problems) > 0 || len(all.Runs) != 1 {
		t.Errorf("%d runs, problems %v (%v)", len(all.Runs), all.Problems, err)
	}
}
