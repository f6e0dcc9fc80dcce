package minicluster_test

import (
	"os"
	"strings"
	"testing"
)

// host is a stand-in for timeout, which the scripts use to knock at hosts. It says the text of the environment for every host.
const host = `case "$2" in flux) shift && exec "$@" ;; esac
[ -n "${STUB_HOST:-}" ] || exit 0
echo "$STUB_HOST" >&2
exit 1`

// TestLostWorker wants status 75 of a lead whose program failed because a worker's host is lost, and no other.
func TestLostWorker(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		down, host, program string
		want                int
	}{
		"a lost host":              {down: "1", host: "bash: connect: No route to host", program: "exit 3", want: 75},
		"the last of many":         {down: "3,5-7", host: "bash: connect: No route to host", program: "exit 3", want: 75},
		"a broker that ended":      {down: "1", host: "bash: connect: Connection refused", program: "exit 3", want: 3},
		"a worker that never came": {down: "1", host: "bash: app-m-0-1: Name or service not known", program: "exit 3", want: 3},
		"no broker is down":        {host: "bash: connect: No route to host", program: "exit 3", want: 3},
		"the program succeeded":    {down: "1", host: "bash: connect: No route to host", program: "exit 0", want: 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPod(t, map[string]string{"app.command": test.program}).with("LATCHKEY_LINGER=0", "STUB_DOWN="+test.down, "STUB_HOST="+test.host)
			p.Mkdir("bin")
			p.Stub("timeout", host)
			p.with("PATH=" + p.Path("bin") + ":" + p.Env["PATH"])
			if status := p.broker(); status != test.want {
				t.Errorf("status is %d, want %d\n%s", status, test.want, p.Stderr.String())
			}
			const lost = "is lost: its host does not answer. The status 3 of the command becomes 75"
			if said := strings.Contains(p.Stderr.String(), lost); said != (test.want == 75) {
				t.Errorf("it says that a worker is lost: %t\n%s", said, p.Stderr.String())
			}
		})
	}
}

// TestLostLead wants a worker to end with status 75 when its lead has answered and does so no more, and not to end for a lead that is
// yet to come.
func TestLostLead(t *testing.T) {
	t.Parallel()
	p := newPod(t, nil).with("JOB_COMPLETION_INDEX=1", "LATCHKEY_LINGER=60", "LATCHKEY_WATCH_SECONDS=0.1", "STUB_STAYS=first")
	p.Mkdir("bin")
	p.Stub("timeout", `[ -e "$STUB_DIR/answers" ]`)
	p.with("PATH=" + p.Path("bin") + ":" + p.Env["PATH"])
	running := p.Start("bash", p.Path("files/broker.sh"))
	p.AwaitCalls("timeout", 5) // more than a lead may miss
	p.Write("stub/answers", "")
	calls := len(p.Calls("timeout"))
	p.AwaitCalls("timeout", calls+2)
	if err := os.Remove(p.Path("stub/answers")); err != nil {
		t.Fatal(err)
	}
	if status := p.Wait(running); status != 75 || !strings.Contains(p.Stderr.String(), "the lead broker is gone: its pod does not answer any more") {
		t.Errorf("status is %d\n%s", status, p.Stderr.String())
	}
	if p.Read("stub/signal") != "TERM\n" {
		t.Error("the broker got no signal")
	}
}
