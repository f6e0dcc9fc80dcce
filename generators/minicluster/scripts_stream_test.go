package minicluster_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestStreamedOutput wants all output of a job through pipes, in the order of each stream, and the job's status.
func TestStreamedOutput(t *testing.T) {
	t.Parallel()
	for mode, text := range map[string]string{"submit": "command", "batch": "batch"} {
		p := newPod(t, map[string]string{"app." + text: "for i in {1..20000}; do echo $i; done; echo oops >&2; exit 3"}).
			with("LATCHKEY_MODE="+mode, "LATCHKEY_BATCH_RAW=true", "LATCHKEY_STREAM=true")
		if status := p.broker(); status != 3 {
			t.Errorf("%s: status is %d, want 3\n%s", mode, status, p.Stderr.String())
		}
		var want strings.Builder
		for i := range 20000 {
			fmt.Fprintln(&want, i+1)
		}
		if p.Stdout.String() != want.String() || !strings.Contains(p.Stderr.String(), "oops\n") {
			t.Errorf("%s: %d bytes of %d have come\n%s", mode, len(p.Stdout.String()), want.Len(), p.Stderr.String())
		}
		pipes := []string{"--output=" + p.Path("mnt/config/run/flux/stdout"), "--error=" + p.Path("mnt/config/run/flux/stderr")}
		if call := p.call("job", "attach"); !slices.Contains(call, "--quiet") {
			t.Errorf("%s: flux says where the output goes: %q", mode, call)
		}
		if mode == "submit" && !slices.Equal(p.call("submit")[1:3], pipes) {
			t.Errorf("the job is %q", p.call("submit"))
		}
		if mode == "batch" && (!slices.Equal(p.call("batch")[1:3], pipes) || slices.Contains(p.call("batch"), "--output=kvs")) {
			t.Errorf("the batch job is %q", p.call("batch"))
		}
	}
}

// TestKilledReaders kills the program that shows the output of a job, which writes more than a pipe holds. The job goes on if
// another one can be started, and fails if nobody reads.
func TestKilledReaders(t *testing.T) {
	t.Parallel()
	for kill, want := range map[string]struct {
		status int
		says   string
	}{
		"$$":       {0, "was killed: some of the output is lost\n"},
		"$PPID $$": {7, "could not be shown to its end\n"},
	} {
		p := newPod(t, nil).with("LATCHKEY_STREAM=true", "ONCE="+t.TempDir()+"/once")
		p.with("PATH=" + p.Path("bin") + ":" + p.Env["PATH"])
		for _, folder := range []string{"mnt/config", "mnt/config/run", "mnt/config/run/flux"} {
			p.Mkdir(folder)
		}
		p.Stub("cat", `if read -r && mkdir "$ONCE"; then kill -KILL `+kill+`; fi; exec /bin/cat`)
		const job = "trap '' PIPE; for i in {1..40000}; do echo $i || exit 7; done"
		status := p.Wait(p.Start("bash", p.Path("files/attach.sh"), "flux", "submit", "bash", "-c", job))
		if status != want.status || !strings.Contains(p.Stderr.String(), want.says) {
			t.Errorf("kill %s: status %d, want %d; standard error\n%s", kill, status, want.status, p.Stderr.String())
		}
		if status == 0 && !strings.HasSuffix(p.Stdout.String(), "\n40000\n") {
			t.Errorf("kill %s: the last of %d bytes is missing", kill, len(p.Stdout.String()))
		}
	}
}

// TestNoStream wants no pipe for a job that may run on another pod or names its own output.
func TestNoStream(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"-N 1 cat /dev/null", "--output=/dev/null cat /dev/null"} {
		p := newPod(t, map[string]string{"app.command": command}).with("LATCHKEY_STREAM=true")
		if status := p.broker(); status != 0 || strings.Contains(strings.Join(p.call("submit"), " "), "/run/flux/stdout") {
			t.Errorf("status %d, job %q\n%s", status, p.call("submit"), p.Stderr.String())
		}
	}
}
