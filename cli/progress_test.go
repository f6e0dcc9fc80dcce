package cli_test

import (
	"bytes"
	"io"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/latchkey-dev/latchkey/cli/internal/program"
)

// TestProgress wants nothing shown of quick work, nor where no person reads. A character device stands in for a terminal.
func TestProgress(t *testing.T) {
	t.Parallel()
	terminal, err := os.OpenFile("/dev/zero", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("needs a character device: ", err)
	}
	defer func() { _ = terminal.Close() }()
	for name, tc := range map[string]struct {
		stderr io.Writer
		takes  time.Duration
		want   int
	}{
		"quick":       {terminal, 900 * time.Millisecond, 0},
		"slow":        {terminal, 2500 * time.Millisecond, 2},
		"no terminal": {&bytes.Buffer{}, 2500 * time.Millisecond, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			shown := 0
			finish := (&program.Program{Stderr: tc.stderr}).Progress(func() string { shown++; return "" })
			time.Sleep(tc.takes)
			finish()
			if shown != tc.want {
				t.Errorf("%s: shown %d times, want %d", name, shown, tc.want)
			}
		})
	}
}
