//go:build e2e

package apply

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestDiffLive compares a set with a real cluster: before it is applied, after, and when its command has changed, which
// the server refuses.
func TestDiffLive(t *testing.T) {
	t.Parallel()
	l := lab.Need(t)
	folder := t.TempDir()
	diff := func(set lab.Set) (string, int) {
		t.Helper()
		path := filepath.Join(folder, "rendered.yaml")
		lab.WriteFile(t, path, string(set.Manifest))
		cmd := exec.Command(lab.Binary, "diff", "--live", path)
		cmd.Env = append(os.Environ(), "KUBECONFIG="+l.Kubeconfig())
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil {
			t.Fatal(err)
		}
		return string(out), cmd.ProcessState.ExitCode()
	}
	one := changedSet(t, l, "Fail", "one")
	if said, code := diff(one); code != 1 || strings.Count(said, ": new\n") != len(one.Objects(t)) {
		t.Errorf("before it is applied: status %d\n%s", code, said)
	}
	l.Must(t, "", "create", "quota", "no-pods", "--hard=pods=0") // a pod would fill the Secret between two questions of diff
	l.Apply(t, one.Manifest)
	if said, code := diff(one); code != 0 || said != "" {
		t.Errorf("after it is applied: status %d\n%s", code, said)
	}
	two := changedSet(t, l, "Fail", "two")
	said, code := diff(two)
	if code != 1 {
		t.Errorf("changed: status %d", code)
	}
	lab.Holds(t, said, "+  hello.command: echo two", "JobSet/"+l.Namespace+"/hello: the server refuses it: ", "field is immutable", "onChange Fail: ")
	if lines := strings.Count(said, "\n"); lines > 60 {
		t.Errorf("diff prints %d lines for one changed command:\n%s", lines, said)
	}
	if again, code := diff(one); code != 0 {
		t.Errorf("diff has changed the cluster: status %d\n%s", code, again)
	}
}
