package podtest_test

import (
	"testing"

	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

// TestWaitForTheFirstProcess has a child that holds the output open after the first process has ended.
func TestWaitForTheFirstProcess(t *testing.T) {
	t.Parallel()
	p := podtest.New(t)
	p.Env["PATH"] = "/usr/bin:/bin"
	if status := p.Run("sh", "-c", "sleep 60 & echo done; exit 0"); status != 0 || p.Stdout.String() != "done\n" {
		t.Errorf("status %d, output %q", status, p.Stdout.String())
	}
	if status := p.Run("sh", "-c", "sleep 60 & exit 7"); status != 7 {
		t.Errorf("status %d, want 7", status)
	}
}
