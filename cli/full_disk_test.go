package cli_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/cli"
)

// A fullDisk takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// TestFullDisk wants every command to say that its output could not be written, and to end as a fault of the machine does.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	const hello, study = "../examples/hello-world/input.yaml", "../examples/study-lammps/input.yaml"
	for _, args := range []string{
		"explain metrics", "explain io-fio", "explain minicluster.spec", "explain voteconfig", "diff " + hello + " " + study, "graph " + hello, "render " + hello,
		"validate -o json " + hello, "schema", "version", "keygen a", "study plan " + study, "report ../internal/report/parse/testdata/lammps-flux.log",
	} {
		var said bytes.Buffer
		code := cli.Command{Stdin: strings.NewReader(""), Stdout: fullDisk{}, Stderr: &said}.Main(strings.Fields(args))
		if code != cli.ExitInternal || !strings.Contains(said.String(), "no space left on device") {
			t.Errorf("%s ends with %d and says %q", args, code, said.String())
		}
	}
}
