package live

import (
	"path/filepath"
	"testing"

	"github.com/latchkey-dev/latchkey/internal/kubectl"
	"github.com/latchkey-dev/latchkey/internal/testing/programtest"
)

// TestReadWhileTheServerStarts wants an error in place of an empty list while the API server does not know its CRDs yet.
func TestReadWhileTheServerStarts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		// ready is what /readyz does.
		ready string
		fails bool
		sets  int
	}{
		"it starts":             {ready: `echo "Error from server (InternalError): an error on the server" >&2; exit 1`, fails: true},
		"it has just started":   {ready: "touch $0.started", sets: 1},
		"it knows no JobSet":    {ready: "true"},
		"the user may not look": {ready: `echo "Error from server (Forbidden): forbidden" >&2; exit 1`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			program := filepath.Join(t.TempDir(), "kubectl")
			script := `#!/bin/sh
case $* in
*readyz*) ` + c.ready + ` ;;
*jobsets.*)
  [ -e $0.started ] || { echo "error: the server doesn't have a resource type \"jobsets\"" >&2; exit 1; }
  echo '{"items": [{"metadata": {"name": "lammps"}}]}' ;;
*) echo '{"items": []}' ;;
esac
`
			programtest.Write(t, program, script)
			objects, err := Read(t.Context(), kubectl.Client{Program: program})
			if (err != nil) != c.fails || err == nil && len(objects.JobSets) != c.sets {
				t.Errorf("%v, %v", objects, err)
			}
		})
	}
}
