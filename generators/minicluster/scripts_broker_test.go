package minicluster_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// hooks notes the order in which everything runs.
var hooks = map[string]string{
	"app.init":      "export FROM_INIT=1 UNSET=; unset UNSET; lk=mine; note() { echo \"$*\" >>\"$STUB_DIR/order\"; }; note init",
	"app.pre":       "export FROM_PRE=2; note pre $FROM_INIT",
	"app.brokerPre": "export FROM_BROKER=3; note brokerPre $FROM_INIT$FROM_PRE$UNSET",
	"app.workerPre": "note workerPre $FROM_INIT$FROM_PRE",
	"app.command":   `echo "command $FROM_INIT$FROM_PRE$FROM_BROKER" >>"$STUB_DIR/order"; exit 7`,
	"app.post":      "note post $lk; exit 9",
}

func texts(given ...map[string]string) map[string]string {
	all := map[string]string{}
	for _, texts := range given {
		maps.Copy(all, texts)
	}
	return all
}

func TestHooksRunInOrderAndKeepTheStatus(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		texts  map[string]string
		env    []string
		status int
		order  string
	}{
		"lead":   {status: 7, order: "init, pre 1, brokerPre 12, command 12, post mine"},
		"worker": {env: []string{"JOB_COMPLETION_INDEX=1"}, status: 0, order: "init, pre 1, workerPre 12, post mine"},
		"quiet":  {env: []string{"LATCHKEY_QUIET=true"}, status: 7, order: "init, pre 1, brokerPre 12, command 12, post mine"},
		"a failing hook is passed over": {
			texts: map[string]string{"app.brokerPre": "false"}, status: 7, order: "init, pre 1, command 12, post mine",
		},
		"strict ends with a failing hook": {
			texts: map[string]string{"app.brokerPre": "false; note never"}, env: []string{"LATCHKEY_STRICT=true"},
			status: 1, order: "init, pre 1, post mine",
		},
		"strict ends with a failing sourced hook": {
			texts: map[string]string{"app.pre": "(exit 6) | cat; note never"}, env: []string{"LATCHKEY_STRICT=true"},
			status: 6, order: "init, post mine",
		},
		"strict knows unset variables": {
			texts: map[string]string{"app.pre": `echo "$NO_SUCH_THING"; note never`}, env: []string{"LATCHKEY_STRICT=true"},
			status: 1, order: "init, post mine",
		},
		"a hook that exits ends the script": {
			texts: map[string]string{"app.pre": "exit 8"}, status: 8, order: "init, post mine",
		},
		"a hook's options and traps do not outlive it": {
			texts: map[string]string{"app.pre": `set -x -C -f; IFS=,; trap "echo no" EXIT; note pre; set -eu`}, status: 7,
			order: "init, pre, brokerPre 1, command 1, post mine",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPod(t, texts(hooks, test.texts)).with(test.env...)
			if status := p.broker(); status != test.status {
				t.Errorf("status is %d, want %d\n%s", status, test.status, p.Stderr.String())
			}
			order := strings.ReplaceAll(strings.TrimSpace(p.Read("stub/order")), "\n", ", ")
			if diff := cmp.Diff(test.order, order); diff != "" {
				t.Errorf("order (-want +got):\n%s%s", diff, p.Stderr.String())
			}
		})
	}
}

func TestQuietHidesHooksOnly(t *testing.T) {
	t.Parallel()
	loud := "echo out; echo err >&2 # a remark\ncat <<EOF\nhere\nEOF\n"
	p := newPod(t, map[string]string{
		"app.init": loud, "app.pre": loud, "app.brokerPre": loud, "app.post": loud,
		"app.command": "echo result; echo warning >&2",
	}).with("LATCHKEY_QUIET=true", "LATCHKEY_LOG_LEVEL=6")
	p.broker()
	if p.Stdout.String() != "result\n" || p.Stderr.String() != "warning\n" {
		t.Errorf("output %q, standard error %q", p.Stdout.String(), p.Stderr.String())
	}
	for _, want := range []string{"-o-Slog-stderr-level=0", "-o-Slog-critical-level=0"} {
		if !slices.Contains(p.call("start"), want) {
			t.Errorf("start lacks %s: %q", want, p.call("start"))
		}
	}
}

