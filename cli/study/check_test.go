package study_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/cli/report"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/internal/files"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

var update = flag.Bool("update", false, "rewrite testdata/results")

const ownFigure = `apiVersion: latchkey.dev/v1alpha1
kind: Study
metadata: {name: scaling, namespace: bench}
spec:
  sources: [{kind: MiniCluster, name: lammps}]
  parameters: {nodes: {values: [1, 2], fields: [spec.size]}}
  repeat: {count: 1}
  figures:
  - {name: figure.rate, pattern: 'Rate:\s+(\S+) steps/s', better: Higher, unit: steps/s, take: Max}
`

// write writes a file of the folder of results, and the folders above it.
func (c caller) write(name, text string) {
	c.Helper()
	file := filepath.Join(c.folder, name)
	err := os.MkdirAll(filepath.Dir(file), 0o755)
	if err == nil {
		err = os.WriteFile(file, []byte(text), 0o600)
	}
	if err != nil {
		c.Fatal(err)
	}
}

// sum returns the SHA-256 of a string.
func sum(text string) string {
	digest, _ := files.Digest(strings.NewReader(text))
	return digest
}

// results writes a folder as "study run" does, and returns the paths of its kept files.
func (c caller) results() (sources, manifests string) {
	c.Helper()
	sources, manifests = runs.SourcesFolder+"/"+sum(ownFigure)+".yaml", runs.ManifestsFolder+"/"+sum("zipped")+".yaml.gz"
	c.write(sources, ownFigure)
	c.write(manifests, "zipped")
	c.write("scaling.study.yaml", ownFigure)
	for at, cell := range []string{"56a5c39d", "00336db8"} {
		name := "lammps-" + cell + "-1"
		pod := name + "-m-0-0-abcde"
		log := fmt.Sprintf("Rate: %d steps/s\nRate: %d steps/s\nend\n", 10*at+12, 10*at+7)
		c.write(name+"/"+pod+"/app.log", log)
		c.write(name+"/set.json", fmt.Sprintf(`{"version": 2, "kind": "MiniCluster", "name": %q, "application": "app", "size": %d, "state": "Completed",
			"labels": {"latchkey.dev/study": "scaling", "latchkey.dev/cell": %q, "latchkey.dev/run": "1"},
			"annotations": {"latchkey.dev/parameters": "{\"nodes\":\"%d\"}"}, "kept": {"sources": %q, "manifests": %q},
			"pods": [{"name": %q, "job": "m", "containers": [{"name": "app", "state": "ended", "log": %q, "sha256": %q}]}]}`,
			name, at+1, cell, at+1, sources, manifests, pod, pod+"/app.log", sum(log)))
	}
	return sources, manifests
}

// report writes a report of the folder into it.
func (c caller) report(form string) {
	c.Helper()
	kinds, err := generators.NewRegistry()
	if err != nil {
		c.Fatal(err)
	}
	var out, said bytes.Buffer
	cmd := report.New(&program.Program{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &said, Name: "latchkey", Kinds: kinds})
	cmd.SetArgs([]string{"-o", form, c.folder})
	if err := cmd.Execute(); err != nil || said.Len() > 0 {
		c.Fatal(err, said.String())
	}
	c.write("report."+form, out.String())
}

