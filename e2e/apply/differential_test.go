//go:build e2e

package apply

import (
	"os"
	"os/exec"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestDifferential compares Latchkey with the API server on the corpus, the examples and random inputs, for half a minute.
// `make differential` does it for longer.
func TestDifferential(t *testing.T) {
	l := lab.Need(t)
	if _, err := os.Stat(lab.CorpusDir); err != nil {
		lab.Missing(t, "corpus", "no folder shared/corpus beside this checkout")
	}
	out, err := exec.Command("go", "run", "../differential", "-root", "../..", "-kubeconfig", l.Kubeconfig(),
		"-seed", "1", "-cases", "1500", "-for", "30s").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
		return
	}
	t.Logf("%s", out)
}