func TestOptionsOfTheBroker(t *testing.T) {
	t.Parallel()
	p := newPod(t, map[string]string{"app.command": "true"}).with("LATCHKEY_WRAP=strace,-f", "LATCHKEY_LOG_LEVEL=7",
		"LATCHKEY_BROKER_OPTIONS=-Stbon.topo=kary:2 '-Sbroker.quorum=2'")
	p.broker()
	config := p.Path("mnt/config")
	want := []string{
		"start", "--wrap=strace,-f", "-o--config-path=" + config + "/etc/flux/config",
		"-o-Scron.directory=" + config + "/etc/flux/system/cron.d", "-o-Srundir=" + config + "/run/flux",
		"-o-Sstatedir=" + config + "/var/lib/flux", "-o-Slocal-uri=local://" + config + "/run/flux/local",
		"-o-Slog-stderr-level=7", "-o-Slog-stderr-mode=local", "-o-Stbon.topo=kary:2", "-o-Sbroker.quorum=2",
		"bash", p.Path("files/attach.sh"), "flux", "submit", "-oexit-timeout=none", "-oexit-on-error", "bash", "-c", "true",
	}
	if diff := cmp.Diff(want, p.call("start")); diff != "" {
		t.Errorf("start (-want +got):\n%s", diff)
	}
	for folder, mode := range map[string]os.FileMode{"var/lib/flux": 0o700, "run/flux": 0o700} {
		if info, err := os.Stat(config + "/" + folder); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v, %v", folder, info, err)
		}
	}
}

// TestAbout wants a line that says with what a pod runs, also where /proc does not say it.
func TestAbout(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ cpus, memory, want string }{
		{"processor\t: 0\nmodel name\t: A CPU: 2.0 GHz\n\nprocessor\t: 1\nmodel name\t: A CPU: 2.0 GHz\n", "MemTotal:       16384 kB\nMemFree: 1 kB\n", "2 CPUs (A CPU: 2.0 GHz), 16384 kB"},
		{"processor\t: 0\nCPU implementer\t: 0x41\n", "", "1 CPUs (unknown), 0 kB"},
	} {
		p := newPod(t, map[string]string{"app.command": "true"})
		p.Write("files/cpuinfo", test.cpus)
		p.Write("files/meminfo", test.memory)
		p.with("LATCHKEY_PROC=" + p.Path("files")).broker()
		if want := "latchkey: with flux 0.81.0, " + test.want + " of memory\n"; !strings.Contains(p.Stderr.String(), want) {
			t.Errorf("%q is missing in\n%s", want, p.Stderr.String())
		}
	}
}

func TestTerminationReachesTheBroker(t *testing.T) {
	t.Parallel()
	for _, index := range []string{"0", "1"} {
		p := newPod(t, map[string]string{"app.post": "echo post"}).
			with("LATCHKEY_MODE=interactive", "STUB_STAYS=first", "JOB_COMPLETION_INDEX="+index)
		running := p.Start("bash", p.Path("files/broker.sh"))
		p.Await("the broker", func() bool { return p.Exists("stub/environment") })
		if err := syscall.Kill(running.Process.Pid, syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if status := p.Wait(running); status != 5 {
			t.Errorf("index %s: status is %d, want the status of the broker, 5\n%s", index, status, p.Stderr.String())
		}
		if p.Read("stub/signal") != "TERM\n" || p.Stdout.String() != "post\n" {
			t.Errorf("index %s: signal %q, output %q", index, p.Read("stub/signal"), p.Stdout.String())
		}
	}
}

func TestWorkers(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		env            []string
		status, starts int
		sleeps         string
	}{
		"end with the instance": {env: []string{"STUB_STATUS=0"}, starts: 1},
		"are started again": {
			env: []string{"STUB_STATUS=1", "LATCHKEY_WORKER_RETRIES=6"}, status: 75, starts: 7, sleeps: "1 2 4 8 15 15",
		},
		"that were killed are not": {env: []string{"STUB_STATUS=137", "LATCHKEY_OUTLIVE_SECONDS=0"}, status: 137, starts: 1},
		"may end with their broker": {
			env: []string{"STUB_STATUS=1", "LATCHKEY_COMPLETE_WORKERS=true"}, status: 1, starts: 1,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPod(t, nil).with(test.env...).with("JOB_COMPLETION_INDEX=1", "LATCHKEY_REJOIN_SECONDS=600")
			p.with("PATH=" + strings.Split(p.Env["PATH"], ":")[0] + "/sleepless:" + p.Env["PATH"])
			if status := p.broker(); status != test.status {
				t.Errorf("status is %d, want %d\n%s", status, test.status, p.Stderr.String())
			}
			starts := 0
			for _, call := range p.Calls("flux") {
				if call[0] == "start" {
					starts++
				}
			}
			if starts != test.starts {
				t.Errorf("%d starts, want %d", starts, test.starts)
			}
			// the watch for the lead sleeps too
			sleeps := strings.Join(strings.Fields(strings.ReplaceAll(p.Read("stub/sleeps"), "600", "")), " ")
			if sleeps != test.sleeps {
				t.Errorf("pauses are %q, want %q", sleeps, test.sleeps)
			}
		})
	}
}

