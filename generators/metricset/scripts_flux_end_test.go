package metricset_test

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// watches is a set that samples once a second.
const watches = "{metrics: [{name: perf-sysstat, options: {rate: 1}}]}"

// around is a set with snippets around its samples.
func around(key, text string) string {
	return "{metrics: [{name: perf-sysstat, options: {rate: 1}, addons: [{name: commands, options: {" + key + ": '" + text + "'}}]}]}"
}

// TestFluxPidstatFails wants a program that cannot measure to be seen in the log and in the status.
func TestFluxPidstatFails(t *testing.T) {
	t.Parallel()
	p := newBrokerPod(t, watches, allOf(broker(fluxJob(sleeps(unique(60))))), nil)
	p.Stub("pidstat", "echo 'it is broken' >&2; exit 1")
	if status := p.stop(p.start(), "pidstat", 7, 0); status != 1 {
		t.Errorf("status %d, want 1", status)
	}
	if said := p.Stderr.String(); strings.Count(said, "has no figures") != 1 || !strings.Contains(said, "which runs: it is broken") ||
		strings.Contains(said, "there is no sample") {
		t.Errorf("standard error: %q", said)
	}
}

// TestFluxTooShort wants it said that something ran, though not for long enough.
func TestFluxTooShort(t *testing.T) {
	t.Parallel()
	life := unique(60)
	p := newBrokerPod(t, watches, allOf(broker(fluxJob(sleeps(life)))), nil)
	p.Stub("pidstat", `case "$*" in *ALL*) until [ -e "$STUB_DIR/over" ]; do sleep 0.1; done ;; esac`)
	sidecar := p.start()
	p.AwaitCalls("pidstat", 2)
	endAll(t, "sleep "+life)
	p.Write("stub/over", "")
	if status := p.stop(sidecar, "pidstat", 2, time.Second); status != 0 {
		t.Errorf("status %d, want 0", status)
	}
	if !strings.Contains(p.Stderr.String(), "no sample: nothing ran") {
		t.Errorf("standard error: %q", p.Stderr.String())
	}
}

// TestFluxLongInterval wants neither the end of the application nor the end of the pod to wait for a sample.
func TestFluxLongInterval(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"the application ends", "the pod ends"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			life := unique(60)
			p := newBrokerPod(t, "{metrics: [{name: perf-sysstat, options: {rate: 50, interval: 50}}]}", allOf(broker(fluxJob(sleeps(life)))), nil)
			p.Stub("pidstat", `trap 'echo >>"$STUB_DIR/stopped"; exit 1' TERM; case "$*" in *' 50 1') sleep 50 & wait ;; esac`)
			sidecar := p.start()
			begin := time.Now()
			p.AwaitCalls("pidstat", 2)
			if name == "the application ends" {
				endAll(t, "sleep "+life)
				p.Await("the end of the sample", func() bool { return p.Exists("stub/stopped") })
			}
			if status := p.Terminate(sidecar); status != 0 {
				t.Errorf("status %d\n%s", status, p.Stderr.String())
			}
			if took := time.Since(begin); took > 30*time.Second {
				t.Errorf("it ended after %v", took)
			}
			if log := readLog(t, p.Stdout.String()); len(log.Samples) != 0 {
				t.Errorf("samples %q", log.Samples)
			}
		})
	}
}

// TestFluxStoppedWhilePrinting wants a sample that has begun to be printed to become whole when the pod ends.
func TestFluxStoppedWhilePrinting(t *testing.T) {
	t.Parallel()
	awk, err := exec.LookPath("awk")
	if err != nil {
		t.Skip("awk is not installed")
	}
	p := newBrokerPod(t, watches, allOf(broker(fluxJob(sleeps(unique(60))))), nil)
	p.Stub("awk", `out=$(`+awk+` "$@") || exit; head -n 3 <<<"$out"; echo >"$STUB_DIR/half"; sleep 1; tail -n +4 <<<"$out"`)
	sidecar := p.start()
	p.Await("half a sample", func() bool { return p.Exists("stub/half") })
	if status := p.Terminate(sidecar); status != 0 {
		t.Errorf("status %d\n%s", status, p.Stderr.String())
	}
	samples := readLog(t, p.Stdout.String()).Samples
	if len(samples) != 1 || strings.Count(samples[0], "\n") != 2*len(figures) {
		t.Errorf("samples %q", samples)
	}
}

