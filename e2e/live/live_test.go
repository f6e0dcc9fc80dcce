//go:build e2e

package live

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// limit bounds every wait.
const limit = 4 * time.Minute

// A result is what one call of latchkey gave.
type result struct {
	out, err string
	code     int
}

// call runs latchkey beside the sets of the lab.
func call(t *testing.T, l *lab.Lab, stdin string, args ...string) result {
	t.Helper()
	var out, problems bytes.Buffer
	cmd := exec.Command(lab.Binary, args...)
	cmd.Env = append(cmd.Environ(), "KUBECONFIG="+l.Kubeconfig())
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &problems
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return result{out.String(), problems.String(), cmd.ProcessState.ExitCode()}
}

// insecure is for the lab: its kubelet signs its certificate itself.
const insecure = "--insecure-skip-tls-verify-backend"

// wants fails the test unless a call gave a status and strings.
func (r result) wants(t *testing.T, code int, texts ...string) {
	t.Helper()
	if r.code != code {
		t.Errorf("exit status %d, want %d:\n%s%s", r.code, code, r.out, r.err)
	}
	lab.Holds(t, r.out+r.err, texts...)
}

// untilStatus waits until the status of a set holds a string, and returns all different statuses on the way.
func untilStatus(t *testing.T, l *lab.Lab, set, text string) (seen []string, last result) {
	t.Helper()
	deadline := time.Now().Add(limit)
	for asked := time.Now(); ; asked = lab.Pause(asked) {
		last = call(t, l, "", "status", set)
		_, parts, _ := strings.Cut(last.out, "\n") // the first line has a time that passes
		if len(seen) == 0 || seen[len(seen)-1] != parts {
			seen = append(seen, parts)
		}
		if strings.Contains(last.out, text) {
			t.Logf("%s:\n%s", set, strings.Join(append(seen, last.out), "--\n"))
			return seen, last
		}
		if time.Now().After(deadline) {
			t.Fatalf("%q is not said within %s; it says\n%s%s", text, limit, strings.Join(seen, "--\n"), last.err)
		}
	}
}

// cluster is a MiniCluster of two pods that ask for little.
func cluster(name, command, annotations string) string {
	return `apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata:
  name: ` + name + `
  namespace: default
  annotations: {` + annotations + `}
spec:
  size: 2
  containers:
  - image: docker.io/library/ubuntu:latest
    command: ` + command + `
    resources: {requests: {cpu: 20m}}
`
}

// start renders and applies a set in a fresh namespace.
func start(t *testing.T, text string) *lab.Lab {
	t.Helper()
	l := lab.Need(t)
	l.NeedFlux(t)
	lab.TakeSlot(t)
	l.Apply(t, l.RenderText(t, text).Manifest)
	return l
}