func TestWorkerEndsWhenTheLeadIsGone(t *testing.T) {
	t.Parallel()
	p := newPod(t, nil).with("JOB_COMPLETION_INDEX=1", "LATCHKEY_REJOIN_SECONDS=1", "STUB_STATUS=1", "STUB_STAYS=second", "STUB_PING=1")
	if status := p.broker(); status != 75 || !strings.Contains(p.Stderr.String(), "the lead broker is gone") {
		t.Errorf("status is %d\n%s", status, p.Stderr.String())
	}
	if p.Read("stub/signal") != "TERM\n" {
		t.Error("the broker got no signal")
	}
}

func TestTimes(t *testing.T) {
	t.Parallel()
	p := newPod(t, map[string]string{"app.command": "exit 3"}).with("LATCHKEY_TIMED=true")
	if status := p.broker(); status != 3 {
		t.Errorf("status is %d, want 3", status)
	}
	for _, label := range []string{"fluxstart", "fluxsubmit"} {
		if !regexp.MustCompile(`(?m)^FLUXTIME ` + label + ` wall time 0:0\d\.\d\d$`).MatchString(p.Stderr.String()) {
			t.Errorf("no time of %s:\n%s", label, p.Stderr.String())
		}
	}
}

// flux-dump refuses files with other suffixes, and the job would fail at its end. It writes an .iso, but flux-restore
// cannot read it.
func TestArchiveOfAnyName(t *testing.T) {
	t.Parallel()
	for name, dump := range map[string]string{
		"state":         ".new-state.tar",
		"state.archive": ".new-state.archive.tar",
		"state.tar.zst": ".new-state.tar.zst.tar",
		"state.iso":     ".new-state.iso.tar",
		"state.tar":     ".new-state.tar",
		"state.tgz":     ".new-state.tgz",
		"state.tar.gz":  ".new-state.tar.gz",
		"state.tar.bz2": ".new-state.tar.bz2",
		"state.tar.xz":  ".new-state.tar.xz",
		"state.cpio":    ".new-state.cpio",
		"state.zip":     ".new-state.zip",
	} {
		p := newPod(t, map[string]string{"app.command": "true"})
		p.with("LATCHKEY_ARCHIVE=" + p.Path("home/"+name)).broker()
		if start := p.call("start"); !slices.Contains(start, "-o-Scontent.dump="+p.Path("home/"+dump)) {
			t.Errorf("%s: start is %q", name, start)
		}
		if p.Read("home/"+name) != "dumped\n" || p.Exists("home/"+dump) {
			t.Errorf("%s: the archive is %q", name, p.Read("home/"+name))
		}
	}
}

func TestArchive(t *testing.T) {
	t.Parallel()
	p := newPod(t, map[string]string{"app.command": "true"})
	archive := p.Path("home/state.tar")
	p.with("LATCHKEY_ARCHIVE=" + archive).broker()
	start := p.call("start")
	if !slices.Contains(start, "-o-Scontent.dump="+p.Path("home/.new-state.tar")) || slices.Contains(start, "-o-Scontent.restore="+archive) {
		t.Errorf("without an archive: start is %q", start)
	}
	if p.Read("home/state.tar") != "dumped\n" || p.Exists("home/.new-state.tar") {
		t.Errorf("the archive is %q", p.Read("home/state.tar"))
	}
	p.Write("stub/flux", "")
	p.broker()
	if start := p.call("start"); !slices.Contains(start, "-o-Scontent.restore="+archive) {
		t.Errorf("with an archive: start is %q", start)
	}
	p.Write("stub/flux", "")
	p.Write("mnt/config/var/lib/flux/content.sqlite", "newer")
	p.broker()
	if start := p.call("start"); slices.Contains(start, "-o-Scontent.restore="+archive) {
		t.Errorf("with newer state: start is %q", start)
	}
}
