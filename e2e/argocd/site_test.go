//go:build e2e

package argocd

import (
	"encoding/json"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// site is examples/argocd in a git repository of its own, with the names of one test.
type site struct {
	*lab.Lab
	repo, name string
	folder     string // of the Application, in the repository
}

// newSite commits the example, with some words replaced in the files of the folder, and applies its Application.
func newSite(t *testing.T, l *lab.Lab, application, folder string, words ...string) *site {
	t.Helper()
	needArgoCD(t, l)
	s := &site{Lab: l, repo: t.TempDir(), folder: folder}
	s.name = s.Namespace
	for path, from := range map[string]string{"examples/argocd": lab.ExamplesDir + "/argocd", "kustomize": "../../kustomize"} {
		if err := os.CopyFS(filepath.Join(s.repo, path), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	s.git(t, "init", "-q", "-b", "main")
	s.edit(t, "kustomization.yaml", "namespace: hpc", "namespace: "+s.Namespace)
	s.edit(t, "minicluster.yaml", append(words, "namespace: hpc", "namespace: "+s.Namespace)...)
	s.commit(t)

	text, err := os.ReadFile(filepath.Join(lab.ExamplesDir, "argocd", application))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Must(t, "", "delete", "application", s.name, "-n", "argocd", "--ignore-not-found", "--timeout=60s")
	})
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the Application was last seen as %+v", s.status(t))
		}
	})
	s.Apply(t, []byte(strings.NewReplacer("https://github.com/latchkey-dev/latchkey", "file://"+s.repo, "targetRevision: HEAD", "targetRevision: main",
		"namespace: hpc", "namespace: "+s.Namespace, "name: hello-overlay", "name: "+s.name, "name: hello", "name: "+s.name).Replace(string(text))))
	return s
}

// needArgoCD gives Argo CD the program under test and the configuration of the example, or skips the test if
// ../shared/lab/extras.sh has not started Argo CD with the example's plugin. The configuration stays.
func needArgoCD(t *testing.T, l *lab.Lab) {
	t.Helper()
	connection, err := net.DialTimeout("tcp", "127.0.0.1:18084", time.Second)
	if err != nil {
		lab.Missing(t, "argocd", "no repo server: "+err.Error())
	}
	_ = connection.Close() // nothing was written
	folder := filepath.Join(lab.Dir(), "argocd")
	want, err := os.ReadFile(filepath.Join(lab.ExamplesDir, "argocd", "plugin.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(folder, "plugins", "latchkey", "plugin.yaml")); err != nil || string(got) != string(want) {
		lab.Missing(t, "argocd", "it has not the plugin of examples/argocd")
	}
	l.NeedFlux(t)
	lab.TakeSlot(t)
	install(t, filepath.Join(folder, "bin", "latchkey"))
	l.Must(t, "", "patch", "configmap", "argocd-cm", "-n", "argocd", "--patch-file", filepath.Join(lab.ExamplesDir, "argocd", "argocd-cm-patch.yaml"))
}

// install puts the program under test where Argo CD finds it, also while an older one runs.
func install(t *testing.T, path string) {
	t.Helper()
	program, err := os.ReadFile(lab.Binary)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.CreateTemp(filepath.Dir(path), "latchkey-")
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.Write(program)
	if err := errors.Join(err, file.Chmod(0o755), file.Close(), os.Rename(file.Name(), path)); err != nil {
		t.Fatal(err)
	}
}

// edit replaces words of a file of the folder, if there is such a file.
func (s *site) edit(t *testing.T, name string, words ...string) {
	t.Helper()
	file := filepath.Join(s.repo, s.folder, name)
	text, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return
	}
	lab.WriteFile(t, file, strings.NewReplacer(words...).Replace(string(text)))
}

func (s *site) git(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("git", append([]string{"-C", s.repo, "-c", "user.name=test", "-c", "user.email=test@example.com"}, args...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (s *site) commit(t *testing.T) {
	t.Helper()
	s.git(t, "add", "--all")
	s.git(t, "commit", "-q", "--allow-empty", "-m", "change the set")
}

// push commits what was edited, and tells Argo CD.
func (s *site) push(t *testing.T) {
	t.Helper()
	s.commit(t)
	s.refresh(t)
}

func (s *site) refresh(t *testing.T) {
	t.Helper()
	s.Must(t, "", "annotate", "application", s.name, "-n", "argocd", "--overwrite", "argocd.argoproj.io/refresh=normal")
}

// app is what Argo CD says about an Application.
type app struct {
	Health struct{ Status, Message string }
	Sync   struct{ Status, Revision string }

	Conditions     []struct{ Type, Message string }
	OperationState struct {
		Phase, Message, FinishedAt string
		SyncResult                 struct{ Revision string }
	}
}

func (s *site) status(t *testing.T) app {
	t.Helper()
	var found struct{ Status app }
	if err := json.Unmarshal([]byte(s.Must(t, "", "get", "application", s.name, "-n", "argocd", "-o", "json")), &found); err != nil {
		t.Fatal(err)
	}
	return found.Status
}

// becomes waits until the newest commit is synced and the Application has a health.
func (s *site) becomes(t *testing.T, health string) app {
	t.Helper()
	head := s.git(t, "rev-parse", "HEAD")
	var last app
	lab.Until(t, "a synced Application that is "+health, lab.RunLimit, func() bool {
		last = s.status(t)
		synced := last.Sync.Status == "Synced" && last.Sync.Revision == head &&
			last.OperationState.Phase == "Succeeded" && last.OperationState.SyncResult.Revision == head
		return synced && last.Health.Status == health
	})
	return last
}

// sync asks Argo CD to apply everything again, and waits until it has.
func (s *site) sync(t *testing.T) {
	t.Helper()
	before := s.status(t).OperationState.FinishedAt
	time.Sleep(time.Second) // the times have seconds
	s.Must(t, "", "patch", "application", s.name, "-n", "argocd", "--type", "merge", "-p", `{"operation":{"sync":{"revision":"main","syncStrategy":{"hook":{}}}}}`)
	lab.Until(t, "the end of another sync", time.Minute, func() bool {
		state := s.status(t).OperationState
		return state.Phase == "Succeeded" && state.FinishedAt != before
	})
}

// versions are the resource versions of all objects of the sets.
func (s *site) versions(t *testing.T) string {
	t.Helper()
	return s.Must(t, "", "get", "jobsets,configmaps,services,secrets,roles,rolebindings,serviceaccounts", "-l", "app.kubernetes.io/managed-by=latchkey",
		"-o", `jsonpath={range .items[*]}{.kind}/{.metadata.name} {.metadata.resourceVersion}{"\n"}{end}`)
}

// set returns a field of the only JobSet.
func (s *site) set(t *testing.T, field string) string {
	t.Helper()
	all := strings.Fields(s.Must(t, "", "get", "jobsets", "-o", "jsonpath={range .items[*]}{"+field+`}{"\n"}{end}`))
	if len(all) != 1 {
		t.Fatalf("%s of the sets is %q, want one set", field, all)
	}
	return all[0]
}
