//go:build e2e

package run

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// modeCases are the ways in which an application can be started.
var modeCases = []lab.Case{
	{Name: "lammps-4", Says: []string{"LAMMPS (", " MPI processor grid", "Loop time of ", " on 4 procs for 250 steps"}, After: appliedAgain},
	{Name: "launcher", Says: []string{"launcher-m-0-0"}, After: bothHosts},
	{Name: "batch-fails", Rare: true, End: "Failed", Code: 4, Says: []string{
		"\nthe first line\n", "\nthe failing line speaks\n", "\ntwo tasks\ntwo tasks\n",
	}, Errs: []string{"1 of the batch's lines failed: 1"}},
	{Name: "batch-raw", Rare: true, Says: []string{"raw batch on 2 brokers\n", "batch-raw-m-0-0"}, After: bothHosts},
	{Name: "script", Rare: true, Says: []string{"python says $HOME 1\n"}},
	{Name: "interactive", During: talk},
	{Name: "debug", Rare: true, Says: []string{"debugged\n"}, Errs: []string{".debug[0]", "job.start"}},
	{Name: "strict", End: "Failed", Code: 1, Says: []string{"the hook begins\n", "post runs all the same\n"}, Errs: []string{
		"commands.pre ended with status 1, and so does this container", "ends with status 1",
	}, After: func(t *testing.T, r *lab.Run) {
		log := r.Runner(0)
		if strings.Contains(log, "the hook goes on") || strings.Contains(log, "never") {
			t.Errorf("it went on after the hook that failed:\n%s", log)
		}
	}},
	{Name: "hooks", Rare: true, Says: []string{
		"hook init\n", "hook pre after init\n", "hook brokerPre\n", "the command sees init and pre\n", "hook post\n",
	}, After: func(t *testing.T, r *lab.Run) {
		lab.InOrder(t, r.Runner(1), "hook init\n", "hook pre after init\n", "hook workerPre\n", "hook post\n")
		if strings.Contains(r.Runner(0), "workerPre") || strings.Contains(r.Runner(1), "brokerPre") {
			t.Errorf("a hook of the other role ran:\n%s\n%s", r.Runner(0), r.Runner(1))
		}
	}},
}

// bothHosts expects that a job also ran on the worker.
func bothHosts(t *testing.T, r *lab.Run) {
	if log := r.Runner(0); !strings.Contains(log, "\n"+r.Name+"-m-0-1\n") {
		t.Errorf("nothing ran on the worker:\n%s", log)
	}
}

// appliedAgain expects that a second apply does not change the Secret that the cluster filled.
func appliedAgain(t *testing.T, r *lab.Run) {
	lab.Unchanged(t, r.Set, r.Apply(t, r.Set.Manifest))
	if filled := r.NoteKeys(t); filled != 1 || len(r.Secret) != 1 {
		t.Errorf("%d Secrets are filled, and there have been %d keys", filled, len(r.Secret))
	}
}

// talk types commands into an interactive set, and ends it.
func talk(t *testing.T, r *lab.Run) {
	r.WaitForLine(t, "quorum->run") // flux has logged that it is up
	shell := r.InLead(t, "flux resource list -s all -no '{nnodes} nodes'\nflux run -N 2 hostname </dev/null\nexit\n",
		"bash", "/mnt/flux/flux-connect.sh")
	t.Logf("flux-connect.sh: %s", shell)
	lab.InOrder(t, shell, "2 nodes\n", "interactive-m-0-")

	words := r.InLead(t, "", "bash", "/mnt/flux/flux-connect.sh", "flux", "getattr", "size")
	if words != "2\n" {
		t.Errorf("flux-connect.sh flux getattr size says %q", words)
	}
	view := r.InLead(t, "", "bash", "-c", `. /mnt/flux/flux-view.sh && echo "$GREETING" && flux proxy "$fluxsocket" flux getattr local-uri`)
	t.Logf("flux-view.sh: %s", view)
	if view != "hello  $you\nlocal:///mnt/flux/config/run/flux/local\n" {
		t.Errorf("flux-view.sh leads to %q", view)
	}
	lead, _ := r.Broker(0) // flux shutdown loses its own connection in the end
	_, _ = r.Kubectl("", "exec", lead.Name, "-c", r.Name, "--", "bash", "/mnt/flux/flux-connect.sh", "flux", "shutdown", "--quiet")
}

// textCases are about snippets of the user that reach the application, and output that reaches the log.
var textCases = []lab.Case{
	{Name: "quoting", After: asWritten},
	{Name: "quiet", Rare: true, After: func(t *testing.T, r *lab.Run) {
		for _, pod := range r.Seen() {
			for _, status := range lab.Statuses(pod) {
				wanted := ""
				if pod.Labels[lab.IndexLabel] == "0" && status.Name == r.Name {
					wanted = strings.Repeat("only this\n", 2)
				}
				if log := r.Output(pod.Name, status.Name); pod.Labels[lab.IndexLabel] != "" && log != wanted {
					t.Errorf("%s/%s says %q, not %q", pod.Name, status.Name, log, wanted)
				}
			}
		}
	}},
}

// ownLine matches what the runner itself says, on the other stream of the same log.
var ownLine = regexp.MustCompile(`(?m)^latchkey: .*\n`)

// asWritten compares the application's output byte by byte with what bash prints for the same text.
func asWritten(t *testing.T, r *lab.Run) {
	wanted, err := os.ReadFile(filepath.Join("testdata", r.Name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(ownLine.ReplaceAllString(r.Runner(0), ""), "BEGIN\n")
	got, _, _ = strings.Cut(got, "\nEND\n")
	if diff := cmp.Diff(string(wanted), got+"\n"); diff != "" {
		t.Errorf("the application's output differs from testdata/%s.txt (-wanted +got):\n%s", r.Name, diff)
	}
}
