package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/cli/internal/cluster"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/internal/testing/programtest"
)

// TestWarnOnce looks twice at a set of which the user may not read the events.
func TestWarnOnce(t *testing.T) {
	const kubectl = `#!/bin/sh
case $* in
*jobsets.*) echo '{"items": [{"metadata": {"name": "lammps"}}]}' ;;
*events*) echo 'Error from server (Forbidden): events is forbidden' >&2; exit 1 ;;
*) echo '{"items": []}' ;;
esac
`
	folder := t.TempDir()
	programtest.Write(t, filepath.Join(folder, "kubectl"), kubectl)
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	var said bytes.Buffer
	c := cluster.New(&program.Program{Stderr: &said, Name: "latchkey"}, &cobra.Command{})
	for range 2 {
		if sets, err := c.Sets(t.Context()); err != nil || len(sets) != 1 {
			t.Fatalf("%d sets (%v)", len(sets), err)
		}
	}
	if warnings := strings.Count(said.String(), "warning: "); warnings != 1 {
		t.Errorf("it warns %d times:\n%s", warnings, said.String())
	}
}
