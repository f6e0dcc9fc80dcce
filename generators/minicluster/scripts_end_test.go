package minicluster_test

import (
	"net"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/apis/names"
)

// A broker that got SIGTERM must end, and must not count as succeeded.
func TestTerminatedBrokersHaveFailed(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		env    []string
		status int
	}{
		"a lead that ends well":               {[]string{"JOB_COMPLETION_INDEX=0", "STUB_STOPPED=0"}, 143},
		"a worker that ends well":             {[]string{"JOB_COMPLETION_INDEX=1", "STUB_STOPPED=0"}, 143},
		"a lead that ends with a status":      {[]string{"JOB_COMPLETION_INDEX=0", "STUB_STOPPED=129"}, 129},
		"a worker that waits for its lead":    {[]string{"JOB_COMPLETION_INDEX=1", "STUB_STOPPED=never"}, 143},
		"a worker that waits, killed at once": {[]string{"JOB_COMPLETION_INDEX=1", "STUB_STOPPED=never", "LATCHKEY_GOODBYE_SECONDS=0"}, 143},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPod(t, map[string]string{"app.post": "echo post"}).
				with("LATCHKEY_MODE=interactive", "STUB_STAYS=first", "LATCHKEY_GOODBYE_SECONDS=1").with(test.env...)
			running := p.Start("bash", p.Path("files/broker.sh"))
			p.Await("the broker", func() bool { return p.Exists("stub/environment") })
			if err := syscall.Kill(running.Process.Pid, syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			if status := p.Wait(running); status != test.status {
				t.Errorf("status is %d, want %d\n%s", status, test.status, p.Stderr.String())
			}
			if p.Stdout.String() != "post\n" {
				t.Errorf("post has not run: %q", p.Stdout.String())
			}
		})
	}
}

// TestDisruptedPodFailsFirst wants a lead that failed to wait for the failure of another pod, and a worker that Kubernetes
// takes away not to wait for the lead.
func TestDisruptedPodFailsFirst(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status, linger string
		want           int
		waits          bool
	}{
		"a lead that failed":                   {status: "3", linger: "2", want: 3, waits: true},
		"a lead with the status of a lost one": {status: "75", linger: "2", want: 1, waits: true},
		"a lead that succeeded":                {status: "0", linger: "60", want: 0},
		"a lead without this restart":          {status: "3", want: 3},
	} {
		p := newPod(t, map[string]string{"app.command": "exit " + test.status})
		if test.linger != "" {
			p.with("LATCHKEY_LINGER=" + test.linger)
		}
		p.Mkdir("bin")
		p.Stub("sleep", "")
		p.with("PATH=" + p.Path("bin") + ":" + p.Env["PATH"])
		if status := p.broker(); status != test.want {
			t.Errorf("%s: status is %d, want %d\n%s", name, status, test.want, p.Stderr.String())
		}
		if waits := slices.ContainsFunc(p.Calls("sleep"), func(words []string) bool { return words[0] == test.linger }); waits != test.waits {
			t.Errorf("%s: it has waited: %t", name, waits)
		}
	}
	worker := newPod(t, nil).with("JOB_COMPLETION_INDEX=1", "LATCHKEY_MODE=interactive", "STUB_STAYS=first", "STUB_STOPPED=0",
		"LATCHKEY_LINGER=60", "LATCHKEY_OUTLIVE_SECONDS=60")
	worker.Mkdir("bin")
	worker.Stub("timeout", "exit 0") // the lead answers
	worker.with("PATH=" + worker.Path("bin") + ":" + worker.Env["PATH"])
	running := worker.Start("bash", worker.Path("files/broker.sh"))
	worker.Await("the broker", func() bool { return worker.Exists("stub/environment") })
	began := time.Now()
	if err := syscall.Kill(running.Process.Pid, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status := worker.Wait(running); status != 143 || time.Since(began) > 15*time.Second {
		t.Errorf("the worker ended with status %d after %s", status, time.Since(began))
	}
}

// TestDeadline wants the lead to end its command before Kubernetes deletes the pods, and to say why.
func TestDeadline(t *testing.T) {
	t.Parallel()
	p := newPod(t, nil).with("LATCHKEY_MODE=interactive", "STUB_STAYS=first", "STUB_STOPPED=0", "LATCHKEY_DEADLINE=12")
	began := time.Now()
	if status := p.broker(); status != 124 {
		t.Errorf("status is %d, want 124\n%s", status, p.Stderr.String())
	}
	if took := time.Since(began); took < 8*time.Second {
		t.Errorf("it ended after %v", took)
	}
	if !strings.Contains(p.Stderr.String(), "error: the deadline of this set, deadlineSeconds: 12, is 3 s away") {
		t.Errorf("the deadline is not named:\n%s", p.Stderr.String())
	}
	quick := newPod(t, map[string]string{"app.command": "echo done"}).with("LATCHKEY_DEADLINE=100")
	if status := quick.broker(); status != 0 || quick.Stdout.String() != "done\n" {
		t.Errorf("status %d, output %q", status, quick.Stdout.String())
	}
}

