package live

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/internal/kubectl"
	"github.com/latchkey-dev/latchkey/internal/testing/programtest"
)

// watchable is a kubectl that has one JobSet, or the Jobs and pods of files. Each call is a line in the file calls. A watch of JobSets runs watch.sh, all other
// watches go on for ever. A list of JobSets runs list.sh.
const watchable = `#!/bin/sh
cd "$(dirname "$0")" || exit 3
echo "$*" >>calls
case $* in
*--watch*jobsets.*) . ./watch.sh ;;
*--watch*) [ ! -e jobs ] || exit 1; exec sleep 60 ;;
*jobsets.*) . ./list.sh ;;
*jobs.batch*) cat jobs 2>/dev/null || echo '{"items": []}' ;;
*pods*) cat pods 2>/dev/null || echo '{"items": []}' ;;
*) echo '{"items": []}' ;;
esac
`

const (
	oneSet   = `{"metadata": {"name": "lammps", "uid": "one", "annotations": {"latchkey.dev/source": "flux-framework.org/MiniCluster//lammps"}}, "spec": {"replicatedJobs": [{"name": "m"}]}}`
	oneEnded = `{"metadata": {"name": "lammps", "uid": "one"}, "status": {"terminalState": "Completed", "conditions": [{"type": "Completed", "status": "True"}]}}`
	listed   = `echo '{"items": [` + oneSet + `]}'`
)

// watched returns a watch of the one set, and the folder of its kubectl.
func watched(t *testing.T, watch, list string) (w *Watch, folder string, said func() string) {
	t.Helper()
	folder = t.TempDir()
	for name, text := range map[string]string{"kubectl": watchable, "watch.sh": watch, "list.sh": list} {
		programtest.Write(t, filepath.Join(folder, name), text)
	}
	var lock sync.Mutex
	var lines []string
	patience := Patience{Pause: 20 * time.Millisecond, Say: func(line string) {
		lock.Lock()
		defer lock.Unlock()
		lines = append(lines, line)
	}}
	w, err := NewWatch(t.Context(), kubectl.Client{Program: filepath.Join(folder, "kubectl")}, patience, Hints{}, "lammps")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	return w, folder, func() string {
		lock.Lock()
		defer lock.Unlock()
		return strings.Join(lines, "\n")
	}
}

// untilEnded waits until the set has ended.
func untilEnded(ctx context.Context, w *Watch) error {
	return w.Set(ctx, "one", func(s *Set) bool { return !s.HasEnded() })
}

// TestWatch waits for a set, and wants few calls of kubectl however long that takes, and none left behind.
func TestWatch(t *testing.T) {
	t.Parallel()
	w, folder, _ := watched(t, `echo '{"type": "ADDED", "object": `+oneSet+`}'; until [ -e end ]; do sleep 0.05; done; echo '{"type": "MODIFIED", "object": `+oneEnded+`}'; exec sleep 60`, listed)
	looks := 0
	err := w.Set(t.Context(), "one", func(s *Set) bool {
		if looks++; looks == 20 {
			_ = os.WriteFile(filepath.Join(folder, "end"), nil, 0o600)
		}
		return !s.HasEnded()
	})
	if err != nil || looks < 20 {
		t.Fatalf("%v after %d looks", err, looks)
	}
	began := time.Now()
	w.Close()
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("it takes %s to end kubectl", took)
	}
	calls, err := os.ReadFile(filepath.Join(folder, "calls"))
	if most := 9; err != nil || strings.Count(string(calls), "\n") > most {
		t.Errorf("kubectl was called more than %d times (%v):\n%s", most, err, calls)
	}
}

