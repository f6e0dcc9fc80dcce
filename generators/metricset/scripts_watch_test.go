package metricset_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/internal/testing/metriclog"
	"github.com/latchkey-dev/latchkey/internal/testing/programtest"
)

// pidstat prints a table as the real one does, with some of its columns.
const pidstat = `
[ "$*" != "-H -p $PPID" ] || exit 0
pid=$2
table() {
  printf '\n# Time        UID       PID    %s  Command\n 1700000000     0      %s    %s  a "quoted" \\name ` + "ä \xff\xe2\x82" + `\n\n' "$1" "$pid" "$2"
}
echo "Linux 6.1.0 (node)  11/21/26  _x86_64_  (2 CPU)"
case "$*" in
  *-d*) table "%usr CPU minflt/s VSZ StkSize StkRef kB_rd/s iodelay cswch/s threads fd-nr prio policy" "1.50 1 0.30 2920 132 12 4.00 7 0.10 2 16 0 NORMAL" ;;
  *) table "%usr CPU minflt/s VSZ cswch/s prio policy" "1.50 1 0.30 2920 0.10 0 NORMAL" ;;
esac
table "usr-ms minflt-nr" "20 3"
`

// watchPod is the container that watches in a set. Its perf-sysstat has these options and maps of options.
func watchPod(t *testing.T, written string, options latchkey.Options) *pod {
	t.Helper()
	p := newPod(t, "{pods: 2, metrics: [{name: perf-sysstat, "+written+", addons: [{name: application, options: {image: 'a:1', command: sleep 1}}]}]}",
		options, "m", watcherOf(options))
	p.Stub("pidstat", pidstat)
	return p
}

// watcherOf returns the name of the container that watches.
func watcherOf(options latchkey.Options) string {
	return map[bool]string{true: "perf-sysstat", false: "app"}[options.LogNames == latchkey.LogNamesMetricsOperator]
}

// contained says that the container is an ordinary one, which ends by itself.
var contained = latchkey.Options{LogNames: latchkey.LogNamesMetricsOperator}

// unique returns a duration for sleep that no other process has.
func unique(seconds int) string { return fmt.Sprintf("%d.%09d", seconds, time.Now().UnixNano()%1e9) }

func TestWatchTakesExactlySoManySamples(t *testing.T) {
	t.Parallel()
	life := unique(50)
	p := watchPod(t, "options: {rate: 1, completions: 3, command: sleep "+life+"}", contained)
	application := beside(t, "sleep", life)
	begin := time.Now()
	if status := p.run(); status != 0 {
		t.Fatalf("status %d\n%s", status, p.Stderr.String())
	}
	if took := time.Since(begin); took < time.Second || took > 20*time.Second {
		t.Errorf("three samples at a rate of a second took %v", took)
	}
	log := readLog(t, p.Stdout.String())
	if len(log.Samples) != 3 {
		t.Fatalf("%d samples, want 3", len(log.Samples))
	}
	for _, call := range p.Calls("pidstat")[1:] {
		if call[1] != strconv.Itoa(application.Process.Pid) {
			t.Errorf("pidstat reads %q, the process is %d", call, application.Process.Pid)
		}
	}
	checkSections(t, log.Samples[0], application.Process.Pid, 11)
	for _, sample := range log.Samples[1:] { // a minute has not passed
		checkSections(t, sample, application.Process.Pid, 10)
		if strings.Contains(sample, "STACK") {
			t.Errorf("the stack is read again:\n%s", sample)
		}
	}
	if watched := between(t, log.Before, "PIDSTAT COMMAND START", "PIDSTAT COMMAND END"); watched != "sleep "+life {
		t.Errorf("the log says that %q is watched", watched)
	}
}

// figures are the figures of each section in the table of pidstat.
var figures = map[string]map[string]any{
	"CPU STATISTICS TASK":  {"percent_usr": 1.5, "cpu": 1.0},
	"CPU STATISTICS CHILD": {"usr-ms": "20"},
	"IO STATISTICS":        {"kb_rd_s": 4.0, "iodelay": "7"},
	"POLICY":               {"prio": "0", "policy": "NORMAL"},
	"PAGEFAULTS TASK":      {"minflt_s": 0.3, "vsz": 2920.0},
	"PAGEFAULTS CHILD":     {"minflt-nr": "3"},
	"STACK UTILIZATION":    {"stksize": 132.0, "stkref": 12.0},
	"THREADS TASK":         {"percent_usr": 1.5, "cpu": 1.0},
	"THREADS CHILD":        {"usr-ms": "20"},
	"KERNEL TABLES":        {"threads": "2", "fd-nr": "16"},
	"TASK SWITCHING":       {"cswch_s": 0.1},
}

