//go:build e2e

package study

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// twoWords is a study of two cells with two runs each, one after the other. The runs of the second cell fail. The output is
// the output of LAMMPS.
const twoWords = `apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata: {name: echo, namespace: NAMESPACE}
spec:
  containers:
  - image: docker.io/library/ubuntu:latest
    command: >-
      sh -c "sleep 2; test WORD != bad || exit 1; printf 'LAMMPS (29 Sep 2021 - Update 2)\nLoop time of 7 on 2 procs for 200 steps with 4000 atoms\n\nTotal wall time: 0:00:08\n'"
    resources: {requests: {cpu: 20m}}
---
apiVersion: latchkey.dev/v1alpha1
kind: Study
metadata: {name: words, namespace: NAMESPACE}
spec:
  sources: [{kind: MiniCluster, name: echo}]
  parameters: {word: {values: [good, bad], text: WORD}}
  repeat: {count: 2}
  order: {parallel: 1}
`

// TestInOrder runs a study, kills the command after the first run, and takes up what is there. No two sets run at a time.
func TestInOrder(t *testing.T) {
	t.Parallel()
	l := lab.Need(t)
	l.NeedFlux(t)
	lab.TakeSlot(t)
	folder := t.TempDir()
	input, results := filepath.Join(folder, "study.yaml"), filepath.Join(folder, "results")
	lab.WriteFile(t, input, strings.ReplaceAll(twoWords, "NAMESPACE", l.Namespace))
	run := []string{"study", "run", input, "-o", results, "--insecure-skip-tls-verify-backend"}

	killed := command(l, run...)
	var said bytes.Buffer
	killed.Stdout, killed.Stderr = &said, &said
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- killed.Wait() }()
	records := filepath.Join(results, "*", "set.json")
	lab.Until(t, "the record of the first run that has completed", 4*time.Minute, func() bool {
		select {
		case err := <-ended:
			t.Fatalf("it has ended too early: %v\n%s", err, said.String())
		default:
		}
		files, _ := filepath.Glob(records)
		return slices.ContainsFunc(files, func(file string) bool {
			data, _ := os.ReadFile(file)
			return bytes.Contains(data, []byte(`"state": "Completed"`))
		})
	})
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-ended
	t.Logf("killed:\n%s", said.String())

	wants(t, l, run, "4 sets: 2 completed, 2 failed; the logs are in ", "(word=bad) failed after ", ": the application ended with status 1")
	wants(t, l, run, "4 sets saved already\n4 sets: 2 completed, 2 failed")
	wants(t, l, []string{"study", "status"}, "words: 0 waiting, 0 running, 2 completed, 2 failed\n")
	out, err := command(l, "report", results).CombinedOutput()
	if err != nil {
		t.Error(err)
	}
	lab.Holds(t, string(out), "Comparison of 2 repetitions", "LAMMPS: loop time in s")
	listed := strings.Fields(l.Must(t, "", "get", "configmap", "words-turn", "-o", "jsonpath={.data.sets}"))
	if order := l.OneByOne(t); !slices.Equal(order, listed) || len(order) != 4 {
		t.Errorf("the sets ran in the order %q, want %q", order, listed)
	}
}

// command is latchkey beside the cluster of the test.
func command(l *lab.Lab, args ...string) *exec.Cmd {
	cmd := exec.Command(lab.Binary, args...)
	cmd.Env = append(os.Environ(), "KUBECONFIG="+l.Kubeconfig())
	return cmd
}

// wants runs latchkey and wants strings, and the exit status of a study with a failed run.
func wants(t *testing.T, l *lab.Lab, args []string, texts ...string) {
	t.Helper()
	cmd := command(l, args...)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("%v: %v, want the exit status 1", args, err)
	}
	lab.Holds(t, string(out), texts...)
	t.Logf("%v:\n%s", args[:2], out)
}
