package metricset_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// hostile is a value that a shell, a template, printf or JSON would change if it were pasted.
const hostile = "a\"b $(touch stub/pwned) `touch stub/pwned` 'c' \\ \\n %s ${HOME} {{.}} <&> \t é\nnew line"

// fioSpec is a set of one fio. Its options are given as YAML.
func fioSpec(options string) string { return "{metrics: [{name: io-fio, options: " + options + "}]}" }

func quoted(text string) string {
	data, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(data)
}

func TestFioLogByteForByte(t *testing.T) {
	t.Parallel()
	p := newPod(t, fioSpec("{size: 1M, directory: /tmp}"), latchkey.Options{}, "m", "storage")
	p.Stub("fio", `echo '{"fio version": "stub"}'`)
	if status := p.run(); status != 0 {
		t.Fatalf("status %d\n%s", status, p.Stderr.String())
	}
	file := strings.TrimPrefix(p.Calls("fio")[0][10], "--filename=")
	want := `METADATA START {"pods":1,"metricName":"io-fio","metricDescription":"fio random read/write test of a directory",` +
		`"metricOptions":{"blocksize":"4k","command":"","directory":"/tmp","iodepth":64,"size":"1M","testname":"test"}}
METADATA END
FIO COMMAND START
fio --randrepeat=1 --ioengine=libaio --direct=1 --gtod_reduce=1 --name=test --bs=4k --iodepth=64 --readwrite=randrw --rwmixread=75 --size=1M --filename="$filename" --output-format=json
FIO COMMAND END
METRICS OPERATOR COLLECTION START
METRICS OPERATOR TIMEPOINT
{"fio version": "stub"}
METRICS OPERATOR COLLECTION END
`
	if diff := cmp.Diff(want, p.Stdout.String()); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
	if !strings.HasPrefix(file, "/tmp/test-") || p.Stderr.String() != "" {
		t.Errorf("the file is %q, standard error %q", file, p.Stderr.String())
	}
}

func TestHostileOptions(t *testing.T) {
	t.Parallel()
	p := newPod(t, fmt.Sprintf("{metrics: [{name: io-fio, options: {testname: %[1]s, blocksize: %[1]s, post: 'echo after'}, "+
		"addons: [{name: commands, options: {prefix: env, preBlock: %[2]s, postBlock: 'echo last'}}]}]}",
		quoted(hostile), quoted("# "+hostile+" is not a comment() { :; }")), latchkey.Options{}, "m", "storage")
	p.Stub("fio", `echo '{"jobs": []}'`)
	if status := p.run(); status != 0 {
		t.Fatalf("status %d\n%s%s", status, p.Stdout.String(), p.Stderr.String())
	}
	log := readLog(t, p.Stdout.String())
	options := log.Metadata["metricOptions"].(map[string]any)
	if options["testname"] != hostile || options["blocksize"] != hostile {
		t.Errorf("metadata holds %q, want %q", options, hostile)
	}
	if call := p.Calls("fio")[0]; call[4] != "--name="+hostile || call[5] != "--bs="+hostile {
		t.Errorf("fio is called with %q", call)
	}
	if p.Read("stub/pwned") != "" {
		t.Errorf("a value was executed")
	}
	if diff := cmp.Diff([]string{"{\"jobs\": []}\n"}, log.Samples); diff != "" {
		t.Errorf("samples (-want +got):\n%s", diff)
	}
	if log.After != "after\nlast\n" {
		t.Errorf("after the collection comes %q", log.After)
	}
	if len(log.Addons) != 1 || log.Addons[0]["metricName"] != "commands" {
		t.Errorf("the metadata of the addons: %v", log.Addons)
	}
}

