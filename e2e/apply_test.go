//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestApplyTwice applies sets for real and applies them again: nothing may change, and nothing may be refused
// as immutable. The pods of jobs are held back, so that images do not matter.
//
// It takes the examples, and with LATCHKEY_E2E_APPLY=all the corpus too, which takes some minutes.
func TestApplyTwice(t *testing.T) {
	all := exampleInputs(t)
	if os.Getenv("LATCHKEY_E2E_APPLY") == "all" {
		all = append(all, corpusInputs(t)...)
	}
	for _, mode := range []string{"client-side", "server-side"} {
		for _, in := range all {
			t.Run(mode+"/"+in.name, func(t *testing.T) { applyTwice(t, in, mode == "server-side") })
		}
	}
	t.Logf("%d sets applied twice, client-side and server-side", len(all))
}

func applyTwice(t *testing.T, in input, serverSide bool) {
	l := need(t)
	s := renderIn(t, in, l.namespace)
	l.holdPods(t, s)
	var flags []string
	if serverSide {
		flags = []string{"--server-side"}
	}
	t.Cleanup(func() { // a PersistentVolume would outlive the namespace and meet the next set
		l.must(t, string(s.manifest), "delete", "--ignore-not-found", "--timeout=60s", "-f", "-")
	})
	l.apply(t, s.manifest, flags...)

	before := l.versions(t, s)
	again := l.apply(t, s.manifest, flags...)
	if serverSide {
		l.sameVersions(t, s, before)
	} else {
		unchanged(t, s, again)
	}
	l.noDiff(t, s, flags...)
}

// noDiff asks up to three times: kubectl compares what it reads first with what an apply would make of what there is
// later, and controllers may still be at work on the status of new objects.
func (l *lab) noDiff(t *testing.T, s set, flags ...string) {
	t.Helper()
	var diff string
	var err error
	for range 3 {
		if diff, err = l.kubectl(string(s.manifest), append([]string{"diff", "-f", "-"}, flags...)...); err == nil {
			return
		}
		time.Sleep(2 * time.Second)
	}
	t.Errorf("kubectl diff: %v\n%s", err, diff)
}

// holdPods allows for no more pods than the set itself holds.
func (l *lab) holdPods(t *testing.T, s set) {
	t.Helper()
	pods := 0
	for _, o := range s.objects(t) {
		if o.Kind == "Pod" {
			pods++
		}
	}
	l.must(t, "", "create", "quota", "hold", "--hard=pods="+strconv.Itoa(pods))
}

// unchanged expects kubectl to have said so for every object of a set.
func unchanged(t *testing.T, s set, said string) {
	t.Helper()
	if n, objects := strings.Count(said, " unchanged\n"), len(s.objects(t)); n != objects {
		t.Errorf("%d of %d objects unchanged:\n%s", n, objects, said)
	}
}

// versions tells the state of a set's objects in the cluster, for a server-side apply prints the same line
// whether it changed anything or not. Where there is a generation it is taken, because a change of status
// counts up the resource version.
func (l *lab) versions(t *testing.T, s set) string {
	t.Helper()
	const template = `{{range .items}}{{.kind}}/{{.metadata.name}} {{or .metadata.generation .metadata.resourceVersion}}
{{end}}`
	return l.must(t, string(s.manifest), "get", "-f", "-", "-o", "go-template="+template)
}

// sameVersions applies up to three times, since controllers may still be at work on new objects.
func (l *lab) sameVersions(t *testing.T, s set, before string) {
	t.Helper()
	var after string
	for range 3 {
		if after = l.versions(t, s); after == before {
			return
		}
		before = after
		l.apply(t, s.manifest, "--server-side")
	}
	t.Errorf("applying again changes objects:\nbefore:\n%safter:\n%s", before, after)
}

// TestApplyAfterRun applies a set again that has run and whose key has been made in the cluster: the key has
// to stay.
func TestApplyAfterRun(t *testing.T) {
	l := need(t)
	l.needFlux(t)
	s := renderIn(t, input{"hello-world", filepath.Join(examplesDir, "hello-world", "input.yaml")}, l.namespace)
	l.apply(t, s.manifest)
	l.waitFor(t, s.name, 3*time.Minute)
	if logs := l.logs(t, l.lead(t, s.name), s.name); !strings.Contains(logs, "hello world\n") {
		t.Errorf("the lead says:\n%s", logs)
	}

	const keys = `go-template={{range .items}}{{range $key, $value := .data}}{{$key}} {{len $value}}{{end}}{{end}}`
	before := l.must(t, "", "get", "secrets", "-o", keys)
	unchanged(t, s, l.apply(t, s.manifest))
	if after := l.must(t, "", "get", "secrets", "-o", keys); after != before || before == "" {
		t.Errorf("the key in the Secret was %q and is %q", before, after)
	}
}
