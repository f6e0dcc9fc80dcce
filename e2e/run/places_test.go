//go:build e2e

package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// podCases are about the pods of the brokers.
var podCases = []lab.Case{
	{
		Name: "user-1000", Says: []string{"I am 1000 in /home/flux-operator\n", "I am 1000"},
		Errs: []string{"FLUXTIME fluxsubmit wall time 0:", "FLUXTIME fluxstart wall time 0:"},
	},
	{Name: "pod-user-1000", Rare: true, Says: []string{"I am 1000:1000 2000\n"}},
	{Name: "restricted", Says: []string{"restricted 1000\n"}, Before: func(t *testing.T, r *lab.Run) {
		r.Must(t, "", "label", "namespace", r.Namespace, "pod-security.kubernetes.io/enforce=restricted")
	}},
	{Name: "topology", Rare: true, Says: []string{
		"parent of 1 is 0\n", "parent of 2 is 0\n", "parent of 3 is 1\n", "4 nodes with 4 cores\n", "/srv/my flux/config/run/flux\n",
	}},
	{Name: "min-size", Rare: true, Says: []string{"\n2 of three\n"}, After: func(t *testing.T, r *lab.Run) {
		if log := r.Runner(2); strings.Contains(log, "quorum->run") {
			t.Errorf("the third broker was up in time, so this has shown nothing:\n%s", log)
		}
	}},
	{Name: "as-job", Says: []string{"from a job\n", "from a job\n"}},
	{Name: "no-view", Rare: true, Says: []string{"flux is /opt/view/bin/flux\n"}},
	{Name: "renamed", Rare: true, Edit: rename, Says: []string{"renamed on run-renamed-m-0-"}},
}

// rename lets kustomize rename the rendered set.
func rename(t *testing.T, r *lab.Run) {
	root := t.TempDir()
	component, err := filepath.Abs(filepath.Join("..", "..", "kustomize"))
	if err == nil {
		component, err = filepath.Rel(filepath.Join(root, "base"), component)
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"base/rendered.yaml":         string(r.Set.Manifest),
		"base/kustomization.yaml":    "resources: [rendered.yaml]\ncomponents: [" + component + "]\n",
		"overlay/kustomization.yaml": "resources: [../base]\nnamePrefix: run-\nnamespace: " + r.Namespace + "\n",
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r.Set.Manifest = []byte(lab.Kustomize(t, filepath.Join(root, "overlay")))
}

// sidecarCases are about containers beside the brokers.
var sidecarCases = []lab.Case{
	{Name: "services", Rare: true, Says: []string{"a greeting from the service\n"}, After: servicesGone},
	{Name: "sidecar", Says: []string{"\n/mnt/flux/watched\n"}, After: lab.Watched},
}

// servicesGone expects that the services pod has ended with the set.
func servicesGone(t *testing.T, r *lab.Run) {
	lab.Until(t, "the end of the services pod", time.Minute, func() bool {
		return r.Must(t, "", "get", "pods", "-l", "app.kubernetes.io/component=services", "-o", "name", "--ignore-not-found") == ""
	})
}

// stateCases are about state that outlives a set.
var stateCases = []lab.Case{
	{Name: "archive-save", Edit: lab.OnHost, Says: []string{"noted\n"}, After: func(t *testing.T, r *lab.Run) {
		next := lab.NewRun(t, lab.Case{Name: "archive-restore", Says: []string{"\nkept\n"}})
		next.Edit = func(*testing.T, *lab.Run) { next.Set.Manifest = lab.AtFolder(next.Set.Manifest, r.Folder) }
		next.Start(t)
		next.WaitForEnd(t)
		next.Check(t)
	}},
}
