package metricset_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/internal/testing/metriclog"
	"github.com/latchkey-dev/latchkey/internal/testing/programtest"
)

// brokerPod is the sidecar of a set in the pod of a broker: a runner that starts processes with the names of processes
// of Flux.
type brokerPod struct {
	*pod
}

// process is a process of such a pod: sleep with an argument, a shell without children, or bash under another name, which waits
// for what is below.
// A file is the name of its script, and after names a file without which it does not start.
type process struct {
	sleep, busy, as, file, after string
	below                        []process
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
			fmt.Fprintf(&text, "mkfifo %[2]s.none; bash -c 'read -r _' %[1]s <>%[2]s.none &\n", p.busy, path)
			continue
		}
		waits := ""
		if p.after != "" {
			waits = "until [ -e " + p.after + " ]; do sleep 0.1; done; "
		}
		fmt.Fprintf(&text, "(%sexec -a %s bash %s) &\n", waits, p.as, script(t, p.file, p.below))
	}
	programtest.Write(t, path, text.String()+"wait\n")
	return path
}

func newBrokerPod(t *testing.T, spec string, tree []process, change func(*attach.Pod)) *brokerPod {
	t.Helper()
	carrier := lammps()
	carrier.Flux.Command = []string{"/bin/bash", script(t, "broker.sh", tree)}
	if change != nil {
		change(&carrier)
	}
	made, added := sidecar(t, spec, latchkey.Options{}, carrier)
	p := &brokerPod{pod: newPodOf(t, made, added.Files.Data)}
	p.Stub("pidstat", pidstat)
	beside(t, carrier.Flux.Command[0], carrier.Flux.Command[1:]...)
	return p
}

// stop waits until a stub has been called so often, and a time that shows what comes after, and stops the sidecar as a
// kubelet does. It returns the sidecar's status.
func (p *brokerPod) stop(sidecar *exec.Cmd, stub string, calls int, after time.Duration) int {
	p.T.Helper()
	p.AwaitCalls(stub, calls)
	time.Sleep(after)
	return p.Terminate(sidecar)
}

// samplesOf waits until the sidecar has printed so many samples of processes and returns their command lines, in order.
func (p *brokerPod) samplesOf(samples int, wanted ...string) (watched []string) {
	p.T.Helper()
	seen := map[string]bool{}
	p.Await("samples of "+strings.Join(wanted, ", "), func() bool {
		for _, call := range p.Calls("pidstat") {
			if len(call) < 2 || call[0] != "-p" {
				continue
			}
			for pid := range strings.SplitSeq(call[1], ",") {
				if line := commandLine(pid); line != "" {
					seen[line] = true
				}
			}
		}
		return strings.Count(p.Stdout.String(), metriclog.Timepoint) >= samples && !slices.ContainsFunc(wanted, func(line string) bool { return !seen[line] })
	})
	return slices.Sorted(maps.Keys(seen))
}

