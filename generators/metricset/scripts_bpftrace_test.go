package metricset_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/metricset/metrics"
)

// bpftrace is a stub that keeps the program it is given, prints one sample, and prints another one when it is stopped.
const bpftrace = `
cat "$3" >"$0.program"
[ ! -f "$0.error" ] || { cat "$0.error" >&2; exit 1; }
sample() { printf '%s\n' '{"type": "time", "data": "170000000'$1'\n"}' '{"type": "map", "data": {"@cpu_samples": {"lmp": '$1'}}}'; }
trap 'sample 2; printf "%s\n" "" "{\"type\": \"map\", \"data\": {\"@futex_since\": {\"7\": 8}}}"; exit 0' TERM
echo "ERROR: Unknown error -1: couldn't set RLIMIT_MEMLOCK for bpftrace" >&2
printf '%s\n' '{"type": "attached_probes", "data": {"probes": 3}}'
sample 1
printf '{"type": "map", "data": {"@long": "%070000d"}}\n' 1
while :; do read -r -t 0.1 <><(:) || :; done
`

// kernelPod is the container of a set. Its perf-bpftrace has these options. The kernel has all that its programs need.
func kernelPod(t *testing.T, options string) *pod {
	t.Helper()
	p := newPod(t, "{metrics: [{name: perf-bpftrace, "+options+", addons: [{name: application, options: {image: 'a:1', command: sleep 1}}]}]}",
		latchkey.Options{}, "m", "app")
	p.Stub("bpftrace", bpftrace)
	p.Write("btf", "types")
	p.Write("status", "Name:\tbash\nCapEff:\t0000000000200000\n")
	for _, probe := range regexp.MustCompile(`tracepoint:(\w+):(\w+)`).FindAllStringSubmatch(programs(t), -1) {
		p.Mkdir("tracing/events/" + probe[1] + "/" + probe[2])
	}
	for variable, path := range map[string]string{"BTF": "btf", "STATUS": "status", "TRACING": "tracing"} {
		p.Env["LATCHKEY_"+variable] = p.Path(path)
	}
	return p
}

// programs returns all programs of bpftrace.
func programs(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, text := range scripts(t, ".bt") {
		all.WriteString(text)
	}
	return all.String()
}

// TestBpftrace takes samples until the container is stopped. The last one comes then. The log has no map of what has only begun, and
// in place of a line of more than 64 KiB one that says so.
func TestBpftrace(t *testing.T) {
	t.Parallel()
	p := kernelPod(t, "options: {rate: 7}, listOptions: {programs: [futex, cpu]}")
	p.Stub("uname", "echo MACHINE")
	running := p.start()
	p.Await("the first sample", func() bool { return strings.Contains(p.Stdout.String(), "cpu_samples") })
	if status := p.Terminate(running); status != 0 {
		t.Fatalf("status %d\n%s", status, p.Stderr.String())
	}
	_, log, _ := strings.Cut(p.Stdout.String(), "METADATA END\n")
	const want = `METRICS OPERATOR COLLECTION START
{"type": "machine", "data": "MACHINE"}
METRICS OPERATOR TIMEPOINT
{"type": "time", "data": "1700000001\n"}
{"type": "map", "data": {"@cpu_samples": {"lmp": 1}}}
{"type": "left_out"}
METRICS OPERATOR TIMEPOINT
{"type": "time", "data": "1700000002\n"}
{"type": "map", "data": {"@cpu_samples": {"lmp": 2}}}
METRICS OPERATOR COLLECTION END
`
	if diff := cmp.Diff(want, log); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
	if !strings.Contains(p.Stderr.String(), "1 lines of more than 64 KiB were left out") {
		t.Errorf("no word of the long line:\n%s", p.Stderr.String())
	}
	if rate := p.Calls("bpftrace")[0][4]; rate != "7" {
		t.Errorf("the rate is %q", rate)
	}
	program := p.Read("bin/bpftrace.program")
	if strings.Count(program, "interval:s:$2 {") != 1 || strings.Count(program, "END {") != 1 || strings.Count(program, "print(@cpu_samples, 50)") != 2 {
		t.Errorf("the maps are not printed in each sample and at the end:\n%s", program)
	}
}

// TestBpftraceNarrowed counts processes of one name only.
func TestBpftraceNarrowed(t *testing.T) {
	t.Parallel()
	life := unique(50)
	beside(t, "sleep", life)
	for _, command := range []string{"sleep " + life, "sleep", "/opt/bin/sleep if=/dev/zero"} {
		p := kernelPod(t, "options: {command: "+command+"}, listOptions: {programs: [futex]}")
		running := p.start()
		p.Await("the first sample", func() bool { return strings.Contains(p.Stdout.String(), "cpu_samples") })
		p.Terminate(running)
		if name := p.Calls("bpftrace")[0][6]; name != "sleep" {
			t.Errorf("%s: the name is %q", command, name)
		}
		if want := "counting begins when a process runs with the name sleep, or the command line " + command; !strings.Contains(p.Stderr.String(), want) {
			t.Errorf("standard error %q, want %q", p.Stderr.String(), want)
		}
		program := p.Read("bin/bpftrace.program")
		if filters := strings.Count(program, "ns.inum == $1"); filters == 0 || filters != strings.Count(program, "ns.inum == $1 && comm == str($4)") {
			t.Errorf("not each filter has the name:\n%s", program)
		}
	}
}

