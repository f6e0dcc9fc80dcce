package live

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/internal/programtest"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// watched returns Logs of a set that completes with the given look, and a stub for kubectl that runs a script to watch
// the set. The script finds its folder in $here.
func watched(t *testing.T, script string, lastLook int) (logs *Logs, folder string, looks *int) {
	t.Helper()
	logs, _ = stubLogs(t, nil)
	looks = new(int)
	logs.Find = func(context.Context) (*Set, error) {
		*looks++
		return theSet(t, map[bool]string{true: "running", false: "completed"}[*looks < lastLook]), nil
	}
	folder = filepath.Dir(logs.Client.Program)
	logs.Client.Program = filepath.Join(folder, "watch")
	programtest.Write(t, logs.Client.Program, "#!/bin/sh\nhere=$(dirname \"$0\")\necho \"$*\" >>\"$here/calls\"\n"+script+"\n")
	return logs, folder, looks
}

// TestPaceSlowsDown wants fewer looks while kubectl watches and nothing changes, and no kubectl left behind.
func TestPaceSlowsDown(t *testing.T) {
	t.Parallel()
	logs, folder, looks := watched(t, `echo $$ >"$here/pid"; exec sleep 60`, 10)
	var pid []byte
	find := logs.Find
	logs.Find = func(ctx context.Context) (*Set, error) {
		for ; *looks == 9 && !bytes.HasSuffix(pid, []byte("\n")); time.Sleep(logs.Pause) { // until kubectl watches
			pid, _ = os.ReadFile(filepath.Join(folder, "pid"))
		}
		return find(ctx)
	}
	began := time.Now()
	if err := logs.Wait(t.Context()); err != nil || *looks != 10 {
		t.Fatalf("%v after %d looks", err, *looks)
	}
	if took, least := time.Since(began), (1+2+3+4+5*5)*logs.Pause; took < least {
		t.Errorf("10 looks took %s, want at least %s", took, least)
	}
	number, err := strconv.Atoi(strings.TrimSpace(string(pid)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(number, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("the kubectl that watched is still there: %v", err)
	}
	calls, err := os.ReadFile(filepath.Join(folder, "calls"))
	if want := "get jobsets.jobset.x-k8s.io lammps --watch-only --output=name\n"; string(calls) != want || err != nil {
		t.Errorf("kubectl was called with %q (%v), want %q", calls, err, want)
	}
}

// TestPaceNotices wants a change to end a long pause, and a watch that ends at once not to be begun again.
func TestPaceNotices(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"a change":     `while ! [ -e "$here/change" ]; do sleep 0.02; done; echo jobset/lammps; exec sleep 60`,
		"no such kind": `exit 1`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			logs, folder, _ := watched(t, script, 2)
			pace := logs.newPace(t.Context(), theSet(t, "running"))
			defer pace.end()
			pace.quiet = int(time.Hour / logs.Pause)
			if err := os.WriteFile(filepath.Join(folder, "change"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if !pace.next(t.Context()) || pace.quiet != 0 {
				t.Errorf("after %d quiet pauses it does not look again", pace.quiet)
			}
		})
	}
}

// TestDeleted wants a set that is deleted while somebody waits for it to be told so, soon, and its record to be written.
func TestDeleted(t *testing.T) {
	t.Parallel()
	logs, _ := stubLogs(t, lammpsLogs())
	looks := 0
	logs.Find = func(context.Context) (*Set, error) {
		if looks++; looks > 2 {
			return nil, fmt.Errorf("%w %q in the namespace %q", ErrNoSet, "lammps", "team")
		}
		return theSet(t, "running"), nil
	}
	if err := logs.Wait(t.Context()); !errors.Is(err, ErrDeleted) || looks != 5 {
		t.Errorf("%v after %d looks", err, looks)
	}
	looks, logs.last = 0, nil
	root := t.TempDir()
	record, _, err := logs.Collect(t.Context(), root, true, &Progress{})
	if err != nil || record == nil {
		t.Fatalf("%v, record %v", err, record)
	}
	last := record.Missing[0]
	if want := (runs.Missing{Reason: "the end of the set, which was deleted while it ran"}); last != want {
		t.Errorf("%+v is missing, want %+v", record.Missing, want)
	}
	if written, err := runs.Read(runs.Folder(root, "lammps")); err != nil || written.State != runs.Running {
		t.Errorf("the record is %+v (%v)", written, err)
	}
	looks, logs.last = 2, nil
	if err := logs.Wait(t.Context()); errors.Is(err, ErrDeleted) || !errors.Is(err, ErrNoSet) {
		t.Errorf("a set that was never there gives %v", err)
	}
}

// TestCollectInterrupted wants an interruption to be an error also where nothing is followed.
func TestCollectInterrupted(t *testing.T) {
	t.Parallel()
	logs, _ := stubLogs(t, lammpsLogs())
	ctx, stop := context.WithCancel(t.Context())
	logs.Find = func(context.Context) (*Set, error) {
		stop()
		return theSet(t, "completed"), nil
	}
	if record, _, err := logs.Collect(ctx, t.TempDir(), false, &Progress{}); record == nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, record %v", err, record)
	}
}