func TestFluxTasks(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		spec   string // ONE and TWO are arguments of sleep that no other test has
		tree   []process
		change func(*attach.Pod)
		want   string
	}{
		"two ranks":                    {tree: allOf(broker(submits(), fluxJob(sleeps("ONE"), sleeps("TWO")))), want: "sleep ONE,sleep TWO"},
		"below a shell":                {tree: allOf(broker(fluxJob(inShell(sleeps("ONE"))))), want: "sleep ONE"},
		"a shell that works itself":    {tree: allOf(broker(fluxJob(works("ONE")))), want: "bash -c read -r _ ONE"},
		"below a launcher of ranks":    {tree: allOf(broker(fluxJob(inMpirun(sleeps("ONE"), sleeps("TWO"))))), want: "sleep ONE,sleep TWO"},
		"a job in a job":               {tree: allOf(broker(fluxJob(broker(fluxJob(sleeps("ONE")))))), want: "sleep ONE"},
		"a batch script's own program": {tree: allOf(broker(fluxJob(broker(inShell(sleeps("ONE")))))), want: "sleep ONE"},
		"nothing of the broker's own": {
			tree: allOf(sleeps("ONE"), broker(sleeps("ONE"), submits(sleeps("ONE")), fluxJob(sleeps("TWO")))), want: "sleep TWO",
		},
		"what Flux itself launches": {
			tree: allOf(sleeps("TWO"), broker(submits(), inShell(sleeps("ONE"), inShell(submits())))), change: func(h *attach.Pod) { h.Flux.Launches = true }, want: "sleep ONE",
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
			sidecar, want := p.start(), strings.Split(fill.Replace(test.want), ",")
			watched := p.samplesOf(2, want...)
			if status := p.Terminate(sidecar); !slices.Equal(watched, want) || status != 0 {
				t.Errorf("watched %q, want %q; status %d\n%s", watched, want, status, p.Stderr.String())
			}
			log := readLog(t, p.Stdout.String())
			if len(log.Samples) < 2 {
				t.Errorf("%d samples\n%s", len(log.Samples), p.Stdout.String())
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
	one, two, begin := unique(60), unique(61), filepath.Join(t.TempDir(), "begin")
	second := fluxJob(sleeps(two))
	second.after = begin
	p := newBrokerPod(t, watches, allOf(broker(fluxJob(sleeps(one)), second)), nil)
	sidecar := p.start()
	if watched := p.samplesOf(1, "sleep "+one); !slices.Equal(watched, []string{"sleep " + one}) {
		t.Errorf("watched %q, want the first job", watched)
	}
	endAll(t, "sleep "+one)
	time.Sleep(500 * time.Millisecond) // with nothing to follow
	if err := os.WriteFile(begin, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if watched := p.samplesOf(2, "sleep "+two); !slices.Equal(watched, []string{"sleep " + two}) {
		t.Errorf("watched %q, want the second job", watched)
	}
	if status := p.Terminate(sidecar); status != 0 {
		t.Errorf("status %d\n%s", status, p.Stderr.String())
	}
}

func TestFluxTasksExactlySoMany(t *testing.T) {
	t.Parallel()
	p := newBrokerPod(t, "{metrics: [{name: perf-sysstat, options: {rate: 1, completions: 2}}]}", allOf(broker(fluxJob(sleeps(unique(60))))), nil)
	sidecar := p.start()
	p.awaitOutput(collectionEnd)
	if status := p.Terminate(sidecar); status != 0 {
		t.Errorf("status %d\n%s", status, p.Stderr.String())
	}
	if log := readLog(t, p.Stdout.String()); len(log.Samples) != 2 {
		t.Errorf("%d samples, want 2", len(log.Samples))
	}
}

// TestFluxTasksOfNothing wants a pod on which the application never runs to say so and to end well.
func TestFluxTasksOfNothing(t *testing.T) {
	t.Parallel()
	p := newBrokerPod(t, watches, allOf(broker(submits(sleeps(unique(60))))), nil)
	if status := p.stop(p.start(), "pidstat", 1, 2*time.Second); status != 0 {
		t.Errorf("status %d, want 0", status)
	}
	if log := readLog(t, p.Stdout.String()); len(log.Samples) != 0 {
		t.Errorf("samples %q", log.Samples)
	}
	if !strings.Contains(p.Stderr.String(), "no sample: nothing ran") {
		t.Errorf("standard error: %q", p.Stderr.String())
	}
	if watched := between(t, p.Stdout.String(), "PIDSTAT COMMAND START", "PIDSTAT COMMAND END"); watched != "lmp -in in.melt" {
		t.Errorf("the log says that %q is watched", watched)
	}
}

// TestFluxSidecarFails wants a sidecar that can measure nothing to say so and to stay: it must not end the pod.
func TestFluxSidecarFails(t *testing.T) {
	t.Parallel()
	p := newBrokerPod(t, "{metrics: [{name: io-sysstat, options: {rate: 1}}]}", allOf(broker(fluxJob(sleeps(unique(60))))), nil)
	p.Stub("iostat", "echo broken; exit 3")
	sidecar := p.start()
	p.awaitOutput(collectionEnd)
	if status := p.stop(sidecar, "iostat", 1, 2*time.Second); status != 3 {
		t.Errorf("status %d, want the status of iostat", status)
	}
	if calls := p.Calls("iostat"); len(calls) != 1 || !strings.Contains(p.Stderr.String(), "ended with status 3") {
		t.Errorf("%d calls; standard error %q", len(calls), p.Stderr.String())
	}
}

func TestFluxIostat(t *testing.T) {
	t.Parallel()
	p := newBrokerPod(t, "{metrics: [{name: io-sysstat, options: {rate: 1, completions: 2}}]}", allOf(broker(fluxJob(sleeps(unique(60))))), nil)
	p.Stub("iostat", `echo '{"sysstat": {}}'`)
	sidecar := p.start()
	p.awaitOutput(collectionEnd)
	if status := p.Terminate(sidecar); status != 0 {
		t.Errorf("status %d\n%s", status, p.Stderr.String())
	}
	log := readLog(t, p.Stdout.String())
	if want := []string{"{\"sysstat\": {}}\n", "{\"sysstat\": {}}\n"}; !slices.Equal(log.Samples, want) {
		t.Errorf("samples %q, want %q", log.Samples, want)
	}
	if pods := strconv.Quote(fmt.Sprint(log.Metadata["pods"])); pods != `"2"` {
		t.Errorf("pods %s", pods)
	}
}