// TestBpftraceWithoutSamples says why there is none when the container is stopped early: before a process fits, before bpftrace
// starts, or before it counts.
func TestBpftraceWithoutSamples(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ options, pause, want string }{
		"nothing fits": {options: "options: {command: nothing-of-this-name 1}, listOptions: {programs: [futex]}", want: "no sample: no process ran with the name nothing-of-this, or the command line nothing-of-this-name 1"},
		"not started":  {options: "listOptions: {programs: [futex]}", pause: "lk_child=$LK_BPFTRACE_PID pid=$lk_child", want: "no sample: this container was stopped before"},
		"not counting": {options: "listOptions: {programs: [futex]}", want: "no sample: this container was stopped before"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := kernelPod(t, test.options)
			p.Stub("bpftrace", "trap 'exit 0' TERM; while :; do sleep 0.1; done")
			if test.pause != "" {
				p.Pause(test.pause)
			}
			running := p.start()
			if name == "nothing fits" {
				p.Await("the search", func() bool { return strings.Contains(p.Stdout.String(), "Waiting for application PID") })
			} else {
				p.AwaitCalls("bpftrace", 1)
			}
			if status := p.Terminate(running); status != 0 || !strings.Contains(p.Stderr.String(), test.want) {
				t.Errorf("status %d, standard error %q, want %q", status, p.Stderr.String(), test.want)
			}
		})
	}
}

// TestBpftraceRunsAScript runs the text of a user alone and as it was written.
func TestBpftraceRunsAScript(t *testing.T) {
	t.Parallel()
	p := kernelPod(t, `options: {script: "tracepoint:syscalls:sys_enter_open* { @[comm] = count(); } END { print(\"$(x)\"); }"}`)
	running := p.start()
	p.Await("the first sample", func() bool { return strings.Contains(p.Stdout.String(), "cpu_samples") })
	if status := p.Terminate(running); status != 0 {
		t.Errorf("status %d\n%s", status, p.Stderr.String())
	}
	const want = `tracepoint:syscalls:sys_enter_open* { @[comm] = count(); } END { print("$(x)"); }` + "\n"
	if diff := cmp.Diff(want, p.Read("bin/bpftrace.program")); diff != "" {
		t.Errorf("program (-want +got):\n%s", diff)
	}
}

// TestBpftraceSaysWhatIsMissing wants one line about the reason, and a container that stays.
func TestBpftraceSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		spoil func(*pod)
		want  string
	}{
		"no types":      {func(p *pod) { p.Env["LATCHKEY_BTF"] = p.Path("none") }, "has no type information (BTF)"},
		"no right":      {func(p *pod) { p.Write("status", "CapEff:\t00000000a80425fb\n") }, "lacks the capability SYS_ADMIN"},
		"no tracefs":    {func(p *pod) { p.Stub("mount", "exit 32"); p.Env["LATCHKEY_TRACING"] = p.Path("none") }, "tracefs cannot be mounted"},
		"no tracepoint": {func(p *pod) { remove(p, "tracing/events/syscalls/sys_enter_futex") }, "has no tracepoint syscalls:sys_enter_futex"},
		"refused":       {func(p *pod) { p.Write("bin/bpftrace.error", "x.bt:1:1-2: ERROR: Operation not permitted\n") }, "bpftrace ended with status 1: Operation not permitted"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := kernelPod(t, "listOptions: {programs: [futex]}")
			p.Env["LATCHKEY_TERMINATION"] = p.Path("last")
			p.Stub("sleep", `exec /bin/sleep "$1"`)
			test.spoil(p)
			running := p.start()
			p.Await("the reason", func() bool { return strings.Contains(p.Stderr.String(), "error:") })
			p.AwaitCalls("sleep", 1) // a SIGTERM that meets the start of a program can be lost
			if status := p.Terminate(running); status != 1 {
				t.Errorf("status %d", status)
			}
			if lines := strings.Count(p.Stderr.String(), "\n"); lines != 1 || !strings.Contains(p.Stderr.String(), test.want) || !strings.Contains(p.Read("last"), test.want) {
				t.Errorf("%q and %q, want %q", p.Stderr.String(), p.Read("last"), test.want)
			}
		})
	}
}

func remove(p *pod, name string) {
	p.T.Helper()
	if err := os.RemoveAll(filepath.Join(p.Dir, name)); err != nil {
		p.T.Fatal(err)
	}
}

// TestBpftracePrograms wants a file for each program, which says its unit and probes, and prints and clears each map that it fills.
func TestBpftracePrograms(t *testing.T) {
	t.Parallel()
	sources := scripts(t, ".bt")
	for _, name := range metrics.BpftracePrograms {
		text := sources["bpftrace-"+name+".bt"]
		for _, want := range []string{"// " + name + ": ", "\n// Unit: ", "Probe: ", "\nEND { print("} {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %q", name, want)
			}
		}
		for _, found := range regexp.MustCompile(`(@\w+)\[[^\n]*\] = `).FindAllStringSubmatch(text, -1) {
			if one := found[1]; !strings.HasSuffix(one, "_since") && (!strings.Contains(text, "print("+one+", ") || !strings.Contains(text, "clear("+one+")")) {
				t.Errorf("%s does not print and clear %s", name, one)
			}
		}
		delete(sources, "bpftrace-"+name+".bt")
	}
	for name := range sources {
		if strings.HasSuffix(name, ".bt") {
			t.Errorf("%s is of no program", name)
		}
	}
}
