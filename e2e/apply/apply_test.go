//go:build e2e

package apply

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestApplyTwice applies sets for real and applies them again. Nothing may change, and the server may refuse nothing as
// immutable. The pods of jobs are held back, so images do not matter.
//
// With -short it applies the examples that differ in shape: e2e/differential asks the server about all of them. With
// LATCHKEY_E2E_APPLY=all it applies all examples and the corpus in both modes, which takes some minutes.
func TestApplyTwice(t *testing.T) {
	t.Parallel()
	examples := exampleInputs(t, lab.Need(t))
	some := slices.DeleteFunc(slices.Clone(examples), func(in lab.Input) bool {
		if testing.Short() {
			return !slices.Contains(shapes, in.Name)
		}
		return strings.HasPrefix(in.Name, "metric-app-") && in.Name != "metric-app-lammps" // one shape
	})
	applied := map[string][]lab.Input{"client-side": some, "server-side": slices.DeleteFunc(slices.Clone(some), func(in lab.Input) bool {
		return !slices.Contains([]string{"attach-jobset", "hello-world", "metric-app-lammps", "study-lammps"}, in.Name)
	})}
	if os.Getenv("LATCHKEY_E2E_APPLY") == "all" {
		all := append(examples, corpusInputs(t)...)
		applied = map[string][]lab.Input{"client-side": all, "server-side": all}
	}
	for mode, inputs := range applied {
		if len(inputs) < 4 {
			t.Errorf("%s: only %d sets", mode, len(inputs))
		}
		t.Run(mode, func(t *testing.T) {
			for _, in := range inputs {
				t.Run(in.Name, func(t *testing.T) {
					t.Parallel()
					lab.TakeSlot(t)
					applyTwice(t, in, mode == "server-side")
				})
			}
		})
	}
}

// shapes are the examples whose objects differ most.
var shapes = []string{
	"attach-cronjob", "attach-jobset", "configmonitor-basic", "existing-certificate", "hello-world", "kueue", "lammps-pidstat",
	"metric-app-lammps", "minimal-service", "network-policy", "podset-basic", "study-lammps", "v1alpha1", "volumes",
}

func applyTwice(t *testing.T, in lab.Input, serverSide bool) {
	if in.Name == "attach-jobset" && !serverSide {
		t.Skip("its JobSet is a user's own: without the server's defaults a client-side apply of it is refused, with or without sidecars")
	}
	l := lab.Need(t)
	s := lab.RenderIn(t, in, l.Namespace)
	holdPods(t, l, s)
	var flags []string
	if serverSide {
		flags = []string{"--server-side"}
	}
	if strings.Contains(string(s.Manifest), "kind: PersistentVolume\n") {
		t.Cleanup(func() { // it would outlive the namespace and meet the next set
			l.Must(t, string(s.Manifest), "delete", "--ignore-not-found", "--timeout=60s", "-f", "-")
		})
	}
	l.Apply(t, s.Manifest, flags...)

	before := versions(t, l, s)
	again := l.Apply(t, s.Manifest, flags...)
	if serverSide {
		sameVersions(t, l, s, before)
	} else {
		lab.Unchanged(t, s, again)
	}
	noDiff(t, l, s, flags...)
}

// noDiff tries up to three times. kubectl reads an object and later asks what an apply would change, and controllers may
// still write the status of new objects in between.
func noDiff(t *testing.T, l *lab.Lab, s lab.Set, flags ...string) {
	t.Helper()
	var diff string
	var err error
	for range 3 {
		if diff, err = l.Kubectl(string(s.Manifest), append([]string{"diff", "-f", "-"}, flags...)...); err == nil {
			return
		}
		time.Sleep(2 * time.Second)
	}
	t.Errorf("kubectl diff: %v\n%s", err, diff)
}

// holdPods allows for no more pods than the set itself holds.
func holdPods(t *testing.T, l *lab.Lab, s lab.Set) {
	t.Helper()
	pods := 0
	for _, o := range s.Objects(t) {
		if o.Kind == "Pod" {
			pods++
		}
	}
	l.Must(t, "", "create", "quota", "hold", "--hard=pods="+strconv.Itoa(pods))
}

// versions returns the state of a set's objects in the cluster, because a server-side apply prints the same line whether it
// changed anything or not. The state is the generation if there is one, because a change of status increases the resource
// version.
func versions(t *testing.T, l *lab.Lab, s lab.Set) string {
	t.Helper()
	const template = `{{range .items}}{{.kind}}/{{.metadata.name}} {{or .metadata.generation .metadata.resourceVersion}}
{{end}}`
	return l.Must(t, string(s.Manifest), "get", "-f", "-", "-o", "go-template="+template)
}

// sameVersions applies up to three times, since controllers may still be at work on new objects.
func sameVersions(t *testing.T, l *lab.Lab, s lab.Set, before string) {
	t.Helper()
	var after string
	for range 3 {
		if after = versions(t, l, s); after == before {
			return
		}
		before = after
		l.Apply(t, s.Manifest, "--server-side")
	}
	t.Errorf("applying again changes objects:\nbefore:\n%safter:\n%s", before, after)
}

// TestApplyAfterRun applies a set again after it has run and its key was made in the cluster. The key must stay.
func TestApplyAfterRun(t *testing.T) {
	lab.Rare(t)
	t.Parallel()
	l := lab.Need(t)
	l.NeedFlux(t)
	lab.TakeSlot(t)
	s := lab.RenderIn(t, lab.Input{Name: "hello-world", Path: filepath.Join(lab.ExamplesDir, "hello-world", "input.yaml")}, l.Namespace)
	l.Apply(t, s.Manifest)
	l.WaitFor(t, s.Name, 3*time.Minute)
	if logs := l.Logs(t, l.Lead(t, s.Name), s.Name); !strings.Contains(logs, "hello world\n") {
		t.Errorf("the lead says:\n%s", logs)
	}

	const keys = `go-template={{range .items}}{{range $key, $value := .data}}{{$key}} {{len $value}}{{end}}{{end}}`
	before := l.Must(t, "", "get", "secrets", "-o", keys)
	lab.Unchanged(t, s, l.Apply(t, s.Manifest))
	if after := l.Must(t, "", "get", "secrets", "-o", keys); after != before || before == "" {
		t.Errorf("the key in the Secret was %q and is %q", before, after)
	}
}
