package study_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/cli/internal/studies"
	"github.com/latchkey-dev/latchkey/cli/study"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/internal/files"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// TestMain lets the test program be a kubectl, in which each set ends as soon as it is applied.
func TestMain(m *testing.M) {
	if folder := os.Getenv("FAKE_CLUSTER"); filepath.Base(os.Args[0]) == "kubectl" {
		kubectl(filepath.Join(folder, "jobsets.json"), os.Args[1:])
		return
	}
	os.Exit(m.Run())
}

type object = map[string]any

// kubectl applies, gets and deletes JobSets that are in a file.
func kubectl(file string, args []string) {
	cluster := map[string]object{}
	if data, err := os.ReadFile(file); err == nil {
		_ = json.Unmarshal(data, &cluster)
	}
	switch {
	case slices.Contains(args, "config"):
		return
	case slices.Contains(args, "apply"), slices.Contains(args, "delete"):
		for _, set := range jobSets(os.Stdin) {
			name := set["metadata"].(object)["name"].(string)
			if slices.Contains(args, "delete") {
				delete(cluster, name)
				continue
			}
			end := "Completed"
			if strings.Contains(name, os.Getenv("FAILS")) {
				end = "Failed"
			}
			set["metadata"].(object)["uid"] = name + os.Getenv("LIFE")
			set["status"] = object{"terminalState": end, "conditions": []object{{"type": end, "status": "True"}}}
			cluster[name] = set
		}
		data, _ := json.Marshal(cluster)
		_ = os.WriteFile(file+".new", data, 0o600)
		_ = os.Rename(file+".new", file) // another kubectl may read it
		return
	}
	items := []object{}
	if slices.Contains(args, "--filename=-") {
		for _, set := range jobSets(os.Stdin) {
			if found := cluster[set["metadata"].(object)["name"].(string)]; found != nil {
				items = append(items, found)
			}
		}
	}
	if slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "jobsets.") }) {
		for _, set := range cluster {
			items = append(items, set)
		}
	}
	_ = json.NewEncoder(os.Stdout).Encode(object{"apiVersion": "v1", "kind": "List", "items": items})
}

// jobSets returns the JobSets of a stream of YAML.
func jobSets(in io.Reader) (sets []object) {
	text, _ := io.ReadAll(in)
	for document := range strings.SplitSeq(string(text), "---\n") {
		var one object
		if err := yaml.Unmarshal([]byte(document), &one); err == nil && one["kind"] == "JobSet" {
			sets = append(sets, one)
		}
	}
	return sets
}

const twoCells = `apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata: {name: lammps, namespace: bench}
spec:
  containers: [{image: ubuntu, command: hostname}]
---
apiVersion: latchkey.dev/v1alpha1
kind: Study
metadata: {name: scaling, namespace: bench}
spec:
  sources: [{kind: MiniCluster, name: lammps}]
  parameters: {nodes: {values: [1, 2], fields: [spec.size]}}
  repeat: {count: 2}
`

// A caller runs commands beside a cluster and a folder of their own.
type caller struct {
	*testing.T
	folder string
}

