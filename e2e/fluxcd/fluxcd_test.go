//go:build e2e

package fluxcd

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// site is examples/fluxcd with the names of one test.
type site struct {
	*lab.Lab
	folder, name, artifact string
}

// newSite pushes the example's set and applies its cluster.yaml, or skips the test if Flux CD does not run.
func newSite(t *testing.T, l *lab.Lab, change string, words ...string) *site {
	t.Helper()
	flux := l.NeedFluxCD(t)
	l.NeedFlux(t)
	lab.TakeSlot(t)
	t.Setenv("PATH", strings.Join([]string{filepath.Dir(lab.Binary), filepath.Dir(flux), os.Getenv("PATH")}, string(os.PathListSeparator)))
	s := &site{Lab: l, folder: t.TempDir(), name: l.Namespace, artifact: "oci://" + lab.Registry + "/" + l.Namespace + ":latest"}
	if err := os.CopyFS(s.folder, os.DirFS(filepath.Join(lab.ExamplesDir, "fluxcd"))); err != nil {
		t.Fatal(err)
	}
	s.edit(t, "push.sh", "--on-change Rename", "--on-change "+change, "name: sets", "name: "+s.name)
	s.edit(t, "sets/minicluster.yaml", append(words, "namespace: hpc", "namespace: "+l.Namespace)...)
	s.push(t)
	s.edit(t, "cluster.yaml", append(words, "name: hpc", "name: "+l.Namespace, "name: sets", "name: "+s.name, "oci://ghcr.io/example/hpc/sets", strings.TrimSuffix(s.artifact, ":latest"),
		"  interval: 5m", "  interval: 5s\n  insecure: true")...)
	t.Cleanup(func() {
		l.Must(t, "", "delete", "kustomization,ocirepository", s.name, "-n", "flux-system", "--timeout=60s")
	})
	l.Must(t, "", "apply", "-f", filepath.Join(s.folder, "cluster.yaml"))
	return s
}

func (s *site) edit(t *testing.T, path string, words ...string) {
	t.Helper()
	file := filepath.Join(s.folder, path)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.NewReplacer(words...).Replace(string(text))), 0o700); err != nil { //nolint:gosec // one is a program
		t.Fatal(err)
	}
}

func (s *site) push(t *testing.T) {
	t.Helper()
	cmd := exec.Command("./push.sh", "sets", s.artifact)
	cmd.Dir = s.folder
	cmd.Env = append(os.Environ(), "GIT_DIR="+gitDir(t))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("push.sh: %v\n%s", err, out)
	}
}

// gitDir is a repository with a commit and an origin, which the script names as the source.
func gitDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"},
		{"-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "-q", "--allow-empty", "-m", "sets"},
		{"remote", "add", "origin", "https://git.example.com/sets"},
	} {
		if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	return filepath.Join(dir, ".git")
}

// ready waits until the Kustomization has applied the newest artifact and is ready or not, and returns its message.
func (s *site) ready(t *testing.T, status string) string {
	t.Helper()
	var message string
	lab.Until(t, "Ready="+status+" of the Kustomization", 4*time.Minute, func() bool {
		var found struct {
			Status struct {
				LastAttemptedRevision string
				Conditions            []struct{ Type, Status, Reason, Message string }
			}
		}
		newest := s.Must(t, "", "get", "ocirepository", s.name, "-n", "flux-system", "-o", "jsonpath={.status.artifact.revision}")
		if err := json.Unmarshal([]byte(s.Must(t, "", "get", "kustomization", s.name, "-n", "flux-system", "-o", "json")), &found); err != nil {
			t.Fatal(err)
		}
		for _, condition := range found.Status.Conditions {
			if condition.Type == "Ready" {
				message = condition.Reason + ": " + condition.Message
				return condition.Status == status && found.Status.LastAttemptedRevision == newest
			}
		}
		return false
	})
	return message
}

// refresh asks the source for the newest artifact, and waits until the source has it.
func (s *site) refresh(t *testing.T) {
	t.Helper()
	before := s.revision(t)
	s.push(t)
	lab.Until(t, "the new artifact", time.Minute, func() bool { return s.revision(t) != before })
}

func (s *site) revision(t *testing.T) string {
	t.Helper()
	return s.Must(t, "", "get", "ocirepository", s.name, "-n", "flux-system", "-o", "jsonpath={.status.artifact.revision}")
}

func (s *site) sets(t *testing.T) []string {
	t.Helper()
	return strings.Fields(s.Must(t, "", "get", "jobsets", "-o", "jsonpath={.items[*].metadata.name}"))
}

// says expects the log of the only set's lead.
func (s *site) says(t *testing.T, want string) {
	t.Helper()
	sets := s.sets(t)
	if len(sets) != 1 {
		t.Fatalf("the sets are %q, want one", sets)
	}
	lab.Holds(t, s.Logs(t, s.Lead(t, sets[0]), "hello"), want)
}

