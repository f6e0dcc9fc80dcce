package metricset_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/attach"
)

// brokerPod is the sidecar of a set in the pod of a broker: a runner that starts processes which are called as those of
// Flux are.
type brokerPod struct {
	*pod
	runner *exec.Cmd
}

// process is a process of such a pod: sleep with an argument, a shell that is busy, or bash under another name, which waits
// for what is below.
// A file is the name of its script, and after are seconds before it starts.
type process struct {
	sleep, busy, as, file string
	after                 int
	below                 []process
}

func sleeps(argument string) process { return process{sleep: argument} }
func works(argument string) process  { return process{busy: argument} }

func named(as string, below ...process) process { return process{as: as, below: below} }

func broker(below ...process) process  { return named("/opt/flux/libexec/flux-broker-0", below...) }
func fluxJob(below ...process) process { return named("/opt/flux/libexec/flux-shell", below...) }
func submits(below ...process) process {
	return process{as: "/usr/bin/python3", file: "libexec/flux/cmd/flux-submit.py", below: below}
}
func allOf(below ...process) []process  { return below }
func inShell(below ...process) process  { return named("bash", below...) }
func inMpirun(below ...process) process { return named("/usr/bin/mpirun", below...) }

// script writes the script of a process that starts those below, and returns its path.
func script(t *testing.T, name string, below []process) string {
	t.Helper()
	if name == "" {
		name = "script.sh"
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	text.WriteString("#!/bin/bash\n")
	for _, p := range below {
		if p.sleep != "" {
			fmt.Fprintf(&text, "sleep %s &\n", p.sleep)
			continue
		}
		if p.busy != "" {
			fmt.Fprintf(&text, "bash -c 'while :; do :; done' %s &\n", p.busy)
			continue
		}
		fmt.Fprintf(&text, "(sleep %d; exec -a %s bash %s) &\n", p.after, p.as, script(t, p.file, p.below))
	}
	if err := os.WriteFile(path, []byte(text.String()+"wait\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func newBrokerPod(t *testing.T, spec string, tree []process, change func(*attach.Host)) *brokerPod {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	host := lammps()
	host.Runner = []string{"/bin/bash", script(t, "broker.sh", tree)}
	if change != nil {
		change(&host)
	}
	made, added := sidecar(t, spec, latchkey.Options{}, host)
	p := &brokerPod{pod: newPodOf(t, made, added.Files)}
	p.Stub("pidstat", pidstat)
	p.runner = exec.Command(host.Runner[0], host.Runner[1:]...)
	p.runner.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := p.runner.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = syscall.Kill(-p.runner.Process.Pid, syscall.SIGKILL)
		_ = p.runner.Wait()
	})
	return p
}

// called bounds the wait for a stub to be called.
const called = 30 * time.Second

// stop waits until a stub has been called so often, and a time that shows what comes after, and stops the sidecar as a
// kubelet does. It returns the sidecar's status.
func (p *brokerPod) stop(sidecar *exec.Cmd, stub string, calls int, after time.Duration) int {
	p.T.Helper()
	for deadline := time.Now().Add(called); len(p.Calls(stub)) < calls && time.Now().Before(deadline); {
		time.Sleep(50 * time.Millisecond)
	}
	time.Sleep(after)
	_ = sidecar.Process.Signal(syscall.SIGTERM)
	return p.Wait(sidecar)
}

// follow runs the sidecar until it has taken so many samples, or for a time, stops it as a kubelet does, and returns the
// command lines of what it has watched.
func (p *brokerPod) follow(t *testing.T, samples int) (watched []string, status int) {
	t.Helper()
	sidecar := p.start()
	seen := map[string]bool{}
	deadline := time.Now().Add(called)
	for calls := 0; calls < samples*2 && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		calls = 0
		for _, call := range p.Calls("pidstat") {
			if len(call) < 2 || call[0] != "-p" {
				continue
			}
			calls++
			for pid := range strings.SplitSeq(call[1], ",") {
				line, _ := os.ReadFile("/proc/" + pid + "/cmdline") // it may be over
				if len(line) > 0 {
					seen[strings.TrimSpace(strings.ReplaceAll(string(line), "\x00", " "))] = true
				}
			}
		}
	}
	_ = sidecar.Process.Signal(syscall.SIGTERM)
	status = p.Wait(sidecar)
	for line := range seen {
		watched = append(watched, line)
	}
	slices.Sort(watched)
	return watched, status
}

