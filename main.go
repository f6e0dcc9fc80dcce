// Latchkey turns MiniCluster and MetricSet objects into plain Kubernetes
// manifests, as a KRM function or on the command line.
package main

import (
	"os"

	"github.com/latchkey-dev/latchkey/cli"
)

func main() {
	latchkey := cli.Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Plugin: cli.IsPlugin(os.Args[0])}
	os.Exit(latchkey.Main(os.Args[1:]))
}