// TestFluxSnippetAfter wants the snippet after the collection to come to its end, though the kubelet stops the sidecar when the
// broker has ended.
func TestFluxSnippetAfter(t *testing.T) {
	t.Parallel()
	life := unique(60)
	p := newBrokerPod(t, around("postBlock", "echo begun >&2; sleep 1; echo ended >&2"), allOf(broker(fluxJob(sleeps(life)))), nil)
	sidecar := p.start()
	p.AwaitCalls("pidstat", 3)
	endAll(t, "sleep "+life)
	p.Await("the text after", func() bool { return strings.Contains(p.Stderr.String(), "begun") })
	if status := p.Terminate(sidecar); status != 0 {
		t.Errorf("status %d, want 0", status)
	}
	if said := p.Stderr.String(); !strings.Contains(said, "begun\nended\n") {
		t.Errorf("standard error: %q", said)
	}
}

// TestFluxSnippetBeforeEnds wants a snippet that ends the script not to end the container, nor the pod.
func TestFluxSnippetBeforeEnds(t *testing.T) {
	t.Parallel()
	p := newBrokerPod(t, around("preBlock", "echo begun >&2; exit 3"), allOf(broker(fluxJob(sleeps(unique(60))))), nil)
	sidecar := p.start()
	p.Await("the message", func() bool { return strings.Contains(p.Stderr.String(), "ended the sampling with status 3") })
	if status := p.Terminate(sidecar); status != 3 {
		t.Errorf("status %d, want 3", status)
	}
}

// TestZombieIsNotDenied wants a process that has just ended not to be taken for one that may not be read.
func TestZombieIsNotDenied(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("it takes root to run as another user")
	}
	p := watchPod(t, "options: {command: sleep}", contained)
	for name, text := range scripts(t, ".sh") {
		p.Write("files/"+name, text)
	}
	p.OpenToAll()
	const script = `
mkfifo "$STUB_DIR/go"
bash -c 'read -r _ <"$STUB_DIR/go" & exec sleep 60' &
parent=$!
until [ "$(<"/proc/$parent/comm")" = sleep ]; do sleep 0.1; done
read -r zombie rest <"/proc/$parent/task/$parent/children"
echo >"$STUB_DIR/go"
until read -r _ _ state _ <"/proc/$zombie/stat" && [ "$state" = Z ]; do sleep 0.1; done
. "$LATCHKEY_FILES/processes.sh"
. "$LATCHKEY_FILES/pidstat.sh"
lk_may_read "$zombie" || echo denied
kill "$parent"`
	command := exec.Command("bash", "-c", script)
	command.Dir, command.Env = p.Dir, []string{"LATCHKEY_FILES=" + p.Path("files"), "STUB_DIR=" + p.Path("stub"), "PATH=" + os.Getenv("PATH")}
	command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	if out, err := command.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v: %s", err, out)
	}
}

// TestWatchReadsStacksAgain wants the stacks in a sample once in a while.
func TestWatchReadsStacksAgain(t *testing.T) {
	t.Parallel()
	life := unique(50)
	p := watchPod(t, "options: {rate: 1, completions: 4, command: sleep "+life+"}", contained)
	p.Env["LATCHKEY_STACK_SECONDS"] = "2"
	beside(t, "sleep", life)
	if status := p.run(); status != 0 {
		t.Fatalf("status %d\n%s", status, p.Stderr.String())
	}
	if got := strings.Count(p.Stdout.String(), "STACK UTILIZATION\n"); got < 2 {
		t.Errorf("%d of 4 samples have the stack:\n%s", got, p.Stdout.String())
	}
}