// TestCheck changes one thing of a folder of results after the other, and wants each named.
func TestCheck(t *testing.T) {
	t.Parallel()
	fresh := func(t *testing.T) (c caller, sources, manifests string) {
		t.Helper()
		c = caller{t, t.TempDir()}
		sources, manifests = c.results()
		c.report("csv")
		c.report("json")
		return c, sources, manifests
	}
	c, sources, manifests := fresh(t)
	csv, err := os.ReadFile(filepath.Join(c.folder, "report.csv"))
	if err != nil || !strings.Contains(string(csv), "figure,rate,12,steps/s,higher,true") {
		t.Fatalf("the figure of the Study is missing (%v):\n%s", err, csv)
	}
	c.wants(exit.OK, "", []string{"check", c.folder}, "2 cells had fewer than three runs that count, so no interval, first nodes=1 with 1 run\n", "2 sets, 2 logs, ", "reported values: 0 problems\nsha256 of the folder: ")
	const first = "lammps-56a5c39d-1"
	replace := func(name, old, by string) func(caller) {
		return func(c caller) {
			text, err := os.ReadFile(filepath.Join(c.folder, name))
			if err != nil || !strings.Contains(string(text), old) {
				c.Fatalf("%s has no %q (%v)", name, old, err)
			}
			c.write(name, strings.Replace(string(text), old, by, 1))
		}
	}
	remove := func(name string) func(caller) {
		return func(c caller) {
			if err := os.RemoveAll(filepath.Join(c.folder, name)); err != nil {
				c.Fatal(err)
			}
		}
	}
	for name, change := range map[string]struct {
		make func(caller)
		want string
	}{
		"a log":                    {replace(first+"/"+first+"-m-0-0-abcde/app.log", "12", "13"), "app.log: it has changed: its SHA-256 is "},
		"a log that is not there":  {remove(first + "/" + first + "-m-0-0-abcde/app.log"), "app.log: it is not there, and a record names it\n"},
		"one more log":             {func(c caller) { c.write(first+"/more-m-0-0-abcde/app.log", "Rate: 99 steps/s\n") }, "more-m-0-0-abcde/app.log: no record names this file"},
		"a figure":                 {replace("report.csv", ",12,steps/s", ",21,steps/s"), "report.csv: figure.rate of " + first + " is 21, and the logs give 12\n"},
		"a mean":                   {replace("report.json", `"mean":12`, `"mean":21`), "report.json: the mean of figure.rate of " + first + " is 21, and the logs give 12\n"},
		"a manifest":               {replace(manifests, "zipped", "other"), manifests + ": it has changed: its SHA-256 is "},
		"a lost manifest":          {remove(manifests), manifests + ": it is not there, and the record of lammps-00336db8-1 names it\n"},
		"a source":                 {replace(sources, "scaling", "other"), sources + ": it has changed: its SHA-256 is "},
		"the Study":                {replace("scaling.study.yaml", "count: 1", "count: 1 "), "scaling.study.yaml: it has changed: no file in _sources has this Study\n"},
		"a lost run":               {remove(first), "run 1 of the cell nodes=1: there is no record of it\n"},
		"a run that has not ended": {replace(first+"/set.json", "Completed", "Running"), first + ": the set had not ended when its record was written: it was Running\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, _, _ := fresh(t)
			change.make(c)
			c.wants(exit.Problems, "", []string{"check", c.folder}, change.want)
		})
	}
	c.wants(exit.Problems, "", []string{"check", t.TempDir()}, "it has no Study, and no folder in it has a set.json")
	replace(first+"/set.json", `"sha256"`, `"old"`)(c)
	c.wants(exit.OK, "", []string{"check", c.folder}, "1 log without a digest in the record, which an older Latchkey wrote")
	replace(first+"/set.json", "Completed", "Running")(c)
	if said := c.wants(exit.Problems, "", []string{"check", c.folder}, "had not ended"); strings.Contains(said, "older Latchkey") {
		t.Errorf("the log of a set that goes on is called old:\n%s", said)
	}
}

const aboutResults = "title: Scaling\nlicense: CC-BY-4.0\nauthors:\n- {name: Your Name, orcid: 0000-0002-1825-0097}\n"

