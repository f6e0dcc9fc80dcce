//go:build e2e

package hosts

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// neighbor is a file written by people, in the form that kpt itself does not change.
const neighbor = `# Why this is here.
apiVersion: v1
kind: ConfigMap
metadata:
  name: notes # not ours
  namespace: default
data:
  zebra: "1" # keys need not be sorted
  ant: 'single' # kpt-set: ${ant}
  script: |
    echo "a line"

    echo "another"
`

// second is a source with the comment of a setter.
const second = `apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata:
  name: second
  namespace: default
spec:
  size: 1 # kpt-set: ${size}
  containers:
    # The image that everyone has.
    - image: docker.io/library/ubuntu:latest # kpt-set: ${image}
      command: hostname
`

// newPackage copies the example of a kpt package and adds files to it.
func newPackage(t *testing.T, files map[string]string) string {
	t.Helper()
	work := filepath.Join(t.TempDir(), "package")
	if err := os.CopyFS(work, os.DirFS(filepath.Join(lab.ExamplesDir, "kpt"))); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		lab.WriteFile(t, filepath.Join(work, name), text)
	}
	return work
}

// TestKptPackage renders a package in place, renders it again, and once more after a source was deleted.
func TestKptPackage(t *testing.T) {
	program := lab.Tool(t, "kpt")
	work := newPackage(t, map[string]string{"notes.yaml": neighbor, "second.yaml": second})
	lab.OnPath(t, program, "fn", "render", "--allow-exec", work)
	first := lab.FilesOf(t, work)
	if got := first["notes.yaml"]; !strings.HasPrefix(got, neighbor) {
		t.Errorf("the neighbour has changed:\n%s", cmp.Diff(neighbor, got))
	}
	for _, comment := range []string{"size: 1 # kpt-set: ${size}\n", "    # The image that everyone has.\n", "latest # kpt-set: ${image}\n"} {
		if !strings.Contains(first["second.yaml"], comment) {
			t.Errorf("the comment %q is lost:\n%s", comment, first["second.yaml"])
		}
	}

	lab.OnPath(t, program, "fn", "render", "--allow-exec", work)
	if diff := cmp.Diff(first, lab.FilesOf(t, work)); diff != "" {
		t.Errorf("rendering again (-first +second):\n%s", diff)
	}

	if err := os.Remove(filepath.Join(work, "second.yaml")); err != nil {
		t.Fatal(err)
	}
	lab.OnPath(t, program, "fn", "render", "--allow-exec", work)
	want := maps.Clone(first)
	for _, gone := range []string{"second.yaml", "minicluster-default-second.latchkey.yaml"} {
		if _, there := want[gone]; !there {
			t.Errorf("%s was not there: %q", gone, slices.Sorted(maps.Keys(first)))
		}
		delete(want, gone)
	}
	if diff := cmp.Diff(want, lab.FilesOf(t, work)); diff != "" {
		t.Errorf("without the second source (-want +got):\n%s", diff)
	}
}

// TestKptSubpackage renders a package within a package: generated objects stay beside their source.
func TestKptSubpackage(t *testing.T) {
	program := lab.Tool(t, "kpt")
	const kptfile = `apiVersion: kpt.dev/v1
kind: Kptfile
metadata:
  name: sub
`
	work := newPackage(t, map[string]string{"sub/Kptfile": kptfile, "sub/deep/second.yaml": second})
	lab.OnPath(t, program, "fn", "render", "--allow-exec", work)
	first := lab.FilesOf(t, work)
	for _, made := range []string{"minicluster-default-hello.latchkey.yaml", "sub/deep/minicluster-default-second.latchkey.yaml"} {
		if !strings.Contains(first[made], "kind: JobSet\n") {
			t.Errorf("%s holds no JobSet; there are %q", made, slices.Sorted(maps.Keys(first)))
		}
	}
	lab.OnPath(t, program, "fn", "render", "--allow-exec", work)
	if diff := cmp.Diff(first, lab.FilesOf(t, work)); diff != "" {
		t.Errorf("rendering again (-first +second):\n%s", diff)
	}
}

// TestKptEval gives the same options by a file and by arguments, and then sends only a selection.
func TestKptEval(t *testing.T) {
	program := lab.Tool(t, "kpt")
	work := newPackage(t, nil)
	lab.WriteFile(t, filepath.Join(work, "functionconfig.yaml"), `apiVersion: latchkey.dev/v1alpha1
kind: Latchkey
metadata:
  name: latchkey
  annotations:
    config.kubernetes.io/local-config: "true"
spec:
  workload: Job
`)
	lab.OnPath(t, program, "fn", "eval", work, "--exec", "latchkey", "--fn-config", filepath.Join(work, "functionconfig.yaml"))
	first := lab.FilesOf(t, work)
	made := first["minicluster-default-hello.latchkey.yaml"]
	if !strings.Contains(made, "kind: Job\n") || strings.Contains(made, "kind: JobSet\n") {
		t.Errorf("--fn-config was not obeyed:\n%.2000s", made)
	}
	lab.OnPath(t, program, "fn", "eval", work, "--exec", "latchkey", "--", "workload=Job")
	if diff := cmp.Diff(first, lab.FilesOf(t, work)); diff != "" {
		t.Errorf("with the options as arguments (-before +after):\n%s", diff)
	}
}

