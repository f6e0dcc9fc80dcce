package cli_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/latchkey-dev/latchkey/cli"
)

func ExampleCommand_Main() {
	manifest := `
apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata:
  name: lammps
spec:
  size: 0
  containers:
  - image: ghcr.io/flux-framework/flux-restful-api:latest
    command: hostname
`
	// Findings go to standard error, but an example can show standard output only.
	command := cli.Command{Stdin: strings.NewReader(manifest), Stdout: os.Stdout, Stderr: os.Stdout}
	code := command.Main([]string{"validate", "-"})
	fmt.Println("exit code", code)
	// Output:
	// standard input:7:9: MiniCluster/lammps: spec.size: 0 is too small: use a number from 1 to 100000 (the number of pods, the lead included, default 1)
	// exit code 1
}
