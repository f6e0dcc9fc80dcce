package study

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/cli/internal/rendering"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// TestCounts wants a run to count neither as completed nor as failed if its logs could not be saved while it ran.
func TestCounts(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	c := &campaign{runOptions: &runOptions{directory: "results", Options: rendering.Options{Program: &program.Program{Stdout: &out}}}}
	c.runs = []*run{{was: runs.Completed}, {was: runs.Failed}, {was: runs.Running, problem: errors.New("no space left")}, {was: runs.Running, gone: true}}
	if err := c.judge(); err == nil || !strings.HasPrefix(out.String(), "4 sets: 1 completed, 1 failed;") {
		t.Errorf("%v: %s", err, out.String())
	}
}