// versions are the resource versions of all objects of the set.
func (s *site) versions(t *testing.T) string {
	t.Helper()
	return s.Must(t, "", "get", "jobsets,configmaps,services,secrets,roles,rolebindings,serviceaccounts", "-l", "app.kubernetes.io/managed-by=latchkey",
		"-o", `jsonpath={range .items[*]}{.kind}/{.metadata.name} {.metadata.resourceVersion}{"\n"}{end}`)
}

// TestFluxCD applies, changes, fails and removes the set of examples/fluxcd.
func TestFluxCD(t *testing.T) {
	for _, change := range []string{"Rename", "Recreate"} {
		t.Run(change, func(t *testing.T) {
			s := newSite(t, lab.Need(t), change)
			began := time.Now()
			s.ready(t, "True")
			s.says(t, "hello world\n")
			t.Logf("ready and Completed after %.0f s", time.Since(began).Seconds())

			before := s.versions(t)
			reconcile(t, s)
			if after := s.versions(t); after != before || strings.Count(before, "\n") < 7 {
				t.Errorf("the second reconciliation changes objects:\n%s\n%s", before, after)
			}

			s.edit(t, "sets/minicluster.yaml", "hello world", "hello again")
			s.refresh(t)
			s.ready(t, "True")
			s.says(t, "hello again\n")

			s.edit(t, "sets/minicluster.yaml", "command: echo hello again", "command: /bin/false")
			s.refresh(t)
			message := s.ready(t, "False")
			if !regexp.MustCompile(`JobSet/` + s.Namespace + `/hello[0-9a-f-]* status: 'Failed'`).MatchString(message) {
				t.Errorf("the message about the failed set is %q", message)
			}
			t.Logf("a failed set: %s", message)

			if err := os.Remove(filepath.Join(s.folder, "sets/minicluster.yaml")); err != nil {
				t.Fatal(err)
			}
			s.refresh(t)
			s.ready(t, "True")
			if left := s.versions(t); left != "" {
				t.Errorf("not pruned:\n%s", left)
			}
		})
	}
}

// reconcile asks Flux CD to apply again, and waits until it has.
func reconcile(t *testing.T, s *site) {
	t.Helper()
	at := time.Now().Format(time.RFC3339Nano)
	s.Must(t, "", "annotate", "kustomization", s.name, "-n", "flux-system", "--overwrite", "reconcile.fluxcd.io/requestedAt="+at)
	lab.Until(t, "the second reconciliation", time.Minute, func() bool {
		return s.Must(t, "", "get", "kustomization", s.name, "-n", "flux-system", "-o", "jsonpath={.status.lastHandledReconcileAt}") == at
	})
}

// TestQueue gives the set to a queue of Kueue, and lets Flux CD apply it while it waits, while it runs and after it has ended.
// Flux CD does not wait for the end here, because it applies nothing while it waits.
func TestQueue(t *testing.T) {
	l := lab.NeedQueue(t, "1")
	l.HoldQueue(t, true)
	s := newSite(t, l, "Rename", append(lab.Queued(), "wait: true", "wait: false")...)
	s.ready(t, "True")
	s.appliesQuietly(t)
	if got := s.state(t, ".spec.suspend"); got != "true" {
		t.Errorf("the set that waits has suspend: %s", got)
	}
	l.HoldQueue(t, false)
	l.Runs(t)
	s.appliesQuietly(t)
	l.WaitFor(t, s.sets(t)[0], lab.RunLimit)
	s.appliesQuietly(t)
	if got := s.state(t, ".status.terminalState"); got != "Completed" {
		t.Errorf("the set is %q after it was applied again", got)
	}
}

// appliesQuietly lets Flux CD apply once more. The set is not touched.
func (s *site) appliesQuietly(t *testing.T) {
	t.Helper()
	const state = ".metadata.uid}/{.metadata.generation"
	before := s.state(t, state)
	reconcile(t, s)
	if after := s.state(t, state); after != before || before == "" {
		t.Errorf("the set was %s and is %s after it was applied again", before, after)
	}
	s.ready(t, "True")
}

// state returns a field of all sets.
func (s *site) state(t *testing.T, field string) string {
	t.Helper()
	return s.Must(t, "", "get", "jobsets", "-o", "jsonpath={range .items[*]}{"+field+"}{end}")
}

// TestStudy lets Flux CD run a study. The Kustomization is ready when its sets have completed, and is then applied once more.
func TestStudy(t *testing.T) {
	l := lab.Need(t)
	s := newSite(t, l, "Rename", l.Study()...)
	s.ready(t, "True")
	s.appliesQuietly(t)
	if order := l.OneByOne(t); len(order) != 4 {
		t.Errorf("the pods of these sets are there: %q", order)
	}
}
