//go:build e2e

package live

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestConnect runs commands and a shell in the instance of a set without a command, with and without a terminal.
func TestConnect(t *testing.T) {
	lab.Rare(t)
	t.Parallel()
	l := start(t, strings.Replace(cluster("inside", "", ""), "    command: \n", "", 1))
	untilStatus(t, l, "inside", "brokers      2 of 2 up")
	var last result
	for range 60 { // the brokers find each other
		if last = call(t, l, "", "connect", "inside", "--", "flux", "resource", "list", "-n", "-o", "{nnodes}"); strings.HasPrefix(last.out, "2") {
			break
		}
	}
	last.wants(t, 0, "2\n")
	call(t, l, "", "connect", "inside", "--", "sh", "-c", `printf '<%s>' "$@"; exit 7`, "x", "a  b", "it's", `"$HOME"`, "-n").
		wants(t, 7, `<a  b><it's><"$HOME"><-n>`)
	call(t, l, "echo the size is $(flux getattr size)\nexit 4\n", "connect", "inside").wants(t, 4, "the size is 2\n")
	call(t, l, "", "logs", "inside", insecure).wants(t, 0, "starting the lead broker")

	if script, err := exec.LookPath("script"); err == nil { // util-linux gives it a terminal
		cmd := exec.Command(script, "-qec", lab.Binary+" connect inside --kubeconfig "+l.Kubeconfig()+" -- sh -c 'test -t 0 && echo it has a terminal'", "/dev/null")
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "it has a terminal") {
			t.Errorf("with a terminal: %v\n%s", err, out)
		}
	}
}