func TestStatusOfTheMeasuredCommandIsKept(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		spec   string
		status int
		after  string
	}{
		"fio":                       {fioSpec("{command: exit 3, post: 'echo post; exit 9'}"), 3, "post\n"},
		"a missing program":         {fioSpec("{command: no-such-program}"), 127, ""},
		"a killed program":          {fioSpec("{command: 'kill -KILL $BASHPID'}"), 137, ""},
		"a failing pipe":            {fioSpec("{command: 'set -o pipefail; false | cat'}"), 1, ""},
		"the first of two commands": {"{metrics: [{name: sys-hwloc, listOptions: {command: [exit 5, exit 6]}}]}", 5, ""},
		"samples":                   {"{metrics: [{name: io-sysstat, options: {completions: 5}, addons: [{name: commands, options: {suffix: '; exit 4'}}]}]}", 4, ""},
		"a hook's is not":           {fioSpec("{command: 'true', pre: 'false', post: 'false'}"), 0, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			container := "storage"
			if strings.Contains(test.spec, "hwloc") {
				container = "app"
			}
			p := newPod(t, test.spec, latchkey.Options{}, "m", container)
			p.Stub("iostat", "echo {}")
			p.Stub("ls", "") // what sys-hwloc lists in the end
			if status := p.run(); status != test.status {
				t.Errorf("status %d, want %d\n%s", status, test.status, p.Stderr.String())
			}
			if log := readLog(t, p.Stdout.String()); log.After != test.after {
				t.Errorf("after the collection comes %q, want %q", log.After, test.after)
			}
			if test.status != 0 && !strings.Contains(p.Stderr.String(), fmt.Sprintf("ended with status %d", test.status)) {
				t.Errorf("the failure is not told: %q", p.Stderr.String())
			}
		})
	}
}

// TestLinger wants a container to stay for a while after a failure, and only then.
func TestLinger(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]int{"exit 3": 1, "true": 0} {
		p := newPod(t, fioSpec("{command: '"+command+"'}"), latchkey.Options{OnDisruption: latchkey.OnDisruptionRestart}, "m", "storage")
		p.Stub("sleep", "")
		p.run()
		waits := slices.DeleteFunc(p.Calls("sleep"), func(words []string) bool { return words[0] != "15" })
		if len(waits) != want {
			t.Errorf("%s: %d waits of 15 s, want %d:\n%s", command, len(waits), want, p.Stderr.String())
		}
	}
}

// TestPrefixPrintsOutside wants what a prefix prints on standard error after the collection, because people see one log.
func TestPrefixPrintsOutside(t *testing.T) {
	t.Parallel()
	const addon = "addons: [{name: commands, options: {prefix: time}}]"
	for name, test := range map[string]struct{ spec, program, sample string }{
		"once":    {"{metrics: [{name: io-fio, " + addon + "}]}", "fio", "{\"jobs\": []}\n"},
		"sampled": {"{metrics: [{name: io-sysstat, options: {completions: 1}, " + addon + "}]}", "iostat", "{\"sysstat\": {}}\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPod(t, test.spec, latchkey.Options{}, "m", "storage")
			p.Stub(test.program, "echo warning >&2; echo '"+strings.TrimSpace(test.sample)+"'")
			if status := p.Run("bash", append([]string{"-c", `exec "$@" 2>&1`, "-"}, p.command...)...); status != 0 {
				t.Fatalf("status %d\n%s", status, p.Stdout.String())
			}
			log := readLog(t, p.Stdout.String())
			if diff := cmp.Diff([]string{test.sample}, log.Samples); diff != "" {
				t.Errorf("samples (-want +got):\n%s", diff)
			}
			if !strings.HasPrefix(log.After, "warning\n") || !strings.Contains(log.After, "\nreal\t") {
				t.Errorf("after the collection comes %q", log.After)
			}
		})
	}
}

// TestAsideNeedsAFolder wants a log with all lines where nothing can be kept aside.
func TestAsideNeedsAFolder(t *testing.T) {
	t.Parallel()
	p := newPod(t, "{metrics: [{name: io-fio, addons: [{name: commands, options: {prefix: time}}]}]}", latchkey.Options{}, "m", "storage")
	p.Stub("mktemp", "echo no folder >&2; exit 1")
	p.Stub("fio", "echo '{}'")
	if status := p.run(); status != 0 || !strings.Contains(p.Stderr.String(), "real") || strings.Contains(p.Stderr.String(), "folder") {
		t.Errorf("status %d, standard error %q", status, p.Stderr.String())
	}
}

