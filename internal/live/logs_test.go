package live

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/internal/kubectl"
	"github.com/latchkey-dev/latchkey/internal/testing/programtest"
)

// stubbed is a kubectl that answers from files of a folder. The call "logs POD --container=C" prints POD.C, or the lines with
// timestamps POD.C.stamped, and what the node says, POD.C.words. Then it runs POD.C.sh. With --previous the names begin with
// POD.C.previous. Then POD.C.read is there. All other calls find nothing.
const stubbed = `#!/bin/sh
cd "$(dirname "$0")" || exit 3
case $1 in
get) echo '{}' ;;
logs)
  file=$2.${3#--container=} flags=$*
  case $flags in *--previous*) file=$file.previous ;; esac
  [ -e "$file" ] || { echo "Error from server (BadRequest): no log of $file" >&2; exit 1; }
  if [ -e "$file.stamped" ]; then cat "$file.stamped"; else case $flags in *--timestamps*) awk '{ printf "2026-01-02T03:04:%02d.5Z %s\n", NR / 2, $0 }' "$file" ;; *) cat "$file" ;; esac; fi
  [ ! -e "$file.words" ] || cat "$file.words"
  [ ! -e "$file.sh" ] || . "./$file.sh"
  : >"$file.read" ;;
esac
`

// stubLogs returns Logs with a stub for kubectl that has the given files. Each look at the set returns the next of the given sets, and
// then always the last one.
func stubLogs(t *testing.T, files map[string]string, sets ...*Set) (*Logs, *[]string) {
	t.Helper()
	folder := t.TempDir()
	program := filepath.Join(folder, "kubectl")
	programtest.Write(t, program, stubbed)
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	said := &[]string{}
	next := func() *Set {
		set := sets[0]
		if len(sets) > 1 {
			sets = sets[1:]
		}
		return set
	}
	logs := &Logs{Client: kubectl.Client{Program: program}, Patience: Patience{Pause: 10 * time.Millisecond}}
	logs.Say = func(text string) { *said = append(*said, text) }
	logs.Watch = func(ctx context.Context, see func(*Set) bool) error {
		for see(next()) && ctx.Err() == nil {
			logs.sleep(ctx, 5*logs.pause())
		}
		return ctx.Err()
	}
	return logs, said
}

// printLog prints the output of the application, with wait after the end of the set.
func printLog(ctx context.Context, logs *Logs, out io.Writer, wait bool) error {
	if err := logs.Await(ctx, wait); err != nil {
		return err
	}
	return logs.Print(ctx, out)
}

// A step is a state of a set, which comes when the stub for kubectl has made some files.
type step struct {
	after string
	set   *Set
}

// stubSteps lets a set go through some states. Once the state at an index of steps is seen, the stub for kubectl finds the file step.INDEX.
func stubSteps(t *testing.T, logs *Logs, steps ...step) {
	t.Helper()
	logs.Watch = func(ctx context.Context, see func(*Set) bool) error {
		for at := 0; see(steps[at].set); {
			programtest.Write(t, filepath.Join(filepath.Dir(logs.Client.Program), "step."+strconv.Itoa(at)), "")
			logs.sleep(ctx, logs.pause())
			if at+1 == len(steps) {
				continue
			}
			if haveRead(logs, strings.Fields(steps[at+1].after)...) {
				at++
			}
		}
		return ctx.Err()
	}
}

// haveRead tells whether the stub for kubectl has made some files.
func haveRead(logs *Logs, files ...string) bool {
	return !slices.ContainsFunc(files, func(file string) bool {
		_, err := os.Stat(filepath.Join(filepath.Dir(logs.Client.Program), file))
		return err != nil
	})
}

// allRead are the files that tell that all logs of lammps were read.
func allRead() (files []string) {
	for name := range lammpsLogs() {
		files = append(files, name+".read")
	}
	return files
}

const (
	lead   = "lammps-m-0-0-tnskf"
	worker = "lammps-m-0-1-hb5kg"
	keyPod = "lammps-keygen-0-mz64d"
)

// lammpsLogs are the logs of all containers of the recordings of lammps.
func lammpsLogs() map[string]string {
	logs := map[string]string{keyPod + ".keygen": "a key\n"}
	for _, pod := range []string{lead, worker} {
		for _, container := range []string{"flux-view", "perf-sysstat", "lammps"} {
			logs[pod+"."+container] = container + " of " + pod + "\n"
		}
	}
	return logs
}

func TestPrint(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	logs, _ := stubLogs(t, lammpsLogs(), theSet(t, "completed"))
	if err := printLog(t.Context(), logs, &out, false); err != nil || out.String() != "lammps of "+lead+"\n" {
		t.Errorf("it prints %q (%v)", out.String(), err)
	}
	logs, _ = stubLogs(t, nil, theSet(t, "unschedulable"))
	if err := printLog(t.Context(), logs, &out, false); !errors.Is(err, ErrNoOutput) {
		t.Errorf("a set that waits gives %v", err)
	}
	logs, _ = stubLogs(t, nil, theSet(t, "completed"))
	if err := printLog(t.Context(), logs, &out, false); err == nil || !strings.Contains(err.Error(), "kubectl logs lammps-m-0-0-tnskf: Error from server (BadRequest)") {
		t.Errorf("a log that is not there gives %v", err)
	}
}

