//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// modeCases are the ways in which an application can be started.
var modeCases = []runCase{
	{name: "lammps-2", says: []string{"LAMMPS (", " 2 MPI processor grid", "Loop time of ", " on 2 procs for 250 steps"}, after: appliedAgain},
	{name: "lammps-4", says: []string{"LAMMPS (", " MPI processor grid", "Loop time of ", " on 4 procs for 250 steps"}},
	{name: "exit-3", end: "Failed", code: 3, says: []string{"about to fail"}},
	{name: "launcher", says: []string{"launcher-m-0-0"}, after: bothHosts},
	{name: "batch", says: []string{"\nthe first line\n", "\nthe second line\n", "\ntwo tasks\ntwo tasks\n"}},
	{name: "batch-fails", end: "Failed", code: 4, says: []string{
		"\nthe first line\n", "\nthe failing line speaks\n", "\nthe last line\n",
	}, errs: []string{"1 of the batch's lines failed: 1"}},
	{name: "batch-raw", says: []string{"raw batch on 2 brokers\n", "batch-raw-m-0-0"}, after: bothHosts},
	{name: "script", says: []string{"python says $HOME 1\n"}},
	{name: "interactive", during: talk},
	{name: "timed", says: []string{"timed\n"}, errs: []string{"FLUXTIME fluxsubmit wall time 0:", "FLUXTIME fluxstart wall time 0:"}},
	{name: "debug", says: []string{"debugged\n"}, errs: []string{".debug[0]", "job.start"}},
	{name: "strict", end: "Failed", code: 1, says: []string{"the hook begins\n", "post runs all the same\n"}, errs: []string{
		"commands.pre ended with status 1, and so does this container", "ends with status 1",
	}, after: func(t *testing.T, r *setRun) {
		log := r.runner(0)
		if strings.Contains(log, "the hook goes on") || strings.Contains(log, "never") {
			t.Errorf("it went on after the hook that failed:\n%s", log)
		}
	}},
	{name: "hooks", says: []string{
		"hook init\n", "hook pre after init\n", "hook brokerPre\n", "the command sees init and pre\n", "hook post\n",
	}, after: func(t *testing.T, r *setRun) {
		inOrder(t, r.runner(1), "hook init\n", "hook pre after init\n", "hook workerPre\n", "hook post\n")
		if strings.Contains(r.runner(0), "workerPre") || strings.Contains(r.runner(1), "brokerPre") {
			t.Errorf("a hook of the other role ran:\n%s\n%s", r.runner(0), r.runner(1))
		}
	}},
}

// bothHosts expects that a job ran on the worker too.
func bothHosts(t *testing.T, r *setRun) {
	if log := r.runner(0); !strings.Contains(log, "\n"+r.name+"-m-0-1\n") {
		t.Errorf("nothing ran on the worker:\n%s", log)
	}
}

// appliedAgain expects that a second apply leaves the Secret as the cluster filled it.
func appliedAgain(t *testing.T, r *setRun) {
	unchanged(t, r.set, r.apply(t, r.set.manifest))
	if filled := r.noteKeys(t); filled != 1 || len(r.secret) != 1 {
		t.Errorf("%d Secrets are filled, and there have been %d keys", filled, len(r.secret))
	}
}

// talk uses an interactive set as a person would, and ends it.
func talk(t *testing.T, r *setRun) {
	r.waitForLine(t, "quorum->run") // flux has logged that it is up
	shell := r.inLead(t, "flux resource list -s all -no '{nnodes} nodes'\nflux run -N 2 hostname\nexit\n",
		"bash", "/mnt/flux/flux-connect.sh")
	t.Logf("flux-connect.sh: %s", shell)
	inOrder(t, shell, "2 nodes\n", "interactive-m-0-")

	words := r.inLead(t, "", "bash", "/mnt/flux/flux-connect.sh", "flux", "getattr", "size")
	if words != "2\n" {
		t.Errorf("flux-connect.sh flux getattr size says %q", words)
	}
	view := r.inLead(t, "", "bash", "-c", `. /mnt/flux/flux-view.sh && echo "$GREETING" && flux proxy "$fluxsocket" flux getattr local-uri`)
	t.Logf("flux-view.sh: %s", view)
	if view != "hello  $you\nlocal:///mnt/flux/config/run/flux/local\n" {
		t.Errorf("flux-view.sh leads to %q", view)
	}
	lead, _ := r.broker(0) // flux shutdown loses its own connection in the end
	_, _ = r.kubectl("", "exec", lead.Name, "-c", r.name, "--", "bash", "/mnt/flux/flux-connect.sh", "flux", "shutdown", "--quiet")
}

// textCases are about what reaches the application and what reaches the log.
var textCases = []runCase{
	{name: "quoting", after: asWritten},
	{name: "quiet", after: func(t *testing.T, r *setRun) {
		for _, pod := range r.seen() {
			for _, status := range statuses(pod) {
				wanted := ""
				if pod.Labels[indexLabel] == "0" && status.Name == r.name {
					wanted = strings.Repeat("only this\n", 2)
				}
				if log := r.said(pod.Name, status.Name); pod.Labels[indexLabel] != "" && log != wanted {
					t.Errorf("%s/%s says %q, not %q", pod.Name, status.Name, log, wanted)
				}
			}
		}
	}},
	{name: "mount-path", says: []string{"\n/srv/my flux/config/run/flux\n"}},
}

// asWritten compares the application's output byte by byte with what bash prints for the same text.
func asWritten(t *testing.T, r *setRun) {
	wanted, err := os.ReadFile(filepath.Join("testdata", "run", r.name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(r.runner(0), "\nBEGIN\n")
	got, _, _ = strings.Cut(got, "\nEND\n")
	if diff := cmp.Diff(string(wanted), got+"\n"); diff != "" {
		t.Errorf("the application's output differs from testdata/run/%s.txt (-wanted +got):\n%s", r.name, diff)
	}
}
