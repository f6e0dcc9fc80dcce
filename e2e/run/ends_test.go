//go:build e2e

package run

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// endCases are about the end of sets, and what is left of them.
var endCases = []lab.Case{
	{Name: "runner-killed", End: "Failed", Code: 137, During: killRunner, After: endedSoon},
	{Name: "sidecar-fails", Says: []string{"the application ends\n"}, After: func(t *testing.T, r *lab.Run) {
		lead, _ := r.Broker(0)
		lab.InOrder(t, r.Output(lead.Name, "watcher"), "the command ended with status 3\n")
	}},
	{
		Name: "launcher-leaves", Rare: true, End: "Failed", Code: 5, Says: []string{"the launcher ends\n", "the job ends\n"},
		After: func(t *testing.T, r *lab.Run) {
			if pods := r.Seen(); len(pods) != 1 {
				t.Errorf("%d pods: one broker needs no key", len(pods))
			}
		},
	},
	{
		Name: "batch-job-fails", End: "Failed", Code: 6, Says: []string{"judged\n", "the launcher ends\n"},
		Errs: []string{"failed with status 6\n"},
	},
	{Name: "tasks-apart", Rare: true, Says: []string{"task 0 ends\n", "task 1 ends\n"}},
	{Name: "task-fails", Rare: true, End: "Failed", Code: 3, Says: []string{"this task fails\n"}},
	{
		Name: "deadline", End: "Failed", Code: 124, Says: []string{"the application runs\n"},
		Errs: []string{"the deadline of this set, deadlineSeconds: 90, is 22 s away"}, After: keepsLead,
	},
	{Name: "broker-gone", End: "Failed", Code: lab.AnyCode, Says: []string{"the application runs\n"}, During: func(t *testing.T, r *lab.Run) {
		r.WaitForLine(t, "the application runs")
		worker, _ := r.Broker(1)
		r.Kill(t, worker.Name, r.Name, "flux-broker")
	}, After: keepsLead},
	{Name: "reader-killed", Says: []string{"\n40000\nthe end\n"}, Errs: []string{"was killed: some of the output is lost\n"}},
	{Name: "large-output", Says: []string{"\nthe end\n"}, After: func(t *testing.T, r *lab.Run) {
		next := 1
		for line := range strings.Lines(r.Runner(0)) {
			if line == fmt.Sprintf("%01000d\n", next) {
				next++
			}
		}
		if next != 20001 {
			t.Errorf("line %d is not there, or not in its place", next)
		}
	}},
}

// TestNoImage wants a set to end if its key cannot be made.
func TestNoImage(t *testing.T) {
	t.Parallel()
	r := lab.NewRun(t, lab.Case{Name: "no-image", End: "Failed"})
	r.Play(t)
	why := r.Must(t, "", "get", "job", r.Object+"-keygen-0", "-o", `jsonpath={.status.conditions[?(@.type=="Failed")].reason}`)
	if why != "DeadlineExceeded" {
		t.Errorf("the key job failed because of %q", why)
	}
}

// killRunner kills the runner from outside once the application runs.
func killRunner(t *testing.T, r *lab.Run) {
	t.Helper()
	r.WaitForLine(t, "the application runs")
	lead, _ := r.Broker(0)
	kill(t, r.Lab, lead)
}

// endedSoon expects a set to end within seconds after its runner.
func endedSoon(t *testing.T, r *lab.Run) {
	t.Helper()
	lead, _ := r.Broker(0)
	ended := map[string]time.Time{}
	for _, status := range lab.Statuses(lead) {
		if status.State.Terminated != nil {
			ended[status.Name] = status.State.Terminated.FinishedAt.Time
		}
	}
	if took := ended["watcher"].Sub(ended[r.Name]); ended["watcher"].IsZero() || took > 25*time.Second { // its grace period is longer
		t.Errorf("the sidecar ended %s after the runner", took)
	}
}

// keepsLead expects the lead's pod, with its log, to exist after the end.
func keepsLead(t *testing.T, r *lab.Run) {
	t.Helper()
	time.Sleep(5 * time.Second) // what is deleted is deleted by now
	lab.InOrder(t, r.Logs(t, r.Lead(t, r.Object), r.Name), "the application runs\n")
}
