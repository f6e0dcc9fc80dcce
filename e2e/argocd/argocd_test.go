//go:build e2e

package argocd

import (
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestArgoCD applies, changes and fails the set of examples/argocd, rendered by the plugin and by kustomize.
func TestArgoCD(t *testing.T) {
	for _, route := range []struct {
		name, application, folder string
		newImage                  []string
	}{
		{"plugin", "application.yaml", "examples/argocd/hello", []string{"ubuntu:latest", "busybox:latest"}},
		{"kustomize", "application-kustomize.yaml", "examples/argocd/overlay", []string{"newTag: latest", "newName: docker.io/library/busybox\n  newTag: latest"}},
	} {
		t.Run(route.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, lab.Need(t), route.application, route.folder)
			began := time.Now()
			s.becomes(t, "Progressing")
			s.becomes(t, "Healthy")
			if got := s.set(t, ".status.terminalState"); got != "Completed" {
				t.Errorf("the Application is Healthy, and its set is %q", got)
			}
			t.Logf("Synced, and Healthy after %.0f s", time.Since(began).Seconds())
			s.says(t, "hello world\n")

			before, old := s.versions(t), s.set(t, image)
			s.sync(t)
			if after := s.versions(t); after != before || strings.Count(before, "\n") < 7 {
				t.Errorf("the second sync changes objects:\n%s\n%s", before, after)
			}

			s.edit(t, "minicluster.yaml", route.newImage...)
			s.edit(t, "kustomization.yaml", route.newImage...)
			s.push(t)
			s.becomes(t, "Healthy")
			if after := s.set(t, image); after != "docker.io/library/busybox:latest" {
				t.Errorf("the image was %q and is %q", old, after)
			}
			s.says(t, "hello world\n")

			s.edit(t, "minicluster.yaml", "command: echo hello world", "command: /bin/false")
			s.push(t)
			t.Logf("a failed set: %+v", s.becomes(t, "Degraded"))
			s.refuses(t)
		})
	}
}

// image is the image of the brokers.
const image = `.spec.replicatedJobs[?(@.name=="m")].template.spec.template.spec.containers[0].image`

// says expects the log of the only set's lead.
func (s *site) says(t *testing.T, want string) {
	t.Helper()
	lab.Holds(t, s.Logs(t, s.Lead(t, s.set(t, ".metadata.name")), "hello"), want)
}

// refuses commits a source with an error. The Application shows Latchkey's message, and its objects stay as they are.
func (s *site) refuses(t *testing.T) {
	t.Helper()
	before := s.versions(t)
	s.edit(t, "minicluster.yaml", "size:", "sise:")
	s.push(t)
	var shown string
	lab.Until(t, "a message in the Application's conditions", time.Minute, func() bool {
		for _, condition := range s.status(t).Conditions {
			shown += condition.Type + ": " + condition.Message + "\n"
		}
		return shown != ""
	})
	t.Logf("a wrong source: %s", shown)
	lab.Holds(t, shown, `spec.sise: unknown field: did you mean "size"?`)
	if after := s.versions(t); after != before {
		t.Errorf("the wrong source changes objects:\n%s\n%s", before, after)
	}
}

// TestRecreate runs a set with onChange: Recreate. A second sync runs the set again, with the same key and under the same name.
func TestRecreate(t *testing.T) {
	t.Parallel()
	s := newSite(t, lab.Need(t), "application.yaml", "examples/argocd/hello", "  name: hello\n", "  name: hello\n  annotations: {latchkey.dev/on-change: Recreate}\n")
	s.becomes(t, "Healthy")
	before, key := s.set(t, ".metadata.uid"), s.key(t)
	s.sync(t)
	if after := s.set(t, ".metadata.uid"); after == before {
		t.Error("the second sync does not create the set again")
	}
	s.becomes(t, "Healthy")
	s.says(t, "hello world\n")
	if got := s.set(t, ".metadata.name"); got != "hello" {
		t.Errorf("the set is called %q", got)
	}
	if after := s.key(t); after != key || key == "" {
		t.Error("the key has changed")
	}
}

func (s *site) key(t *testing.T) string {
	t.Helper()
	return s.Must(t, "", "get", "secret", "hello-curve", "-o", `jsonpath={.data.curve\.cert}`)
}

// TestQueue gives the set to a queue of Kueue, and syncs it while it waits, while it runs and after it has ended.
func TestQueue(t *testing.T) {
	t.Parallel()
	l := lab.NeedQueue(t, "1")
	l.HoldQueue(t, true)
	s := newSite(t, l, "application.yaml", "examples/argocd/hello", lab.Queued()...)
	s.becomes(t, "Suspended")
	s.syncsQuietly(t)
	if got := s.set(t, ".spec.suspend"); got != "true" {
		t.Errorf("the set that waits has suspend: %s", got)
	}
	l.HoldQueue(t, false)
	l.Runs(t)
	s.becomes(t, "Progressing")
	s.syncsQuietly(t)
	s.becomes(t, "Healthy")
	s.syncsQuietly(t)
	if got := s.set(t, ".status.terminalState"); got != "Completed" {
		t.Errorf("the set is %q after the last sync", got)
	}
}

// syncsQuietly syncs once more. The set is not touched.
func (s *site) syncsQuietly(t *testing.T) {
	t.Helper()
	const state = ".metadata.uid}/{.metadata.generation"
	before := s.set(t, state)
	s.sync(t)
	if after := s.set(t, state); after != before {
		t.Errorf("the set was %s and is %s after another sync", before, after)
	}
	if got := s.status(t); got.Sync.Status != "Synced" {
		t.Errorf("the Application is %+v", got)
	}
}

// TestStudy lets Argo CD run a study. The Application has the health of the study's sets, and another sync touches no set.
func TestStudy(t *testing.T) {
	t.Parallel()
	l := lab.Need(t)
	s := newSite(t, l, "application.yaml", "examples/argocd/hello", l.Study()...)
	s.becomes(t, "Progressing")
	before := s.sets(t)
	s.sync(t)
	s.becomes(t, "Healthy")
	if after := s.sets(t); after != before {
		t.Errorf("the sets were %s and are %s after another sync", before, after)
	}
	if order := l.OneByOne(t); len(order) != 4 {
		t.Errorf("the pods of these sets are there: %q", order)
	}
}

// sets returns what changes when a set is made again or changed.
func (s *site) sets(t *testing.T) string {
	t.Helper()
	return s.Must(t, "", "get", "jobsets", "-o", "jsonpath={range .items[*]}{.metadata.uid}/{.metadata.generation} {end}")
}
