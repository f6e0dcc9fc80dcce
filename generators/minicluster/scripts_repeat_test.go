package minicluster_test

import (
	"slices"
	"strings"
	"testing"
)

// TestRepeats wants each run of a study as a job of its own, marked and described, and the status of the first that failed.
func TestRepeats(t *testing.T) {
	t.Parallel()
	p := newPod(t, map[string]string{"app.command": `n=$(cat "$COUNT") || n=0; echo $((n + 1)) >"$COUNT"; echo run $n; [ $n != 1 ] || exit 3; [ $n != 2 ] || exit 4`}).
		with("LATCHKEY_REPEAT=4", "LATCHKEY_STREAM=true", "COUNT="+t.TempDir()+"/count")
	if status := p.broker(); status != 3 {
		t.Errorf("status is %d, want 3\n%s", status, p.Stderr.String())
	}
	var marks []string
	for line := range strings.Lines(p.Stdout.String()) {
		line = strings.TrimSpace(line)
		if id, isJob := strings.CutPrefix(line, "FLUX-JOB START f"); isJob {
			_, name, _ := strings.Cut(id, " ")
			line = "FLUX-JOB START ID " + name
		}
		if line != "FLUX-JOB END" && !strings.HasPrefix(line, "FLUX-JOB-") && !strings.HasPrefix(line, "{") {
			marks = append(marks, line)
		}
	}
	want := strings.Split("FLUX-RUN START run-1,run 0,FLUX-RUN END run-1,FLUX-JOB START ID run-1,"+
		"FLUX-RUN START run-2,run 1,FLUX-RUN END run-2,FLUX-JOB START ID run-2,"+
		"FLUX-RUN START run-3,run 2,FLUX-RUN END run-3,FLUX-JOB START ID run-3,"+
		"FLUX-RUN START run-4,run 3,FLUX-RUN END run-4,FLUX-JOB START ID run-4", ",")
	if !slices.Equal(marks, want) {
		t.Errorf("the output is\n%s", p.Stdout.String())
	}
	if call := p.call("submit"); !slices.Contains(call, "--setattr=user.study_id=run-1") {
		t.Errorf("the first job is %q", call)
	}
	for _, part := range []string{"jobspec", "R", "guest.exec.eventlog"} {
		if call := p.call("job", "info"); call == nil || !strings.Contains(p.Read("stub/flux"), "\x00"+part+"\x00") {
			t.Errorf("flux is not asked for %s", part)
		}
	}
}

// TestRepeatsStop wants the end of the run, and no further one, after the signals with which pods and brokers are stopped.
// The signal comes before the script knows the process number of its program.
func TestRepeatsStop(t *testing.T) {
	t.Parallel()
	for _, signal := range []string{"TERM", "HUP"} {
		p := newPod(t, nil).with("LATCHKEY_REPEAT=3")
		p.Pause("lk_child=$!")
		cmd := p.Start("bash", p.Path("files/repeat.sh"), "bash", "-c", "trap 'echo told; exit 0' TERM; kill -"+signal+" $PPID; while :; do sleep 0.1; done")
		if status := p.Wait(cmd); status != 143 || !strings.Contains(p.Stdout.String(), "told\nFLUX-RUN END run-1") || strings.Contains(p.Stdout.String(), "run-2") {
			t.Errorf("%s: status %d, output\n%s", signal, status, p.Stdout.String())
		}
	}
}