// TestKptSelection sends only the sources of a rendered package. No file may be lost. Latchkey does not see the objects
// generated before, so they stay, and the next run on the whole package corrects them.
func TestKptSelection(t *testing.T) {
	program := lab.Tool(t, "kpt")
	work := newPackage(t, map[string]string{"notes.yaml": neighbor})
	lab.OnPath(t, program, "fn", "eval", work, "--exec", "latchkey")
	first := lab.FilesOf(t, work)
	lab.OnPath(t, program, "fn", "eval", work, "--exec", "latchkey", "--match-kind", "MiniCluster")
	after := lab.FilesOf(t, work)
	for name, text := range first {
		if _, there := after[name]; !there || !strings.HasSuffix(name, ".latchkey.yaml") && after[name] != text {
			t.Errorf("%s is lost or has changed (-before +after):\n%s", name, cmp.Diff(text, after[name]))
		}
	}
	lab.OnPath(t, program, "fn", "eval", work, "--exec", "latchkey")
	if diff := cmp.Diff(first, lab.FilesOf(t, work)); diff != "" {
		t.Errorf("after a whole run (-first +last):\n%s", diff)
	}
}

// TestKptExclusion leaves the source of a rendered package out, by a flag or in the Kptfile. Its generated objects stay.
func TestKptExclusion(t *testing.T) {
	program := lab.Tool(t, "kpt")
	work := newPackage(t, map[string]string{"notes.yaml": neighbor})
	lab.OnPath(t, program, "fn", "render", "--allow-exec", work)
	first := lab.FilesOf(t, work)
	for _, flags := range [][]string{{"--exclude-kind", "MiniCluster"}, {"--exclude-name", "hello"}} {
		lab.OnPath(t, program, append([]string{"fn", "eval", work, "--exec", "latchkey"}, flags...)...)
		if diff := cmp.Diff(first, lab.FilesOf(t, work)); diff != "" {
			t.Errorf("%q (-before +after):\n%s", flags, diff)
		}
	}
	const function = "    - exec: latchkey\n"
	excluding := strings.Replace(first["Kptfile"], function, function+"      exclude:\n        - kind: MiniCluster\n", 1)
	lab.WriteFile(t, filepath.Join(work, "Kptfile"), excluding)
	lab.OnPath(t, program, "fn", "render", "--allow-exec", work)
	first["Kptfile"] = excluding
	if diff := cmp.Diff(first, lab.FilesOf(t, work)); diff != "" {
		t.Errorf("exclude in the Kptfile (-before +after):\n%s", diff)
	}
}

// bench is a workload written by people, and watches a set that is attached to it.
const (
	bench = `# What is measured.
apiVersion: batch/v1
kind: Job
metadata:
  name: bench # ours
  namespace: default
spec:
  backoffLimit: 0 # a failed benchmark has no result
  template:
    spec:
      restartPolicy: Never
      containers:
        # The only one.
        - name: main
          image: docker.io/library/busybox:latest # kpt-set: ${image}
          command: ["sleep", "1"]
`
	watches = `apiVersion: flux-framework.org/v1alpha2
kind: MetricSet
metadata:
  name: cpu
  namespace: default
  annotations:
    latchkey.dev/attach-to: Job/bench
spec:
  metrics:
    - name: perf-sysstat
`
)

// TestKptAttached attaches a set to a Job in place, changes the set, and deletes it. The file of the Job is then as kpt had
// left it before, byte for byte.
func TestKptAttached(t *testing.T) {
	program := lab.Tool(t, "kpt")
	work := newPackage(t, map[string]string{"bench.yaml": bench})
	render := func() map[string]string {
		lab.OnPath(t, program, "fn", "render", "--allow-exec", work)
		return lab.FilesOf(t, work)
	}
	before := render()
	if !strings.HasPrefix(before["bench.yaml"], bench) {
		t.Errorf("the Job has changed without a set:\n%s", cmp.Diff(bench, before["bench.yaml"]))
	}
	for _, set := range []string{watches, strings.Replace(watches, "sysstat\n", "sysstat\n      options: {rate: 5}\n", 1)} {
		lab.WriteFile(t, filepath.Join(work, "cpu.yaml"), set)
		attached := render()
		for _, line := range strings.Split(strings.TrimSpace(bench), "\n") {
			if !strings.Contains(attached["bench.yaml"], line+"\n") {
				t.Errorf("the line %q is lost:\n%s", line, attached["bench.yaml"])
			}
		}
		if strings.Count(attached["bench.yaml"], "name: perf-sysstat\n") != 1 {
			t.Errorf("not one sidecar in:\n%s", attached["bench.yaml"])
		}
		if diff := cmp.Diff(attached, render()); diff != "" {
			t.Errorf("rendering again (-first +second):\n%s", diff)
		}
	}
	if err := os.Remove(filepath.Join(work, "cpu.yaml")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, render()); diff != "" {
		t.Errorf("without the set (-before +after):\n%s", diff)
	}
}