func newCaller(t *testing.T) caller {
	t.Helper()
	c := caller{t, t.TempDir()}
	self, err := os.Executable()
	if err == nil {
		err = os.Symlink(self, filepath.Join(c.folder, "kubectl"))
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", c.folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("FAKE_CLUSTER", c.folder)
	t.Setenv("FAILS", "none of them")
	return c
}

// wants runs a command and wants an exit code and lines in what it prints. It returns what was printed.
func (c caller) wants(code int, input string, args []string, lines ...string) string {
	c.Helper()
	kinds, err := generators.NewRegistry()
	if err != nil {
		c.Fatal(err)
	}
	var out bytes.Buffer
	cmd := study.New(&program.Program{Stdin: strings.NewReader(input), Stdout: &out, Stderr: &out, Name: "latchkey", Kinds: kinds, Pause: 100 * time.Millisecond})
	cmd.SetArgs(args)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	err = cmd.Execute()
	said := out.String()
	if err != nil && !exit.IsSilent(err) {
		said += err.Error()
	}
	if got := exit.Code(err); got != code {
		c.Errorf("%v: exit code %d, want %d:\n%s", args, got, code, said)
	}
	for _, line := range lines {
		if !strings.Contains(said, line) {
			c.Errorf("%v: %q is missing in:\n%s", args, line, said)
		}
	}
	return said
}

// TestRun runs a study in parts, with a failure that is tried again, and takes up what is there.
func TestRun(t *testing.T) {
	c := newCaller(t)
	results := filepath.Join(c.folder, "results")
	run := func(flags ...string) []string { return append([]string{"run", "-", "-o", results}, flags...) }

	c.wants(exit.OK, twoCells, run("--where", "nodes=1", "--delete"),
		"2 sets applied\n", "[1 of 2] lammps-56a5c39d-", "lammps-56a5c39d-1 (nodes=1) completed\n", "lammps-56a5c39d-1 deleted\n", "2 sets: 2 completed, 0 failed")
	if kept, err := os.ReadFile(filepath.Join(results, "scaling.study.yaml")); err != nil || string(kept) != strings.SplitAfter(twoCells, "---\n")[1] {
		t.Errorf("the study that was kept (%v):\n%s", err, kept)
	}
	t.Setenv("FAILS", "-2")
	c.wants(exit.Problems, twoCells, run(), "2 sets saved already\n2 sets applied\n", "-2 (nodes=2) failed", "4 sets: 3 completed, 1 failed")
	t.Setenv("FAILS", "none of them")
	c.wants(exit.Problems, twoCells, run(), "4 sets saved already\n4 sets: 3 completed, 1 failed")
	t.Setenv("LIFE", "again")
	c.wants(exit.OK, twoCells, run("--retry"), "failed or is not complete, and is made again\n3 sets saved already\n1 set applied\n", "4 sets: 4 completed, 0 failed")
	if folders, _ := filepath.Glob(filepath.Join(results, "*.2")); len(folders) != 1 {
		t.Errorf("the run that was made again is in %q", folders)
	}
	c.keptOnce(results)
	c.wants(exit.OK, "", []string{"status", "scaling"},
		"scaling: 0 waiting, 0 running, 2 completed, 0 failed\n", "CELL      nodes  WAITING  RUNNING  COMPLETED  FAILED\n", "  2      0        0        2          0\n") // the others are deleted
}

// keptOnce wants the sources and manifests of a folder there once, under their digests, and named by each record.
func (c caller) keptOnce(results string) {
	c.Helper()
	record, err := runs.Read(filepath.Join(results, "lammps-56a5c39d-1"))
	if err != nil || record.Kept == nil {
		c.Fatalf("the record says %+v (%v)", record.Kept, err)
	}
	for folder, name := range map[string]string{runs.SourcesFolder: record.Kept.Sources, runs.ManifestsFolder: record.Kept.Manifests} {
		data, err := os.ReadFile(filepath.Join(results, name))
		sum, _ := files.Digest(bytes.NewReader(data))
		if all, _ := os.ReadDir(filepath.Join(results, folder)); err != nil || len(all) != 1 || !strings.HasPrefix(name, folder+"/"+sum+".") {
			c.Errorf("%s, of %d, has the digest %s (%v)", name, len(all), sum, err)
		}
		if folder == runs.SourcesFolder && (!strings.HasPrefix(string(data), "apiVersion: latchkey.dev/v1alpha1\nkind: Latchkey\n") || !strings.HasSuffix(string(data), twoCells)) {
			c.Errorf("the sources are:\n%s", data)
		}
	}
}

// TestOtherTemplate wants nothing applied if the folder or the cluster has runs of another template.
func TestOtherTemplate(t *testing.T) {
	c := newCaller(t)
	results := filepath.Join(c.folder, "results")
	c.wants(exit.OK, twoCells, []string{"run", "-", "-o", results})
	changed := strings.Replace(twoCells, "hostname", "date", 1)
	c.wants(exit.Problems, changed, []string{"run", "-", "-o", results}, "4 sets in "+results+" have another template, first "+results+"/lammps-00336db8-1: give another folder with -o")
	c.wants(exit.Problems, changed, []string{"run", "-", "-o", results + "2"}, "4 sets in the cluster have another template, first lammps-", "latchkey delete --study scaling --yes --namespace=bench deletes them")
	if _, err := os.Stat(results + "2"); err == nil {
		t.Error("something was saved")
	}
}

// TestNotGot wants a log that could not be got to be told, and a run without its application's log to be repeated.
func TestNotGot(t *testing.T) {
	c := newCaller(t)
	results := filepath.Join(c.folder, "results")
	run := []string{"run", "-", "-o", results, "--delete"}
	c.wants(exit.OK, twoCells, run)
	file := filepath.Join(results, "lammps-56a5c39d-1", runs.SetFile)
	record, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lose := func(of string) {
		missing := `"missing": [{"pod": "lammps-m-0-0", "reason": "the node no longer has the log", "container": ` + of + `}], "state":`
		if err := os.WriteFile(file, bytes.Replace(record, []byte(`"state":`), []byte(missing), 1), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	lose(`"flux-view", "remark": true`)
	c.wants(exit.OK, twoCells, run, "4 sets: 4 completed, 0 failed", "lammps-56a5c39d-1: 1 other log could not be saved, first flux-view of lammps-m-0-0: the node no longer has the log")
	lose(`"lammps"`)
	c.wants(exit.Problems, twoCells, run, "4 sets: 4 completed, 0 failed", "lammps-56a5c39d-1 is not complete: lammps of lammps-m-0-0: the node no longer has the log: --retry makes it again")
	t.Setenv("LIFE", "again")
	c.wants(exit.OK, twoCells, append(run, "--retry"), "3 sets saved already\n1 set applied\n", "4 sets: 4 completed, 0 failed")
}

// TestLocked wants a second command in the same folder refused while the first one runs, and no longer.
func TestLocked(t *testing.T) {
	c := newCaller(t)
	results := filepath.Join(c.folder, "results")
	root, err := files.Open(results)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close() //nolint:errcheck // a folder loses nothing
	first, err := files.Lock(root, runs.LockFile)
	if err != nil {
		t.Fatal(err)
	}
	c.wants(exit.Problems, twoCells, []string{"run", "-", "-o", results}, "another study run saves to "+results+", process ", ": wait until it has ended or stop it, or give another folder with -o")
	if applied, err := os.ReadFile(filepath.Join(c.folder, "jobsets.json")); err == nil {
		t.Errorf("something was applied: %s", applied)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	c.wants(exit.OK, twoCells, []string{"run", "-", "-o", results}, "4 sets: 4 completed, 0 failed")
}

// TestRunUsage wants mistakes of the command line told before the cluster is asked.
func TestRunUsage(t *testing.T) {
	c := newCaller(t)
	c.wants(exit.Usage, twoCells, []string{"run", "-"}, "name the directory for the logs: -o results")
	c.wants(exit.Usage, twoCells, []string{"run", "-", "-o", "r", "--where", "node=1"}, `"node" is not a parameter: did you mean "nodes"?`)
	c.wants(exit.Usage, twoCells, []string{"run", "-", "-o", "r", "--where", "nodes=3"}, `no run has this value: choose one of "1", "2"`)
	c.wants(exit.Usage, twoCells, []string{"run", "-", "-o", "r", "--where", "nodes"}, "write a parameter and its value")
	c.wants(exit.Problems, strings.Split(twoCells, "---\n")[0], []string{"run", "-", "-o", "r"}, "the input has no Study with runs")
	c.wants(exit.Problems, twoCells+"---\n"+strings.NewReplacer("scaling", "other", "lammps", "amg").Replace(twoCells), []string{"run", "-", "-o", "r"}, "there are two studies in the input")
	c.wants(exit.Usage, "", []string{"status", "scaling"}, `there is no run of a study "scaling"`)
	c.wants(exit.OK, "", []string{"status"}, "there is no run of a study")
}

// TestTwoStudies wants nothing applied where the sets of another study have the same names.
func TestTwoStudies(t *testing.T) {
	c := newCaller(t)
	c.wants(0, twoCells, []string{"run", "-", "-o", filepath.Join(c.folder, "one")}, "4 sets applied")
	before, err := os.ReadFile(filepath.Join(c.folder, "jobsets.json"))
	if err != nil {
		t.Fatal(err)
	}
	other := strings.Replace(twoCells, "name: scaling", "name: other", 1)
	c.wants(1, other, []string{"run", "-", "-o", filepath.Join(c.folder, "two")},
		"nothing is applied: 4 objects of these names in the cluster, first JobSet/lammps-", "of Study/scaling: use another namespace, or give the sets other names with --suffix")
	after, err := os.ReadFile(filepath.Join(c.folder, "jobsets.json"))
	if err != nil || string(after) != string(before) {
		t.Errorf("the sets of the first study have changed (%v)", err)
	}
	c.wants(0, other, []string{"run", "-", "-o", filepath.Join(c.folder, "two"), "--suffix", "2"}, "4 sets applied")
	kinds, err := generators.NewRegistry()
	if err != nil {
		t.Fatal(err)
	}
	kept, err := studies.Read(&program.Program{Kinds: kinds}, studies.Kept(filepath.Join(c.folder, "two")))
	if err != nil || kept.Name != "other-2" || kept.Spec.Sources[0].Name != "lammps-2" {
		t.Errorf("the kept study is not as it ran, %v: %+v", err, kept)
	}
}