// checkSections reads a sample as published readers do: a header, then a line of JSON, again and again.
func checkSections(t *testing.T, sample string, pid, want int) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(sample), "\n")
	if len(lines) != 2*want || lines[0] != "CPU STATISTICS TASK" {
		t.Fatalf("%d lines, want %d headers and as many lines of JSON:\n%s", len(lines), want, sample)
	}
	for i := 1; i < len(lines); i += 2 {
		var rows []map[string]any
		if !utf8.ValidString(lines[i]) {
			t.Errorf("%s: %q is not valid UTF-8", lines[i-1], lines[i])
		}
		if err := json.Unmarshal([]byte(lines[i]), &rows); err != nil {
			t.Fatalf("%s: %v in %q", lines[i-1], err, lines[i])
		}
		want := map[string]any{"time": 1.7e9, "uid": 0.0, "pid": float64(pid), "command": `a "quoted" \name ä ` + "\ufffd\ufffd\ufffd"}
		maps.Copy(want, figures[lines[i-1]])
		wantRows := []map[string]any{want}
		if diff := cmp.Diff(wantRows, rows); diff != "" {
			t.Errorf("%s (-want +got):\n%s", lines[i-1], diff)
		}
	}
}

func TestWatchEndsWithTheProcess(t *testing.T) {
	t.Parallel()
	life := unique(50)
	p := watchPod(t, "options: {rate: 1, command: sleep "+life+"}", contained)
	watched := beside(t, "sleep", life)
	running := p.start()
	p.awaitOutput(metriclog.Timepoint)
	_ = watched.Process.Kill()
	if status := p.Wait(running); status != 0 {
		t.Fatalf("status %d\n%s", status, p.Stderr.String())
	}
	if log := readLog(t, p.Stdout.String()); len(log.Samples) < 1 || len(log.Samples) > 4 {
		t.Errorf("%d samples of a process that ends with the first one", len(log.Samples))
	}
}

func TestWatchFindsTheProcess(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	script := filepath.Join(folder, "app.sh")
	strict := filepath.Join(folder, "strict.sh")
	for name, shell := range map[string]string{script: "/bin/sh", strict: "/bin/sh -e"} {
		programtest.Write(t, name, "#!"+shell+"\nwhile sleep 0.2; do :; done\n")
	}
	for name, test := range map[string]struct {
		command string
		args    []string
		written func(life string) string
		env     string
	}{
		"a pattern": {"sleep", nil, func(life string) string { return "options: {completions: 1, pattern: '^sl[e]+p " + life + "$'}" }, ""},
		"by index": {"sleep", nil, func(life string) string {
			return "options: {completions: 1}, mapOptions: {commands: {1: sleep " + life + ", all: no such thing}}"
		}, "1"},
		"for all other indices": {"sleep", nil, func(life string) string {
			return "options: {completions: 1}, mapOptions: {commands: {1: no such thing, all: sleep " + life + "}}"
		}, "0"},
		"blanks that do not count":      {"sleep", nil, func(life string) string { return "options: {completions: 1, command: \"sleep    '" + life + "'\"}" }, ""},
		"a script":                      {script, nil, func(life string) string { return "options: {completions: 1, command: " + script + " " + life + "}" }, ""},
		"a script with options":         {strict, nil, func(life string) string { return "options: {completions: 1, command: " + strict + " " + life + "}" }, ""},
		"a script behind a long option": {"/bin/bash", []string{"--norc", "-o", "pipefail", script}, func(life string) string { return "options: {completions: 1, command: " + script + " " + life + "}" }, ""},
		"a script found on PATH":        {script, nil, func(life string) string { return "options: {completions: 1, command: app.sh " + life + "}" }, ""},
		"a script of a shell": {"/bin/sh", []string{script}, func(life string) string {
			return "options: {completions: 1, command: /bin/sh " + script + " " + life + "}"
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			life := unique(60)
			p := watchPod(t, test.written(life), contained)
			p.Env["JOB_COMPLETION_INDEX"] = test.env
			if test.env == "" {
				delete(p.Env, "JOB_COMPLETION_INDEX")
			}
			application := beside(t, test.command, append(test.args, life)...)
			if status := p.run(); status != 0 {
				t.Fatalf("status %d\n%s", status, p.Stderr.String())
			}
			if calls := p.Calls("pidstat"); len(calls) < 2 || calls[1][1] != strconv.Itoa(application.Process.Pid) {
				t.Errorf("pidstat is called with %q, the process is %d", calls, application.Process.Pid)
			}
		})
	}
}

