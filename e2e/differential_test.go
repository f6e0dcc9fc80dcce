//go:build e2e

package e2e

import (
	"os"
	"os/exec"
	"testing"
)

// TestDifferential compares Latchkey with the API server on inputs that nobody wrote, for a minute. `make differential` does it for
// longer.
func TestDifferential(t *testing.T) {
	l := need(t)
	if _, err := os.Stat(corpusDir); err != nil {
		missing(t, "corpus", "no folder shared/corpus beside this checkout")
	}
	out, err := exec.Command("go", "run", "./differential", "-root", "..", "-kubeconfig", l.kubeconfig,
		"-seed", "1", "-cases", "1500", "-for", "60s").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
		return
	}
	t.Logf("%s", out)
}