// TestCrate wants the description for archives that is in testdata, and study check to find one that is not about the folder any more.
// hack/ro-crate.cjs validates the same folder.
func TestCrate(t *testing.T) {
	t.Parallel()
	c := caller{t, t.TempDir()}
	c.results()
	c.wants(exit.Problems, "", []string{"crate", c.folder}, "crate.yaml is not there: write at least title and license into it")
	c.write("crate.yaml", "title: Scaling\n")
	c.wants(exit.Problems, "", []string{"crate", c.folder}, `crate.yaml: license: "" is not a license`)
	c.write("crate.yaml", aboutResults)
	c.wants(exit.OK, "", []string{"crate", c.folder}, "ro-crate-metadata.json is written")
	c.wants(exit.OK, "", []string{"check", c.folder}, ": 0 problems\n")
	written, err := os.ReadFile(filepath.Join(c.folder, "ro-crate-metadata.json"))
	if err != nil {
		t.Fatal(err)
	}
	const results = "testdata/results"
	if *update {
		if err := errors.Join(os.RemoveAll(results), os.CopyFS(results, os.DirFS(c.folder))); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(results + "/ro-crate-metadata.json")
	if err != nil || string(want) != string(written) {
		t.Errorf("the description differs, run go test ./cli/study -update (%v):\n%s", err, written)
	}
	c.write("notes.md", "new")
	c.wants(exit.Problems, "", []string{"check", c.folder}, "ro-crate-metadata.json: it describes an earlier state of the folder: repair the other problems")
	c.wants(exit.OK, "", []string{"crate", c.folder})
	c.wants(exit.OK, "", []string{"check", c.folder})
	c.wants(exit.Problems, "", []string{"crate", t.TempDir()}, "crate.yaml is not there")
}

// TestReferee wants one line for each kind of what a referee asks.
func TestReferee(t *testing.T) {
	t.Parallel()
	c := caller{t, t.TempDir()}
	c.results()
	for i, name := range []string{"lammps-56a5c39d-1", "lammps-00336db8-1"} {
		file := filepath.Join(c.folder, name, "set.json")
		record, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		more := fmt.Sprintf(`{"started": "2026-01-02T03:04:05Z", "ended": "2026-01-02T03:04:05.4Z", "nodes": [{"name": "n%d", "kernel": "6.%d.0"}], `, i, i)
		text := strings.Replace(string(record), "{", more, 1)
		c.write(name+"/set.json", strings.Replace(text, `"job": "m"`, fmt.Sprintf(`"job": "m", "node": "n%d"`, i), 1))
	}
	c.write("scaling.study.yaml", strings.Replace(ownFigure, "count: 1", "count: 2", 1))
	c.wants(exit.Problems, "", []string{"check", c.folder},
		"2 runs took less than a second, first lammps-00336db8-1 with 400ms\n",
		"the first run of each cell counts, with cold caches if it is the first on its nodes: repeat.discard is 0\n",
		"kernel differs between the cells: 6.0.0 (1 run), 6.1.0 (1 run). A difference of their figures may come from it\n")
}

// TestStatusFigures wants the runs of a folder of results counted, and the figures of its Study in each cell.
func TestStatusFigures(t *testing.T) {
	c := newCaller(t)
	c.results()
	c.wants(exit.OK, "", []string{"status", "scaling", "--results", c.folder},
		"scaling: 0 waiting, 0 running, 2 completed, 0 failed\n",
		"CELL      nodes  WAITING  RUNNING  COMPLETED  FAILED  figures of your own: rate (steps/s)\n",
		"56a5c39d  1      0        0        1          0       12 (1)\n", "00336db8  2      0        0        1          0       22 (1)\n")
	c.wants(exit.Problems, "", []string{"status", "scaling", "--results", filepath.Join(c.folder, "none")}, "no such file or directory")
	const first = "lammps-00336db8-1/set.json"
	record, err := os.ReadFile(filepath.Join(c.folder, first))
	if err != nil {
		t.Fatal(err)
	}
	c.write(first, strings.Replace(string(record), "{", `{"namespace": "bench", `, 1))
	c.wants(exit.Usage, "", []string{"status", "other", "--results", c.folder}, `there is no run of a study "other" in the namespace "bench"`)
	c.wants(exit.Usage, "", []string{"status", "other", "--results", c.folder, "-n", "review"}, `there is no run of a study "other" in the namespace "review"`)
	plain := strings.Replace(ownFigure, "  figures:\n", "  # figures:\n  #", 1)
	c.write("scaling.study.yaml", plain)
	c.wants(exit.OK, "", []string{"status", "--results", c.folder}, "CELL      nodes  WAITING  RUNNING  COMPLETED  FAILED\n")
	c.write("scaling.study.yaml", strings.Replace(ownFigure, "Rate:", "None:", 1))
	c.wants(exit.OK, "", []string{"status", "--results", c.folder}, "CELL      nodes  WAITING  RUNNING  COMPLETED  FAILED\n")
	if err := os.Remove(filepath.Join(c.folder, "lammps-56a5c39d-1", "set.json")); err != nil {
		t.Fatal(err)
	}
	c.wants(exit.OK, "", []string{"status", "--results", c.folder}, "scaling: 0 waiting, 0 running, 1 completed, 0 failed\n")
}
