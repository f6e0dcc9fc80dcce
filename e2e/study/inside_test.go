//go:build e2e

package study

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// inside are the same words, with three runs of each inside one set. The second run of the second cell fails.
var inside = strings.NewReplacer(
	`sh -c "sleep 2; test WORD != bad || exit 1; `, `sleep 1; echo >>/tmp/runs; test WORD != bad || test "$(wc -l </tmp/runs)" != 2 || exit 3; `,
	`0:00:08\n'"`, `0:00:08\n'`,
	"count: 2", "count: 3, inside: true, discard: 1",
).Replace(twoWords)

// TestInside wants the runs of a cell from one set, each with its own state, and a failed one to keep no other from running.
func TestInside(t *testing.T) {
	t.Parallel()
	l := lab.Need(t)
	l.NeedFlux(t)
	lab.TakeSlot(t)
	folder := t.TempDir()
	input, results := filepath.Join(folder, "study.yaml"), filepath.Join(folder, "results")
	lab.WriteFile(t, input, strings.ReplaceAll(inside, "NAMESPACE", l.Namespace))
	wants(t, l, []string{"study", "run", input, "-o", results, "--insecure-skip-tls-verify-backend"},
		"2 sets: 1 completed, 1 failed", "(word=bad) failed after ", ": the application ended with status 3")
	out, err := command(l, "report", results, "--runs").CombinedOutput()
	if err != nil {
		t.Error(err)
	}
	lab.Holds(t, string(out), "good", "1 of 2", "exit status 3", "discarded: repeat.discard is 1", "word=bad  ", "missing    1 of 2 runs missing: 2")
	t.Logf("%s", out)
}