// TestPrintSeveral prints the logs of a MetricSet of two containers.
func TestPrintSeveral(t *testing.T) {
	t.Parallel()
	set := change(t, "metricset", func(o *Objects) {
		for _, spec := range []*corev1.PodSpec{&o.Pods[0].Spec, &o.JobSets[0].Spec.ReplicatedJobs[0].Template.Spec.Template.Spec} {
			more := spec.Containers[0]
			more.Name = "more"
			spec.Containers = append(spec.Containers, more)
		}
		injected := o.Pods[0].Spec.Containers[0]
		injected.Name = "proxy" // by a webhook of the cluster
		o.Pods[0].Spec.Containers = append(o.Pods[0].Spec.Containers, injected)
		status := o.Pods[0].Status.ContainerStatuses[0]
		status.Name = "more"
		o.Pods[0].Status.ContainerStatuses = append(o.Pods[0].Status.ContainerStatuses, status)
	})
	pod := set.pods[0].Name
	logs, _ := stubLogs(t, map[string]string{pod + ".storage": "one\ntwo\n", pod + ".more": "three\n"}, set)
	var out bytes.Buffer
	if err := printLog(t.Context(), logs, &out, false); err != nil {
		t.Fatal(err)
	}
	if want := "[m-0/storage] one\n[m-0/storage] two\n[m-0/more] three\n"; out.String() != want {
		t.Errorf("it prints %q, want %q", out.String(), want)
	}
}

// TestLabels wants a source before each line as soon as the first of several pods is there.
func TestLabels(t *testing.T) {
	t.Parallel()
	set := change(t, "metricset", func(o *Objects) { o.JobSets[0].Spec.ReplicatedJobs[0].Template.Spec.Parallelism = new(int32(2)) })
	if all := set.outputs(); len(all) != 1 || all[0].label != "[m-0/storage] " {
		t.Errorf("the output is of %+v", all)
	}
}

// nextLife returns the set after a restart of the whole gang.
func nextLife(t *testing.T, name string) *Set {
	t.Helper()
	return change(t, name, func(o *Objects) {
		o.JobSets[0].Status.Restarts = 1
		for at := range o.Pods {
			o.Pods[at].Name += "-again"
			o.Pods[at].Labels["jobset.sigs.k8s.io/restart-attempt"] = "1"
		}
	})
}

func TestFollowAcrossRestart(t *testing.T) {
	t.Parallel()
	files := map[string]string{lead + ".lammps": "first life\n", lead + "-again.lammps": "second life\n"}
	logs, said := stubLogs(t, files, theSet(t, "preparing"), theSet(t, "running"), theSet(t, "running"), nextLife(t, "running"), nextLife(t, "completed"))
	var out bytes.Buffer
	if err := logs.Follow(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"first life\n", "second life\n"} {
		if strings.Count(out.String(), want) != 1 {
			t.Errorf("%q is not once in %q", want, out.String())
		}
	}
	if want := "the set has started again: restart 1"; len(*said) != 1 || (*said)[0] != want {
		t.Errorf("it says %q, want %q", *said, want)
	}
}

// TestFollowResumes wants no line lost or twice when a connection breaks.
func TestFollowResumes(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		lead + ".lammps": "one\n",
		// The next call prints more.
		lead + ".lammps.sh": `[ -e again ] || printf two >>"$file"; touch again; case $flags in *--follow*) ;; *) echo >>"$file" ;; esac`,
	}
	logs, said := stubLogs(t, files)
	stubSteps(t, logs, step{set: theSet(t, "running")}, step{"again", theSet(t, "completed")})
	var out bytes.Buffer
	if err := logs.Follow(t.Context(), &out); err != nil || out.String() != "one\ntwo\n" || len(*said) > 0 {
		t.Errorf("it prints %q and says %q (%v)", out.String(), *said, err)
	}
}

// TestLogsOfJobs wants the pods of Jobs without a JobSet.
func TestLogsOfJobs(t *testing.T) {
	t.Parallel()
	set := theSet(t, "job-completed")
	if len(set.pods) != 2 || set.pods[0].Labels[batchv1.JobNameLabel] != "asjob" || set.Record().Workload != "Job" {
		t.Fatalf("%d pods of a %s", len(set.pods), set.Record().Workload)
	}
	logs, _ := stubLogs(t, map[string]string{set.pods[0].Name + ".asjob": "hello\n"}, set)
	var out bytes.Buffer
	if err := printLog(t.Context(), logs, &out, false); err != nil || out.String() != "hello\n" {
		t.Errorf("it prints %q (%v)", out.String(), err)
	}
}