func TestFluxTasks(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		spec   string // ONE and TWO are arguments of sleep that no other test has
		tree   []process
		change func(*attach.Host)
		want   string
	}{
		"two ranks":                    {tree: allOf(broker(submits(), fluxJob(sleeps("ONE"), sleeps("TWO")))), want: "sleep ONE,sleep TWO"},
		"below a shell":                {tree: allOf(broker(fluxJob(inShell(sleeps("ONE"))))), want: "sleep ONE"},
		"a shell that works itself":    {tree: allOf(broker(fluxJob(works("ONE")))), want: "bash -c while :; do :; done ONE"},
		"below a launcher of ranks":    {tree: allOf(broker(fluxJob(inMpirun(sleeps("ONE"), sleeps("TWO"))))), want: "sleep ONE,sleep TWO"},
		"a job in a job":               {tree: allOf(broker(fluxJob(broker(fluxJob(sleeps("ONE")))))), want: "sleep ONE"},
		"a batch script's own program": {tree: allOf(broker(fluxJob(broker(inShell(sleeps("ONE")))))), want: "sleep ONE"},
		"nothing of the broker's own": {
			tree: allOf(sleeps("ONE"), broker(sleeps("ONE"), submits(sleeps("ONE")), fluxJob(sleeps("TWO")))), want: "sleep TWO",
		},
		"what Flux itself launches": {
			tree: allOf(sleeps("TWO"), broker(submits(), inShell(sleeps("ONE"), inShell(submits())))), change: func(h *attach.Host) { h.Launches = true }, want: "sleep ONE",
		},
		"a command line":               {spec: "options: {rate: 1, command: sleep TWO}", tree: allOf(broker(fluxJob(sleeps("ONE"))), sleeps("TWO")), want: "sleep TWO"},
		"all that a pattern finds":     {spec: "options: {rate: 1, pattern: '^sleep (ONE|TWO)$'}", tree: allOf(sleeps("ONE"), sleeps("TWO")), want: "sleep ONE,sleep TWO"},
		"a command line by index":      {spec: "options: {rate: 1}, mapOptions: {commands: {0: sleep TWO}}", tree: allOf(broker(fluxJob(sleeps("ONE"), sleeps("TWO")))), want: "sleep TWO"},
		"an index without one follows": {spec: "options: {rate: 1}, mapOptions: {commands: {1: sleep TWO}}", tree: allOf(broker(fluxJob(sleeps("ONE")))), want: "sleep ONE"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fill := strings.NewReplacer("ONE", unique(80), "TWO", unique(81))
			spec := fill.Replace(test.spec)
			if spec == "" {
				spec = "options: {rate: 1}"
			}
			p := newBrokerPod(t, "{metrics: [{name: perf-sysstat, "+spec+"}]}", filled(test.tree, fill), test.change)
			watched, status := p.follow(t, 2)
			if got, want := strings.Join(watched, ","), fill.Replace(test.want); got != want || status != 0 {
				t.Errorf("watched %q, want %q; status %d\n%s", got, want, status, p.Stderr.String())
			}
			log := readLog(t, p.Stdout.String())
			if len(log.samples) < 2 {
				t.Errorf("%d samples\n%s", len(log.samples), p.Stdout.String())
			}
		})
	}
}

// filled are processes with the arguments of sleep that are to be used.
func filled(tree []process, fill *strings.Replacer) []process {
	var out []process
	for _, p := range tree {
		p.sleep, p.busy, p.below = fill.Replace(p.sleep), fill.Replace(p.busy), filled(p.below, fill)
		out = append(out, p)
	}
	return out
}

// TestFluxTasksOneByOne wants jobs that come one after the other to be followed.
func TestFluxTasksOneByOne(t *testing.T) {
	t.Parallel()
	one, two := unique(6), unique(60)
	second := fluxJob(sleeps(two))
	second.after = 8
	p := newBrokerPod(t, "{metrics: [{name: perf-sysstat, options: {rate: 1}}]}", allOf(broker(fluxJob(sleeps(one)), second)), nil)
	watched, _ := p.follow(t, 9)
	if want := []string{"sleep " + one, "sleep " + two}; !slices.Equal(watched, want) {
		t.Errorf("watched %q, want %q", watched, want)
	}
}

