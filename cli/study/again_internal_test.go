package study

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

const unpinned = `apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata: {name: lammps, annotations: {latchkey.dev/rendered: "12"}}
spec:
  replicatedJobs:
  - name: keygen
    template: {spec: {template: {spec: {containers: [{name: keygen, image: "ghcr.io/flux:noble"}]}}}}
  - name: m
    template:
      spec:
        template:
          spec:
            initContainers:
            - {name: flux-view, image: "ghcr.io/flux:noble"}
            - {name: perf-sysstat, image: "localhost:5000/sysstat"}
            containers:
            - {name: lammps, image: "lammps:2024", env: [{name: image, value: "lammps:2024"}]}
            - {name: moved, image: "moved:latest"}
            - {name: local, image: "local"}
            - {name: fixed, image: "fixed@sha256:00"}
`

// TestPin wants each image with the one digest with which it ran, as containerd writes it, and an error that names those without one.
func TestPin(t *testing.T) {
	t.Parallel()
	digest := func(digit string) string { return "sha256:" + strings.Repeat(digit, 64) }
	results := t.TempDir()
	for set, moved := range map[string]string{"one": "a", "two": "b"} {
		record, err := runs.Encode(&runs.Set{Version: runs.Version, Pods: []runs.Pod{{Containers: []runs.Container{
			{Image: "ghcr.io/flux:noble", ImageID: "ghcr.io/flux@" + digest("1")},
			{Image: "localhost:5000/sysstat", ImageID: "localhost:5000/sysstat@" + digest("2")},
			{Image: "lammps:2024", ImageID: "docker.io/library/lammps@" + digest("3")},
			{Image: "moved:latest", ImageID: "docker.io/library/moved@" + digest(moved)},
			{Image: "local", ImageID: digest("4")},
		}}}})
		folder := filepath.Join(results, set)
		if err == nil {
			err = os.Mkdir(folder, 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, runs.SetFile), record, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	items, _ := fn.ParseDocuments("", []byte(unpinned))
	o := &runOptions{source: results}
	wantError := "local cannot be pinned: the records of " + results + " have 0 digests of it from a registry, where one is needed: run the study without --pinned\n" +
		"moved:latest cannot be pinned: the records of " + results + " have 2 digests of it from a registry, where one is needed: run the study without --pinned"
	if err := o.pin(items); err == nil || err.Error() != wantError {
		t.Error(err)
	}
	var text bytes.Buffer
	if err := items[0].Encode(&text); err != nil {
		t.Fatal(err)
	}
	got := regexp.MustCompile(`image: \S+`).FindAllString(text.String(), -1)
	want := []string{
		"image: ghcr.io/flux:noble@" + digest("1"), "image: lammps:2024@" + digest("3"), "image: moved:latest", "image: local", "image: fixed@sha256:00",
		"image: ghcr.io/flux:noble@" + digest("1"), "image: localhost:5000/sysstat@" + digest("2"),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(text.String(), `latchkey.dev/rendered: 12-pinned`) {
		t.Error("it is of the same template")
	}
}
