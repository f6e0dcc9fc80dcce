//go:build e2e

package report

import (
	"encoding/csv"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestArc runs the commands of the README that lead from a file to a page with a scaling curve, as they stand there. The job is
// shorter than the job of the example, and in the namespace of the test.
func TestArc(t *testing.T) {
	t.Parallel()
	l := lab.Need(t)
	l.NeedImage(t, "metric-lammps")
	l.NeedFlux(t)
	lab.TakeSlot(t)
	folder := t.TempDir()
	writeShort(t, filepath.Join(folder, "examples", "lammps-pidstat", "input.yaml"))
	// The lab's kubelet signs its certificate itself.
	lab.WriteFile(t, filepath.Join(folder, "bin", "latchkey"), `#!/bin/sh
[ "$1" != study ] || set -- "$@" --insecure-skip-tls-verify-backend
exec "`+lab.Binary+`" "$@"
`)
	if err := os.Chmod(filepath.Join(folder, "bin", "latchkey"), 0o755); err != nil {
		t.Fatal(err)
	}
	lab.WriteFile(t, filepath.Join(folder, "study.yaml"), block(t, "yaml", "kind: Study"))
	commands := block(t, "sh", "latchkey study run -n default ", "latchkey report")
	cmd := exec.Command("sh", "-euc", strings.Replace(commands, "-n default", "-n "+l.Namespace, 1))
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "KUBECONFIG="+l.Kubeconfig(), "PATH="+filepath.Join(folder, "bin")+":"+os.Getenv("PATH"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	page, err := os.ReadFile(filepath.Join(folder, "scaling.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<title>scaling", `<section id="scaling">`, `<section id="provenance">`, "loop time", "perf-sysstat"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("%q is missing in the page", want)
		}
	}
	checkRuns(t, filepath.Join(folder, "results"))
}

// block returns the block of a language below a title of the README. It must hold some strings.
func block(t *testing.T, language string, texts ...string) string {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## From a file to a figure\n")
	_, block, _ := strings.Cut(section, "```"+language+"\n")
	block, _, _ = strings.Cut(block, "```\n")
	lab.Holds(t, block, texts...)
	return block
}

// writeShort writes the example with fewer steps, small requests, and ranks that yield while they wait.
func writeShort(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(lab.ExamplesDir, "lammps-pidstat", "input.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	const command = "command: lmp -v x 2 -v y 2 -v z 2 -in in.reaxc.hns -nocite\n"
	if !strings.Contains(string(text), command) {
		t.Fatalf("the example has another command than %q", command)
	}
	short := strings.NewReplacer(
		command, "command: lmp -in /tmp/in.lmp -nocite\n    commands:\n      pre: sed 's/^run.*/run 1000/' in.reaxc.hns >/tmp/in.lmp\n    environment: {OMPI_MCA_mpi_yield_when_idle: \"1\"}\n",
		"cpu: 500m", "cpu: 50m", "rate: 5", "rate: 1",
	).Replace(string(text))
	lab.WriteFile(t, file, short)
}

// checkRuns expects figures of each run, of one, two and three brokers: the application's figures, and the figures of each pod's processes.
func checkRuns(t *testing.T, folder string) {
	t.Helper()
	out, err := exec.Command(lab.Binary, "report", "-o", "samples", folder).Output()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(out))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, row := range rows {
		found[row[0]+" "+row[4]+" "+row[8]] = true
	}
	for _, want := range []string{
		"lammps-56a5c39d-1 0 loop_time", "lammps-00336db8-1 0 loop_time", "lammps-8d1202e7-1 0 loop_time",
		"lammps-56a5c39d-1 0 cpu_task.percent_cpu", "lammps-00336db8-1 1 cpu_task.percent_cpu", "lammps-8d1202e7-1 2 cpu_task.percent_cpu",
	} {
		if !found[want] {
			t.Errorf("no value of %q", want)
		}
	}
}