func TestWatchInVain(t *testing.T) {
	t.Parallel()
	life := unique(70)
	// One word less, one more and shells or programs that mention it are other command lines.
	p := watchPod(t, "options: {timeout: 1, command: sleep "+life+"}", contained)
	beside(t, "sleep", life, "0")
	beside(t, "sh", "-c", "sleep "+life+" 0; exit")
	beside(t, "tail", "-f", "/dev/null", "sleep", life)
	if status := p.run(); status != 1 {
		t.Errorf("status %d, want 1\n%s", status, p.Stderr.String())
	}
	if log := readLog(t, p.Stdout.String()); len(log.Samples) != 0 {
		t.Errorf("samples of something: %q", log.Samples)
	}
	if want := "no process with this command line was seen: sleep " + life; !strings.Contains(p.Stderr.String(), want) {
		t.Errorf("standard error says %q, want %q", p.Stderr.String(), want)
	}
}

// TestWatchWithoutRights wants an error in place of zeros, and the figures that can be had.
func TestWatchWithoutRights(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("it takes root to run as two users")
	}
	life := unique(50)
	p := watchPod(t, "options: {completions: 1, command: sleep "+life+"}", contained)
	p.User = &syscall.Credential{Uid: 65534, Gid: 65534}
	p.OpenToAll()
	application := beside(t, "sleep", life)
	if status := p.run(); status == 0 {
		t.Errorf("status 0, want a failure\n%s", p.Stderr.String())
	}
	if !strings.Contains(p.Stderr.String(), "Set the option ptrace to Always") {
		t.Errorf("standard error does not say what to do: %q", p.Stderr.String())
	}
	log := readLog(t, p.Stdout.String())
	if len(log.Samples) != 1 {
		t.Fatalf("%d samples, want 1", len(log.Samples))
	}
	checkSections(t, log.Samples[0], application.Process.Pid, 8)
	for _, header := range []string{"IO STATISTICS", "STACK UTILIZATION", "KERNEL TABLES"} {
		if strings.Contains(log.Samples[0], header) {
			t.Errorf("there are figures of %s", header)
		}
	}
}

// TestWatchAlone wants a watcher to give up if it has never seen another process in its pod: the application may be over.
func TestWatchAlone(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("unshare"); err != nil || os.Getuid() != 0 {
		t.Skip("it takes root and unshare to be alone")
	}
	p := watchPod(t, "options: {command: no such thing}", contained)
	p.Env["LATCHKEY_ALONE_SECONDS"] = "1"
	p.command = append([]string{"unshare", "--pid", "--fork", "--mount-proc"}, p.command...)
	if status := p.run(); status != 1 || !strings.Contains(p.Stderr.String(), "no process with this command line was seen") {
		t.Errorf("status %d, standard error %q", status, p.Stderr.String())
	}
}

// TestNativeSidecarStays wants a sidecar that is done to wait for the end of the application: it would be started again.
func TestNativeSidecarStays(t *testing.T) {
	t.Parallel()
	life := unique(50)
	p := watchPod(t, "options: {completions: 1, command: sleep "+life+"}", latchkey.Options{})
	beside(t, "sleep", life)
	running := p.start()
	p.awaitOutput(collectionEnd)
	ended := make(chan int, 1)
	go func() { ended <- p.Wait(running) }()
	select {
	case status := <-ended:
		t.Fatalf("ended with status %d\n%s", status, p.Stderr.String())
	case <-time.After(2 * time.Second):
	}
	_ = running.Process.Signal(syscall.SIGTERM)
	if status := <-ended; status != 0 {
		t.Errorf("status %d, want 0\n%s", status, p.Stderr.String())
	}
	if log := readLog(t, p.Stdout.String()); len(log.Samples) != 1 {
		t.Errorf("%d samples, want 1", len(log.Samples))
	}
}

func TestNoPidstat(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("pidstat"); err == nil {
		t.Skip("pidstat is installed")
	}
	p := watchPod(t, "options: {completions: 1}", contained)
	if err := os.Remove(p.Path("bin/pidstat")); err != nil {
		t.Fatal(err)
	}
	if status := p.run(); status != 1 || !strings.Contains(p.Stderr.String(), "there is no pidstat in this image") {
		t.Errorf("status %d, standard error %q", status, p.Stderr.String())
	}
}
