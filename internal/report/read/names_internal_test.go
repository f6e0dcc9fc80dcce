package read

import (
	"testing"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// TestPlain has names of the logs of two public studies, and others like them.
func TestPlain(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"lammps-reax-32-iter-1-938869784576": "lammps-reax-*-iter",
		"lammps-reax-placement-32-iter-":     "lammps-reax-placement-*-iter",
		"lammps-32-iter-1-20k-8548847190016": "lammps-*-iter-#-20k",
		"lammps-32n-35-iter-1":               "lammps-*n-#-iter",
		"null-21970351554560":                "null",
		"lammps-rocky8-openmpi":              "lammps-rocky8-openmpi",
		"lammps-iter-1":                      "lammps-iter",
		"size32":                             "size*",
		"size-32-placement":                  "size-*-placement",
		"size64":                             "size64",
		"lmp-96":                             "lmp-*",
		"run3":                               "run",
		"setting-3":                          "setting-3",
		"3":                                  "",
		"output 2":                           "output",
		"":                                   "",
	} {
		run := &report.Run{Facts: map[string]string{report.FactSize: "32", report.FactTasks: "96"}}
		if got := plain(run, name); got != want {
			t.Errorf("%q becomes %q, not %q", name, got, want)
		}
	}
}

func TestSizeOf(t *testing.T) {
	t.Parallel()
	for folder, want := range map[string]string{"size32": "32", "size-4": "4", "size32-noefa": "32", "8-nodes": "8", "node-006": "", "n1-standard-8": "", "nodes16": "16", "sizes": ""} {
		if got := sizeOf([]string{"a", folder, "results"}); got != want {
			t.Errorf("%s says the size %q, not %q", folder, got, want)
		}
	}
}
