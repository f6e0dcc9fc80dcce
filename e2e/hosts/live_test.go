//go:build e2e

package hosts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestKptLiveApply applies the set of a package by kpt, again while it runs, and again when it has ended. Then a changed command
// takes the place of the set.
func TestKptLiveApply(t *testing.T) {
	lab.Rare(t)
	program := lab.Tool(t, "kpt")
	l := lab.Need(t)
	l.NeedFlux(t)
	lab.TakeSlot(t)
	t.Setenv("KUBECONFIG", l.Kubeconfig())
	work := newPackage(t, nil)
	edit := func(name string, words ...string) {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(work, name))
		if err != nil {
			t.Fatal(err)
		}
		lab.WriteFile(t, filepath.Join(work, name), strings.NewReplacer(words...).Replace(string(text)))
	}
	edit("minicluster.yaml", "namespace: default", "namespace: "+l.Namespace)
	edit("functionconfig.yaml", "spec:\n", "spec:\n  onChange: Rename\n")
	apply := func() (set, versions string) {
		t.Helper()
		lab.OnPath(t, program, "fn", "render", "--allow-exec", work)
		lab.OnPath(t, program, "live", "apply", work, "--output", "events")
		return l.Must(t, "", "get", "jobsets", "-o", "jsonpath={.items[*].metadata.name}"),
			l.Must(t, "", "get", "jobsets,configmaps,services,secrets", "-l", "app.kubernetes.io/managed-by=latchkey", "-o",
				`jsonpath={range .items[*]}{.kind}/{.metadata.name} {.metadata.uid} {.metadata.generation}{"\n"}{end}`)
	}

	lab.OnPath(t, program, "fn", "render", "--allow-exec", work)
	lab.OnPath(t, program, "live", "init", work, "--namespace", l.Namespace)
	set, first := apply()
	if _, again := apply(); again != first {
		t.Errorf("applied again while the set runs:\n%s\n%s", first, again)
	}
	l.WaitFor(t, set, lab.RunLimit)
	if _, again := apply(); again != first {
		t.Errorf("applied again when the set has ended:\n%s\n%s", first, again)
	}

	edit("minicluster.yaml", "command: echo hello world", "command: echo hello again")
	after, _ := apply()
	if after == set || strings.Contains(after, " ") {
		t.Fatalf("the set is %q, and with another command the sets are %q", set, after)
	}
	l.WaitFor(t, after, lab.RunLimit)
	lab.Holds(t, l.Logs(t, l.Lead(t, after), "hello"), "hello again\n")
}