// TestWatchAgain wants the end of a set to be seen although the watch ended before, and the server was away meanwhile.
func TestWatchAgain(t *testing.T) {
	t.Parallel()
	w, _, said := watched(t, `exit 1`, `echo >>lists; case $(grep -c '' lists) in 1) `+listed+` ;; 2|3|4) echo 'The connection to the server was refused' >&2; exit 1 ;; *) echo '{"items": [`+oneEnded+`]}' ;; esac`)
	if err := untilEnded(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	if told := said(); !strings.HasPrefix(told, "the cluster does not answer, and is asked again until it does: ") || !strings.HasSuffix(told, "\nthe cluster answers again") {
		t.Errorf("it says %q", told)
	}
}

// TestWatchJobs wants a set that is a Job once, though its objects are listed again and again.
func TestWatchJobs(t *testing.T) {
	t.Parallel()
	o := recorded(t, "job-completed")
	folder := t.TempDir()
	for name, data := range map[string]any{"jobs": list[batchv1.Job]{o.Jobs}, "pods": list[corev1.Pod]{o.Pods}} {
		text, err := json.Marshal(data)
		if err != nil {
			t.Fatal(err)
		}
		programtest.Write(t, filepath.Join(folder, name), string(text))
	}
	programtest.Write(t, filepath.Join(folder, "kubectl"), watchable)
	programtest.Write(t, filepath.Join(folder, "list.sh"), `echo '{"items": []}'`)
	w, err := NewWatch(t.Context(), kubectl.Client{Program: filepath.Join(folder, "kubectl")}, Patience{Pause: 5 * time.Millisecond}, Hints{}, "asjob")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	looks := 0
	err = w.Each(t.Context(), func(sets []*Set) bool {
		looks++
		if len(sets) != 1 || len(sets[0].parts) != 1 || len(sets[0].pods) != 2 {
			t.Errorf("at look %d there are %d sets", looks, len(sets))
		}
		return looks < 40
	})
	if err != nil {
		t.Error(err)
	}
}

// TestWatchDeleted wants the end of a set that is deleted, though another set has its name.
func TestWatchDeleted(t *testing.T) {
	t.Parallel()
	other := strings.Replace(oneSet, `"one"`, `"another"`, 1)
	w, _, _ := watched(t, `echo '{"type": "DELETED", "object": `+oneSet+`}{"type": "ADDED", "object": `+other+`}'; exec sleep 60`, listed)
	if err := untilEnded(t.Context(), w); !errors.Is(err, ErrDeleted) {
		t.Errorf("a set that is deleted gives %v", err)
	}
	err := w.Each(t.Context(), func(sets []*Set) bool { return len(sets) == 0 })
	if sets := w.Sets(); err != nil || len(sets) != 1 || sets[0].UID() != "another" {
		t.Errorf("these sets are there: %v (%v)", sets, err)
	}
}

// TestWaitSays wants the user to be told what a set waits for, once, and soon.
func TestWaitSays(t *testing.T) {
	t.Parallel()
	waiting, running := theSet(t, "wrong-image"), theSet(t, "completed")
	logs, said := stubLogs(t, lammpsLogs())
	looks := 0
	logs.Watch = func(ctx context.Context, see func(*Set) bool) error {
		for {
			set := waiting
			if looks++; looks > 10 {
				set = running
			}
			if !see(set) {
				return nil
			}
			logs.sleep(ctx, logs.pause())
		}
	}
	if err := printLog(t.Context(), logs, io.Discard, true); err != nil {
		t.Fatal(err)
	}
	if len(*said) != 1 || !strings.Contains((*said)[0], " waits for the image ") {
		t.Errorf("it says %q", *said)
	}
}

// TestDeleted wants a set that is deleted while somebody waits for it to be told so, and its record to be written.
func TestDeleted(t *testing.T) {
	t.Parallel()
	logs, _ := stubLogs(t, lammpsLogs())
	set := theSet(t, "running")
	logs.Watch = func(_ context.Context, see func(*Set) bool) error {
		see(set)
		return ErrDeleted
	}
	if err := printLog(t.Context(), logs, io.Discard, true); !errors.Is(err, ErrDeleted) {
		t.Errorf("the error is %v", err)
	}
	logs.Pause = time.Second // some of these are the time that each kubectl has to end
	logs.Watch = func(ctx context.Context, see func(*Set) bool) error {
		see(set)
		for !haveRead(logs, allRead()...) && logs.sleep(ctx, 10*time.Millisecond) {
			continue
		}
		return ErrDeleted
	}
	record, folder, err := logs.Collect(t.Context(), t.TempDir(), true)
	if err != nil || record == nil {
		t.Fatalf("%v, record %v", err, record)
	}
	const end = "the end of the logs, because the set was deleted while it ran"
	if len(record.Missing) != 1 || record.Missing[0].Reason != end || record.Missing[0].Remark {
		t.Errorf("missing: %+v", record.Missing)
	}
	if text := content(t, folder, "set.json"); !strings.Contains(text, end) || !strings.Contains(text, `"state": "Running"`) {
		t.Errorf("the record is %s", text)
	}
}

// TestCollectInterrupted wants an interruption to be an error also where nothing is followed.
func TestCollectInterrupted(t *testing.T) {
	t.Parallel()
	logs, _ := stubLogs(t, lammpsLogs())
	ctx, stop := context.WithCancel(t.Context())
	logs.Watch = func(_ context.Context, see func(*Set) bool) error {
		stop()
		see(theSet(t, "completed"))
		return nil
	}
	if record, _, err := logs.Collect(ctx, t.TempDir(), false); record == nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, record %v", err, record)
	}
}
