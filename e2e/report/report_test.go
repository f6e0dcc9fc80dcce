//go:build e2e

package report

import (
	"encoding/csv"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestReport runs LAMMPS with an attached pidstat, saves the logs, and reads the measurements from the files.
func TestReport(t *testing.T) {
	lab.Rare(t)
	t.Parallel()
	r := lab.NewRun(t, lab.Case{Name: "measured", Says: []string{" on 2 procs for 1500 steps"}})
	r.Play(t)
	r.Check(t)
	folder := filepath.Join(t.TempDir(), "results")
	latchkey(t, r, "logs", "measured", "-o", folder, "--insecure-skip-tls-verify-backend")
	rows, err := csv.NewReader(strings.NewReader(latchkey(t, r, "report", "-o", "samples", folder))).ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, want := range [][]string{
		{"measured", "0", "loop_time", "s"},
		{"measured", "0", "time.fluxsubmit.real", "s"},
		{"measured", "0", "cpu_task.percent_cpu", "%"},
		{"measured", "1", "cpu_task.percent_cpu", "%"},
		{"measured", "1", "kernel.fd_nr", ""},
	} {
		if !slices.ContainsFunc(rows, func(row []string) bool {
			return slices.Equal(want, []string{row[0], row[4], row[8], row[10]}) && row[9] != "0"
		}) {
			t.Errorf("no row of %q", want)
		}
	}
	page := latchkey(t, r, "report", "-o", "table", folder)
	lab.InOrder(t, page, "Result of one run", "LAMMPS: loop time in s", "Phases in s", "RUN: measured, completed", "loop_time", "perf-sysstat: processes (pidstat), 2 logs")
}

// latchkey runs the program with the cluster of the test, and returns its standard output.
func latchkey(t *testing.T, r *lab.Run, args ...string) string {
	t.Helper()
	var problems strings.Builder
	cmd := exec.Command(lab.Binary, args...)
	cmd.Env = append(os.Environ(), "KUBECONFIG="+r.Kubeconfig())
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("latchkey %s: %v\n%s", strings.Join(args, " "), err, problems.String())
	}
	return string(out)
}