// TestWorkerOutlivesItsLead wants a worker that got SIGTERM to wait for a lead that answers, but not forever.
func TestWorkerOutlivesItsLead(t *testing.T) {
	t.Parallel()
	lead, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lead.Close() })
	_, port, _ := net.SplitHostPort(lead.Addr().String())
	for _, seconds := range []string{"1", "60"} {
		p := newPod(t, nil).with("JOB_COMPLETION_INDEX=1", "LATCHKEY_MODE=interactive", "STUB_STAYS=first", "STUB_STOPPED=0",
			"LATCHKEY_SERVICE_PORT="+port, "LATCHKEY_OUTLIVE_SECONDS="+seconds)
		p.Mkdir("bin")
		p.Write("bin/timeout", "#!/bin/bash\necho asked >>\"$STUB_DIR/asked\"\nshift\nexec \"${@//app-m-0-0.net.hpc.svc.example.org/127.0.0.1}\"\n")
		p.with("PATH=" + p.Path("bin") + ":" + p.Env["PATH"])
		running := p.Start("bash", p.Path("files/broker.sh"))
		p.Await("the broker", func() bool { return p.Exists("stub/environment") })
		if err := syscall.Kill(running.Process.Pid, syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		p.Await("a question", func() bool { return p.Exists("stub/asked") })
		if seconds == "60" {
			_ = lead.Close()
		}
		if status := p.Wait(running); status != 143 {
			t.Errorf("status is %d, want 143\n%s", status, p.Stderr.String())
		}
	}
}

// TestTerminatedJobs wants SIGTERM to end the job, whether it runs or still waits for hosts. The signal comes before the script
// knows the process number of flux job attach.
func TestTerminatedJobs(t *testing.T) {
	t.Parallel()
	for state, want := range map[string][]string{
		"RUN":   {"job attach", "jobs --no-header"},
		"SCHED": {"job attach", "jobs --no-header", "cancel "},
	} {
		t.Run(state, func(t *testing.T) {
			t.Parallel()
			p := newPod(t, nil).with("STUB_STATE="+state, "LATCHKEY_QUIET=true")
			p.Pause("job=$!")
			running := p.Start("bash", p.Path("files/attach.sh"), "flux", "submit", "sleep", "60")
			p.Await("the job", func() bool { return len(p.Calls("flux")) == 2 })
			if err := syscall.Kill(running.Process.Pid, syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			if status := p.Wait(running); status != 143 {
				t.Errorf("status is %d, want 143\n%s", status, p.Stderr.String())
			}
			calls := p.Calls("flux")[1:]
			if len(calls) != len(want) {
				t.Fatalf("calls are %q, want %q", calls, want)
			}
			for i, call := range calls {
				if said := strings.Join(call, " "); !strings.HasPrefix(said, want[i]) {
					t.Errorf("call %d is %q, want %q", i, said, want[i])
				}
			}
		})
	}
}

// TestTerminatedLauncher sends a signal before the script knows the process number of its program.
func TestTerminatedLauncher(t *testing.T) {
	t.Parallel()
	for _, signal := range []string{"TERM", "HUP"} {
		p := newPod(t, nil)
		p.Pause("child=$!")
		status := p.Run("bash", p.Path("files/launcher.sh"), "bash", "-c", "trap 'exit 3' "+signal+"; kill -"+signal+" $PPID; while :; do sleep 0.1; done")
		if status != 3 {
			t.Errorf("%s: status %d, want the status of the program, 3", signal, status)
		}
	}
}

// TestStartIsTold wants the log to say when the job starts, unless the set is quiet.
func TestStartIsTold(t *testing.T) {
	t.Parallel()
	for quiet, want := range map[string]bool{"": true, "true": false} {
		p := newPod(t, nil).with("LATCHKEY_QUIET=" + quiet)
		if status := p.Run("bash", p.Path("files/attach.sh"), "flux", "submit", "sleep", "1"); status != 0 {
			t.Errorf("status is %d\n%s", status, p.Stderr.String())
		}
		if told := strings.Contains(p.Stderr.String(), names.JobStarted+"\n"); told != want {
			t.Errorf("quiet is %q, and standard error is %q", quiet, p.Stderr.String())
		}
	}
}

func TestHookThatEndsTheScriptIsNamed(t *testing.T) {
	t.Parallel()
	for _, script := range []string{"broker.sh", "sidecar.sh"} {
		p := newPod(t, map[string]string{"app.init": "false; echo never"}).with("LATCHKEY_STRICT=true")
		if status := p.Run("bash", p.Path("files/"+script)); status != 1 {
			t.Errorf("%s: status is %d, want 1", script, status)
		}
		if !strings.Contains(p.Stderr.String(), "latchkey: error: commands.init ended with status 1, and so does this container: the command is not run\n") {
			t.Errorf("%s does not say which hook has failed:\n%s", script, p.Stderr.String())
		}
	}
}

// TestHostsAreWrittenAnew starts the broker while the kubelet rewrites /etc/hosts, which it does for each container.
func TestHostsAreWrittenAnew(t *testing.T) {
	t.Parallel()
	p := newPod(t, map[string]string{"app.command": "true"})
	hosts := p.Read("hosts")
	p.Write("hosts", "")
	running := p.Start("bash", p.Path("files/broker.sh"))
	time.Sleep(500 * time.Millisecond)
	p.Write("hosts", hosts)
	if status := p.Wait(running); status != 0 {
		t.Fatalf("status is %d\n%s", status, p.Stderr.String())
	}
	if got := p.Read("mnt/config/etc/flux/config/broker.toml"); !strings.Contains(got, "tcp://%h.net.hpc.svc.example.org:%p") {
		t.Errorf("the domain is not in\n%s", got)
	}
}
