//go:build e2e

package kueue

import (
	"os"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestPodsReady needs a Kueue with waitForPodsReady and a short timeout. A set with brokers that wait for the key job becomes
// ready in time, and runs once. A set is evicted if no node has its image.
func TestPodsReady(t *testing.T) {
	t.Parallel()
	if os.Getenv("LATCHKEY_E2E_PODSREADY") == "" {
		t.Skip("needs a Kueue with waitForPodsReady: LATCHKEY_E2E_PODSREADY=1 says that there is one")
	}
	l := lab.NeedQueue(t, "1")
	l.NeedFlux(t)
	lab.TakeSlot(t)
	l.Apply(t, l.RenderText(t, set("punctual", "5")).Manifest)
	l.WaitFor(t, "punctual", lab.RunLimit)
	ready := condition(t, l, "punctual", "PodsReady")
	if !strings.HasPrefix(ready, "True") {
		t.Errorf("the set is Completed, and PodsReady is %q", ready)
	}
	if evicted := condition(t, l, "punctual", "Evicted"); evicted != "" {
		t.Errorf("the set was evicted: %s", evicted)
	}
	t.Logf("a set with a key: PodsReady %s", ready)

	l.Apply(t, l.RenderText(t, strings.Replace(set("absent", "1"), "ubuntu:latest", "ubuntu:absent", 1)).Manifest)
	var evicted string
	lab.Until(t, "an eviction", lab.PodLimit, func() bool {
		evicted = condition(t, l, "absent", "Evicted")
		return strings.Contains(evicted, "PodsReadyTimeout")
	})
	t.Logf("a set without its image: Evicted %s", evicted)
}

// condition returns status, reason and message of a condition of a set's workload, or nothing.
func condition(t *testing.T, l *lab.Lab, name, kind string) string {
	t.Helper()
	uid := l.Must(t, "", "get", "jobset", name, "-o", "jsonpath={.metadata.uid}")
	return l.Must(t, "", "get", "workloads.kueue.x-k8s.io", "-l", "kueue.x-k8s.io/job-uid="+uid, "-o",
		`jsonpath={range .items[0].status.conditions[?(@.type=="`+kind+`")]}{.status} {.reason}: {.message}{end}`)
}
