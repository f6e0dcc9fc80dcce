//go:build e2e

// Package tutorials does what the pages in docs/tutorials say, word for word.
//
// The lab takes the place of kind: commands that need kind, or that fetch something from the internet, are not run. The lab's
// kubelet signs its certificate itself, so kubectl gets a flag for logs.
package tutorials

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
	"github.com/latchkey-dev/latchkey/hack/blocks"
	"github.com/latchkey-dev/latchkey/internal/testing/programtest"
)

// replaced are the words in the line above a block that say that the lab takes its place.
var replaced = []string{"kind", "registry"}

// kubectl is the lab's in the place of kind's.
const kubectl = `#!/bin/sh
case " $* " in *" logs "*) exec %[1]s "$@" --insecure-skip-tls-verify-backend ;; esac
exec %[1]s "$@"
`

// A reader does what a page says, in a folder that is empty at first.
type reader struct {
	*lab.Lab
	folder string
	env    []string
	// here are words of the page, and what they are in the lab.
	here *strings.Replacer
}

// newReader skips the test if no cluster with Flux is there. The page makes the namespace itself.
func newReader(t *testing.T, namespace string) *reader {
	t.Helper()
	l := lab.Need(t)
	l.NeedFlux(t)
	program, err := exec.LookPath("kubectl")
	if err != nil {
		t.Fatal(err)
	}
	programs := t.TempDir()
	programtest.Write(t, filepath.Join(programs, "kubectl"), fmt.Sprintf(kubectl, program))
	forget := func() { l.Must(t, "", "delete", "namespace", namespace, "--ignore-not-found", "--timeout=120s") }
	forget() // a run before may have been killed
	t.Cleanup(forget)
	path := strings.Join([]string{programs, filepath.Dir(lab.Binary), os.Getenv("PATH")}, string(os.PathListSeparator))
	return &reader{Lab: l, folder: t.TempDir(), here: strings.NewReplacer(), env: append(os.Environ(), "KUBECONFIG="+l.Kubeconfig(), "PATH="+path,
		"GIT_AUTHOR_NAME=reader", "GIT_AUTHOR_EMAIL=reader@example.com", "GIT_COMMITTER_NAME=reader", "GIT_COMMITTER_EMAIL=reader@example.com")}
}

// do does what a page says.
func (r *reader) do(t *testing.T, page string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../docs/tutorials", page))
	if err != nil {
		t.Fatal(err)
	}
	all, problems := blocks.Of(string(text))
	for _, problem := range problems {
		t.Error(problem)
	}
	ran := 0
	for _, b := range all {
		needs := strings.Fields(strings.TrimPrefix(b.Marker, "needs: "))
		switch {
		case b.File != "":
			r.write(t, b)
		case slices.ContainsFunc(needs, func(need string) bool { return slices.Contains(replaced, need) }):
			t.Logf("the lab takes the place of:\n%s", b.Commands)
		default:
			r.run(t, b)
			ran++
		}
	}
	if ran < 5 {
		t.Errorf("only %d blocks were run", ran)
	}
}

