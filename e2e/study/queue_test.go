//go:build e2e

package study

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestInQueue runs the study in a queue of Kueue that has room for one set. Its sets have no turns, and "study run" follows
// them as any others.
func TestInQueue(t *testing.T) {
	l := lab.NeedQueue(t, "300m")
	l.NeedFlux(t)
	lab.TakeSlot(t)
	folder := t.TempDir()
	input, results := filepath.Join(folder, "study.yaml"), filepath.Join(folder, "results")
	lab.WriteFile(t, input, strings.NewReplacer(
		"name: echo, namespace: NAMESPACE", "name: echo, namespace: "+l.Namespace+", annotations: {latchkey.dev/queue: queue}",
		"NAMESPACE", l.Namespace, "cpu: 20m", "cpu: 200m",
	).Replace(twoWords))
	run := []string{"study", "run", input, "-o", results, "--insecure-skip-tls-verify-backend"}
	wants(t, l, run, "4 sets: 2 completed, 2 failed")
	if order := l.OneByOne(t); len(order) != 4 {
		t.Errorf("the pods of these sets are there: %q", order)
	}
	if turns := l.Must(t, "", "get", "jobs,configmaps", "-o", "name"); strings.Contains(turns, "turn") {
		t.Errorf("there are turns:\n%s", turns)
	}
	wants(t, l, run, "4 sets saved already")
}