func TestFluxTasksExactlySoMany(t *testing.T) {
	t.Parallel()
	p := newBrokerPod(t, "{metrics: [{name: perf-sysstat, options: {rate: 1, completions: 2}}]}", allOf(broker(fluxJob(sleeps(unique(60))))), nil)
	const calls = 1 + 2*2 // one to see what this pidstat knows, and two for each sample
	if status := p.stop(p.start(), "pidstat", calls, 3*time.Second); status != 0 {
		t.Errorf("status %d\n%s", status, p.Stderr.String())
	}
	if log := readLog(t, p.Stdout.String()); len(log.samples) != 2 {
		t.Errorf("%d samples, want 2", len(log.samples))
	}
}

// TestFluxTasksOfNothing wants a pod on which the application never runs to say so and to end well.
func TestFluxTasksOfNothing(t *testing.T) {
	t.Parallel()
	p := newBrokerPod(t, "{metrics: [{name: perf-sysstat, options: {rate: 1}}]}", allOf(broker(submits(sleeps(unique(60))))), nil)
	if status := p.stop(p.start(), "pidstat", 1, 2*time.Second); status != 0 {
		t.Errorf("status %d, want 0", status)
	}
	if log := readLog(t, p.Stdout.String()); len(log.samples) != 0 {
		t.Errorf("samples %q", log.samples)
	}
	if !strings.Contains(p.Stderr.String(), "nothing of the application ran in this pod") {
		t.Errorf("standard error: %q", p.Stderr.String())
	}
	if watched := between(t, p.Stdout.String(), "PIDSTAT COMMAND START", "PIDSTAT COMMAND END"); watched != "lmp -in in.melt" {
		t.Errorf("the log says that %q is watched", watched)
	}
}

// TestFluxTasksInAnOrdinaryContainer wants it to end with the runner, and never to fail.
func TestFluxTasksInAnOrdinaryContainer(t *testing.T) {
	t.Parallel()
	p := newBrokerPod(t, "{metrics: [{name: perf-sysstat, options: {rate: 1}}]}", allOf(broker(fluxJob(sleeps(unique(6))))), nil)
	delete(p.Env, "LATCHKEY_SIDECAR")
	sidecar := p.start()
	go func() { _ = p.runner.Wait() }() // else it stays as a zombie
	if status := p.Wait(sidecar); status != 0 {
		t.Errorf("status %d\n%s", status, p.Stderr.String())
	}
	if log := readLog(t, p.Stdout.String()); len(log.samples) == 0 {
		t.Errorf("no samples:\n%s", p.Stderr.String())
	}
}

// TestFluxSidecarFails wants a sidecar that can measure nothing to say so and to stay: it must not end the pod.
func TestFluxSidecarFails(t *testing.T) {
	t.Parallel()
	p := newBrokerPod(t, "{metrics: [{name: io-sysstat, options: {rate: 1}}]}", allOf(broker(fluxJob(sleeps(unique(60))))), nil)
	p.Stub("iostat", "echo broken; exit 3")
	if status := p.stop(p.start(), "iostat", 1, 2*time.Second); status != 3 {
		t.Errorf("status %d, want that of iostat", status)
	}
	if calls := p.Calls("iostat"); len(calls) != 1 || !strings.Contains(p.Stderr.String(), "ended with status 3") {
		t.Errorf("%d calls; standard error %q", len(calls), p.Stderr.String())
	}
}

func TestFluxIostat(t *testing.T) {
	t.Parallel()
	p := newBrokerPod(t, "{metrics: [{name: io-sysstat, options: {rate: 1, completions: 2}}]}", allOf(broker(fluxJob(sleeps(unique(60))))), nil)
	p.Stub("iostat", `echo '{"sysstat": {}}'`)
	if status := p.stop(p.start(), "iostat", 2, 2*time.Second); status != 0 {
		t.Errorf("status %d\n%s", status, p.Stderr.String())
	}
	log := readLog(t, p.Stdout.String())
	if want := []string{"{\"sysstat\": {}}\n", "{\"sysstat\": {}}\n"}; !slices.Equal(log.samples, want) {
		t.Errorf("samples %q, want %q", log.samples, want)
	}
	if pods := strconv.Quote(fmt.Sprint(log.metadata["pods"])); pods != `"2"` {
		t.Errorf("pods %s", pods)
	}
}