func (r *reader) write(t *testing.T, b blocks.Block) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(r.folder, b.File), []byte(r.here.Replace(b.Text)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// run runs the commands of a block. A reader who sees an error stops.
func (r *reader) run(t *testing.T, b blocks.Block) {
	t.Helper()
	began := time.Now()
	cmd := exec.Command("sh", "-euc", r.here.Replace(b.Commands))
	cmd.Dir, cmd.Env = r.folder, r.env
	out, err := cmd.CombinedOutput()
	t.Logf("after %.1f s:\n%s\n%s", time.Since(began).Seconds(), b.Commands, out)
	if err != nil {
		t.Fatal(err)
	}
	if b.Want != "" && !blocks.Matches(b.Want, string(out)) {
		t.Errorf("the page shows:\n%s", b.Want)
	}
}

func TestFirstSet(t *testing.T) {
	t.Parallel()
	r := newReader(t, "demo")
	lab.TakeSlot(t)
	// The LAMMPS of the lab takes minutes on a busy machine, so it makes a fifth of its steps, and its
	// ranks yield while they wait. On an idle machine these take
	// less than a second, so a sleep leaves time for some samples.
	r.here = strings.NewReplacer("lmp -v x 2 -v y 2 -v z 2 -in in.reaxc.hns -nocite", "sed s/3000/600/ in.reaxc.hns >/tmp/in && env OMPI_MCA_mpi_yield_when_idle=1 lmp -in /tmp/in -nocite && sleep 5")
	r.do(t, "first-set.md")
	page, err := os.ReadFile(filepath.Join(r.folder, "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"lammps-measured", "lammps-again", "perf-sysstat"} {
		if !strings.Contains(string(page), text) {
			t.Errorf("the report does not have %q", text)
		}
	}
}

// TestStudy compares sizes that share the cores of the lab, so only the numbers of the runs count.
func TestStudy(t *testing.T) {
	lab.Rare(t)
	t.Parallel()
	r := newReader(t, "study")
	lab.TakeSlot(t)
	r.here = strings.NewReplacer("lmp -v x 2 -v y 2 -v z 2 -in in.reaxc.hns -nocite", "sed s/3000/60/ in.reaxc.hns >/tmp/in && env OMPI_MCA_mpi_yield_when_idle=1 lmp -in /tmp/in -nocite")
	r.do(t, "study.md")
	report := exec.Command(lab.Binary, "report", "results")
	report.Dir = r.folder
	table, err := report.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, table)
	}
	if found := regexp.MustCompile(`(?m)^ +[123] +.*\b3 +\d`).FindAll(table, -1); len(found) < 3 {
		t.Errorf("there are no three cells of three runs:\n%s", table)
	}
}

// TestNoOperator has the CRD of the operator, and no operator: its own Job is not looked at.
func TestNoOperator(t *testing.T) {
	lab.Rare(t)
	t.Parallel()
	r := newReader(t, "moving")
	lab.TakeSlot(t)
	if _, err := r.Kubectl("", "get", "crd", "miniclusters.flux-framework.org"); err != nil {
		r.Must(t, "", "create", "-f", "../../apis/crds/flux-framework.org_miniclusters.yaml")
		t.Cleanup(func() { r.Must(t, "", "delete", "crd", "miniclusters.flux-framework.org", "--wait=false") })
		// As long as the CRD has no conditions, kubectl wait fails at once.
		lab.Until(t, "the CRD is established", 30*time.Second, func() bool {
			_, err := r.Kubectl("", "wait", "crd", "miniclusters.flux-framework.org", "--for=condition=Established", "--timeout=10s")
			return err == nil
		})
	}
	r.do(t, "no-operator.md")
}

// TestGitOps uses the registry and the Flux CD of the lab.
func TestGitOps(t *testing.T) {
	t.Parallel()
	r := newReader(t, "team")
	flux := filepath.Dir(r.NeedFluxCD(t))
	lab.TakeSlot(t)
	r.here = strings.NewReplacer("oci://localhost:5000/", "oci://"+lab.Registry+"/tutorial/", "oci://registry:5000/", "oci://"+lab.Registry+"/tutorial/")
	r.env = append(r.env, "PATH="+flux+string(os.PathListSeparator)+pathOf(r.env))
	t.Cleanup(func() {
		r.Must(t, "", "delete", "kustomization,ocirepository", "sets", "-n", "flux-system", "--ignore-not-found", "--timeout=60s")
	})
	r.do(t, "gitops.md")
}

// pathOf returns the last PATH of an environment, which is the one that counts.
func pathOf(env []string) string {
	for _, entry := range slices.Backward(env) {
		if path, found := strings.CutPrefix(entry, "PATH="); found {
			return path
		}
	}
	return ""
}
