package study_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// TestAgain wants a folder of results to be all that its study needs to run anew, with images by digest if the user wants it.
func TestAgain(t *testing.T) {
	c := newCaller(t)
	old, again, pinned := filepath.Join(c.folder, "old"), filepath.Join(c.folder, "again"), filepath.Join(c.folder, "pinned")
	secret := "---\napiVersion: v1\nkind: Secret\nmetadata: {name: token}\nstringData: {token: hidden}\n"
	c.wants(exit.OK, twoCells+secret, []string{"run", "-", "-o", old, "--delete", "--spread", "None"})
	c.wants(exit.OK, "", []string{"run", old, "-o", again, "--delete"}, "Secret/token is not applied: the folder has no data of Secrets", "4 sets applied\n", "4 completed, 0 failed")
	const name = "lammps-56a5c39d-1"
	before, err := runs.Read(filepath.Join(old, name))
	if err != nil {
		t.Fatal(err)
	}
	after, err := runs.Read(filepath.Join(again, name))
	if err != nil || after.Annotations["latchkey.dev/rendered"] != before.Annotations["latchkey.dev/rendered"] {
		t.Errorf("the run is another one (%v)", err)
	}
	c.wants(exit.OK, "", []string{"run", old, "-o", again + "2", "--delete", "--namespace", "review"}, "4 completed, 0 failed")
	if moved, err := runs.Read(filepath.Join(again+"2", name)); err != nil || moved.Namespace != "review" {
		t.Errorf("it did not run in another namespace: %+v (%v)", moved, err)
	}
	warned := strings.NewReplacer(", namespace: bench", "", "  containers: [{image: ubuntu, command: hostname}]", "  tasks: 4\n  containers: [{image: ubuntu, command: hostname, resources: {limits: {cpu: 1}}}]").Replace(twoCells)
	c.wants(exit.OK, warned, []string{"run", "-", "-o", old + "2", "--namespace", "review", "--spread", "None"}, "spec.tasks: warning: 4 tasks need a core each", "4 completed, 0 failed")
	c.wants(exit.Problems, "", []string{"run", old + "2", "-o", again + "3"}, "4 sets in the cluster ran for "+old+"2, first lammps-00336db8-1, and would not run anew: ",
		"latchkey delete --study scaling --yes --namespace=review deletes them; or give the sets other names with --suffix")
	if said := c.wants(exit.OK, "", []string{"run", old + "2", "-o", old + "2", "--delete"}, "4 sets saved already"); strings.Contains(said, "warning") {
		t.Errorf("a warning of the first run is repeated:\n%s", said)
	}
	if err := os.CopyFS(old+"3", os.DirFS(old+"2")); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"lammps-00336db8-1", "lammps-00336db8-2", "lammps-56a5c39d-1", "lammps-56a5c39d-2"} { // as before a run is saved
		if err := os.RemoveAll(filepath.Join(old+"3", folder)); err != nil {
			t.Fatal(err)
		}
	}
	c.wants(exit.Usage, "", []string{"status", "other", "--results", old + "3"}, `there is no run of a study "other" in the namespace "review"`)
	image := before.Images[before.Application]
	c.wants(exit.Problems, "", []string{"run", old, "-o", pinned, "--pinned"}, image+" cannot be pinned: the records of "+old+" have 0 digests of it from a registry")
	ran := func(image string) runs.Container {
		return runs.Container{Name: before.Application, Image: image, ImageID: "docker.io/" + image + "@sha256:12"}
	}
	before.Pods = []runs.Pod{{Name: "p", Containers: []runs.Container{ran(image), ran("ghcr.io/converged-computing/flux-view-ubuntu:tag-noble")}}}
	data, err := runs.Encode(before)
	if err != nil {
		t.Fatal(err)
	}
	c.write("old/"+name+"/set.json", string(data))
	c.wants(exit.OK, "", []string{"run", old, "-o", pinned, "--pinned"}, "4 completed, 0 failed")
	applied, err := os.ReadFile(filepath.Join(c.folder, "jobsets.json"))
	if err != nil || strings.Count(string(applied), `"`+image+`@sha256:12"`) != 4 || strings.Contains(string(applied), `"`+image+`"`) {
		t.Errorf("%q is not pinned (%v)", image, err)
	}
	c.wants(exit.Problems, "", []string{"run", old, "-o", pinned}, "have another template")
	c.wants(exit.Usage, twoCells, []string{"run", "-", "-o", again, "--pinned"}, "--pinned takes digests from a folder of results: name this folder in place of the files")

	var kept struct{ Kept runs.Kept }
	if err := json.Unmarshal(data, &kept); err != nil {
		t.Fatal(err)
	}
	c.write("old/"+kept.Kept.Sources, "changed")
	c.wants(exit.Problems, "", []string{"run", old, "-o", again}, "has changed: its SHA-256 is ")
	if err := os.Remove(filepath.Join(old, kept.Kept.Sources)); err != nil {
		t.Fatal(err)
	}
	c.wants(exit.Problems, "", []string{"run", old, "-o", again}, "no file in "+filepath.Join(old, runs.SourcesFolder)+" has the Study of "+filepath.Join(old, "scaling.study.yaml")+", so one of the two has changed: name the file to run in place of the folder")
}