func TestSamplesAtARate(t *testing.T) {
	t.Parallel()
	p := newPod(t, "{metrics: [{name: io-sysstat, options: {completions: 3, rate: 1, post: echo post}}]}", latchkey.Options{}, "m", "storage")
	p.Stub("iostat", `sleep 0.2; echo '{"sysstat": {}}'`)
	begin := time.Now()
	if status := p.run(); status != 0 {
		t.Fatalf("status %d\n%s", status, p.Stderr.String())
	}
	took := time.Since(begin)
	log := readLog(t, p.Stdout.String())
	if len(log.Samples) != 3 || len(p.Calls("iostat")) != 3 || log.After != "post\n" {
		t.Errorf("%d samples, %d calls, then %q", len(log.Samples), len(p.Calls("iostat")), log.After)
	}
	for _, sample := range log.Samples {
		if !json.Valid([]byte(sample)) {
			t.Errorf("%q is not one JSON document", sample)
		}
	}
	if want := []string{"-dxm", "-o", "JSON", "-y", "1", "1"}; !slices.Equal(p.Calls("iostat")[0], want) {
		t.Errorf("iostat is called with %q, want %q", p.Calls("iostat")[0], want)
	}
	// Two intervals of a second, whatever a sample takes.
	if took < 1500*time.Millisecond || took > 12*time.Second {
		t.Errorf("three samples took %v", took)
	}
}

// TestIostatCommands wants a report of the interval, or one of all time since the node has booted.
func TestIostatCommands(t *testing.T) {
	t.Parallel()
	for options, want := range map[string]string{
		"{}":                         "iostat -dxm -o JSON -y 1 1",
		"{rate: 5, interval: 5}":     "iostat -dxm -o JSON -y 5 1",
		"{interval: 0}":              "iostat -dxm -o JSON",
		"{human: true}":              "iostat -dxm -y 1 1",
		"{human: true, interval: 0}": "iostat -dxm",
	} {
		p := newPod(t, "{metrics: [{name: io-sysstat, options: "+options+"}]}", latchkey.Options{}, "m", "storage")
		if got := p.Read("files/entrypoint-0.command-0"); got != want {
			t.Errorf("%s: %q, want %q", options, got, want)
		}
	}
}

// TestStoppedWithinASample wants no part of a sample that a stopped container could not finish. The program starts another one
// while the script looks for what it has started. A slow kill makes this likely.
func TestStoppedWithinASample(t *testing.T) {
	t.Parallel()
	p := newPod(t, "{metrics: [{name: io-sysstat, options: {rate: 1, post: echo never}}]}", latchkey.Options{}, "m", "storage")
	p.Stub("iostat", `[ -e "$STUB_DIR/one" ] || { touch "$STUB_DIR/one"; echo '{}'; exit; }; echo '{"half":'; sleep 0.1; sleep 60`)
	p.Write("slow", `kill() { sleep 0.3; builtin kill "$@"; }`)
	p.Env["BASH_ENV"] = p.Path("slow")
	running := p.start()
	p.AwaitCalls("iostat", 2)
	if status := p.Terminate(running); status != 143 {
		t.Errorf("status %d\n%s", status, p.Stderr.String())
	}
	if log := readLog(t, p.Stdout.String()); !slices.Equal(log.Samples, []string{"{}\n"}) {
		t.Errorf("samples %q, want the whole one alone", log.Samples)
	}
}

// TestStoppedWhileMeasuring wants the end mark and SIGTERM handed on. The signal comes before the script knows the process number
// of the program.
func TestStoppedWhileMeasuring(t *testing.T) {
	t.Parallel()
	p := newPod(t, fioSpec("{post: echo never}"), latchkey.Options{}, "m", "storage")
	p.Stub("fio", `trap 'echo stopped >>"$STUB_DIR/stopped"; exit 0' TERM; touch "$STUB_DIR/started"; while :; do sleep 0.1; done`)
	p.Pause("lk_child=$!")
	running := p.start()
	p.Await("fio", func() bool { return p.Exists("stub/started") })
	if status := p.Terminate(running); status != 143 || p.Read("stub/stopped") != "stopped\n" {
		t.Errorf("status %d, the program says %q", status, p.Read("stub/stopped"))
	}
	readLog(t, p.Stdout.String())
}
