//go:build e2e

package e2e

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// neighbor is a file that people wrote, in the form that kpt itself leaves alone.
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

// second is a source with a setter's comment.
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
	if err := os.CopyFS(work, os.DirFS(filepath.Join(examplesDir, "kpt"))); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		writeFile(t, filepath.Join(work, name), text)
	}
	return work
}

// writeFile writes a file, in a folder that may be new.
func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// filesOf returns the contents of all files below a folder by their paths.
func filesOf(t *testing.T, root string) map[string]string {
	t.Helper()
	files := map[string]string{}
	all := strings.TrimSuffix(strings.TrimPrefix(tree(t, root), "== "), "\n")
	for entry := range strings.SplitSeq(all, "\n== ") {
		path, text, _ := strings.Cut(entry, "\n")
		files[strings.TrimPrefix(path, root+"/")] = text
	}
	return files
}

// TestKptPackage renders a package in place, again, and once more after a source has gone.
func TestKptPackage(t *testing.T) {
	program := tool(t, "kpt")
	work := newPackage(t, map[string]string{"notes.yaml": neighbor, "second.yaml": second})
	onPath(t, program, "fn", "render", "--allow-exec", work)
	first := filesOf(t, work)
	if got := first["notes.yaml"]; !strings.HasPrefix(got, neighbor) {
		t.Errorf("the neighbour has changed:\n%s", cmp.Diff(neighbor, got))
	}
	for _, comment := range []string{"size: 1 # kpt-set: ${size}\n", "    # The image that everyone has.\n", "latest # kpt-set: ${image}\n"} {
		if !strings.Contains(first["second.yaml"], comment) {
			t.Errorf("the comment %q is lost:\n%s", comment, first["second.yaml"])
		}
	}

	onPath(t, program, "fn", "render", "--allow-exec", work)
	if diff := cmp.Diff(first, filesOf(t, work)); diff != "" {
		t.Errorf("rendering again (-first +second):\n%s", diff)
	}

	if err := os.Remove(filepath.Join(work, "second.yaml")); err != nil {
		t.Fatal(err)
	}
	onPath(t, program, "fn", "render", "--allow-exec", work)
	want := maps.Clone(first)
	for _, gone := range []string{"second.yaml", "minicluster-default-second.latchkey.yaml"} {
		if _, there := want[gone]; !there {
			t.Errorf("%s was not there: %q", gone, slices.Sorted(maps.Keys(first)))
		}
		delete(want, gone)
	}
	if diff := cmp.Diff(want, filesOf(t, work)); diff != "" {
		t.Errorf("without the second source (-want +got):\n%s", diff)
	}
}

// TestKptSubpackage renders a package within a package: what is made stays with its source.
func TestKptSubpackage(t *testing.T) {
	program := tool(t, "kpt")
	const kptfile = `apiVersion: kpt.dev/v1
kind: Kptfile
metadata:
  name: sub
`
	work := newPackage(t, map[string]string{"sub/Kptfile": kptfile, "sub/deep/second.yaml": second})
	onPath(t, program, "fn", "render", "--allow-exec", work)
	first := filesOf(t, work)
	for _, made := range []string{"minicluster-default-hello.latchkey.yaml", "sub/deep/minicluster-default-second.latchkey.yaml"} {
		if !strings.Contains(first[made], "kind: JobSet\n") {
			t.Errorf("%s holds no JobSet; there are %q", made, slices.Sorted(maps.Keys(first)))
		}
	}
	onPath(t, program, "fn", "render", "--allow-exec", work)
	if diff := cmp.Diff(first, filesOf(t, work)); diff != "" {
		t.Errorf("rendering again (-first +second):\n%s", diff)
	}
}

// TestKptEval gives the same options by a file and by arguments, and then sends a selection only.
func TestKptEval(t *testing.T) {
	program := tool(t, "kpt")
	work := newPackage(t, nil)
	writeFile(t, filepath.Join(work, "functionconfig.yaml"), `apiVersion: latchkey.dev/v1alpha1
kind: Latchkey
metadata:
  name: latchkey
  annotations:
    config.kubernetes.io/local-config: "true"
spec:
  workload: Job
`)
	onPath(t, program, "fn", "eval", work, "--exec", "latchkey", "--fn-config", filepath.Join(work, "functionconfig.yaml"))
	first := filesOf(t, work)
	made := first["minicluster-default-hello.latchkey.yaml"]
	if !strings.Contains(made, "kind: Job\n") || strings.Contains(made, "kind: JobSet\n") {
		t.Errorf("--fn-config was not obeyed:\n%.2000s", made)
	}
	onPath(t, program, "fn", "eval", work, "--exec", "latchkey", "--", "workload=Job")
	if diff := cmp.Diff(first, filesOf(t, work)); diff != "" {
		t.Errorf("with the options as arguments (-before +after):\n%s", diff)
	}
}

// TestKptSelection sends the sources of a rendered package only. No file may be lost; what was generated before is out
// of sight, so it stays, and the next whole run sets that right.
func TestKptSelection(t *testing.T) {
	program := tool(t, "kpt")
	work := newPackage(t, map[string]string{"notes.yaml": neighbor})
	onPath(t, program, "fn", "eval", work, "--exec", "latchkey")
	first := filesOf(t, work)
	onPath(t, program, "fn", "eval", work, "--exec", "latchkey", "--match-kind", "MiniCluster")
	after := filesOf(t, work)
	for name, text := range first {
		if _, there := after[name]; !there || !strings.HasSuffix(name, ".latchkey.yaml") && after[name] != text {
			t.Errorf("%s is lost or has changed (-before +after):\n%s", name, cmp.Diff(text, after[name]))
		}
	}
	onPath(t, program, "fn", "eval", work, "--exec", "latchkey")
	if diff := cmp.Diff(first, filesOf(t, work)); diff != "" {
		t.Errorf("after a whole run (-first +last):\n%s", diff)
	}
}

// TestKptExclusion leaves the source of a rendered package out, by a flag or in the Kptfile. What was generated stays.
func TestKptExclusion(t *testing.T) {
	program := tool(t, "kpt")
	work := newPackage(t, map[string]string{"notes.yaml": neighbor})
	onPath(t, program, "fn", "render", "--allow-exec", work)
	first := filesOf(t, work)
	for _, flags := range [][]string{{"--exclude-kind", "MiniCluster"}, {"--exclude-name", "hello"}} {
		onPath(t, program, append([]string{"fn", "eval", work, "--exec", "latchkey"}, flags...)...)
		if diff := cmp.Diff(first, filesOf(t, work)); diff != "" {
			t.Errorf("%q (-before +after):\n%s", flags, diff)
		}
	}
	excluding := first["Kptfile"] + "    exclude:\n    - kind: MiniCluster\n"
	writeFile(t, filepath.Join(work, "Kptfile"), excluding)
	onPath(t, program, "fn", "render", "--allow-exec", work)
	first["Kptfile"] = excluding
	if diff := cmp.Diff(first, filesOf(t, work)); diff != "" {
		t.Errorf("exclude in the Kptfile (-before +after):\n%s", diff)
	}
}
