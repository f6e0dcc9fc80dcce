package minicluster_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// awkward is a command that would break a script into which it is pasted.
const awkward = `echo "it's $HOME" 'single $HOME' ` + "`echo ticks`" + ` %s *
cat <<EOF
line \$x "quoted" \\ ${HOME}
EOF
`

func TestCommandReachesFlux(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		texts map[string]string
		env   []string
		want  []string // of the initial program, "FILES" being the folder of the snippets
	}{
		"a plain command keeps its own name": {
			texts: map[string]string{"app.command": "cat -v   /dev/null\n"},
			env:   []string{"LATCHKEY_SUBMIT=flux submit -N 2 -n 2 '-ompi=openmpi@5'"},
			want:  []string{"bash", "FILES/attach.sh", "flux", "submit", "-oexit-timeout=none", "-oexit-on-error", "-N", "2", "-n", "2", "-ompi=openmpi@5", "cat", "-v", "/dev/null"},
		},
		"all else is for a shell, as it was written": {
			texts: map[string]string{"app.command": awkward},
			want:  []string{"bash", "FILES/attach.sh", "flux", "submit", "-oexit-timeout=none", "-oexit-on-error", "bash", "-c", strings.TrimRight(awkward, "\n")},
		},
		"an assignment is for a shell": {
			texts: map[string]string{"app.command": "A=1 cat /dev/null"},
			want:  []string{"bash", "FILES/attach.sh", "flux", "submit", "-oexit-timeout=none", "-oexit-on-error", "bash", "-c", "A=1 cat /dev/null"},
		},
		"a builtin is for a shell": {
			texts: map[string]string{"app.command": "ulimit -c"},
			want:  []string{"bash", "FILES/attach.sh", "flux", "submit", "-oexit-timeout=none", "-oexit-on-error", "bash", "-c", "ulimit -c"},
		},
		"many jobs are left to flux submit": {
			texts: map[string]string{"app.command": "cat /dev/null"},
			env:   []string{"LATCHKEY_SUBMIT=flux submit --cc=0-3"},
			want:  []string{"flux", "submit", "-oexit-timeout=none", "-oexit-on-error", "--cc=0-3", "--quiet", "--watch", "cat", "/dev/null"},
		},
		"options may begin it": {
			texts: map[string]string{"app.command": " -N 2 '-o a' cat 'b c'"},
			want:  []string{"bash", "FILES/attach.sh", "flux", "submit", "-oexit-timeout=none", "-oexit-on-error", "-N", "2", "-o a", "cat", "b c"},
		},
		"options for many jobs may begin it": {
			texts: map[string]string{"app.command": "--cc=0-3 cat /dev/null"},
			want:  []string{"flux", "submit", "-oexit-timeout=none", "-oexit-on-error", "--quiet", "--watch", "--cc=0-3", "cat", "/dev/null"},
		},
		"a script with options for sh": {
			texts: map[string]string{"app.script": "#!/bin/bash  -euo pipefail\necho\n"},
			env:   []string{"LATCHKEY_MODE=launcher"},
			want:  []string{"bash", "FILES/launcher.sh", "bash", "-euo", "pipefail", "FILES/app.script"},
		},
		"a queue has a letter, too": {
			texts: map[string]string{"app.command": "cat /dev/null"},
			env:   []string{"LATCHKEY_SUBMIT=flux submit -q debug"},
			want:  []string{"bash", "FILES/attach.sh", "flux", "submit", "-oexit-timeout=none", "-oexit-on-error", "-q", "debug", "cat", "/dev/null"},
		},
		"queues of the configuration are started first": {
			texts: map[string]string{"app.command": "cat /dev/null"},
			env:   []string{"LATCHKEY_QUEUES=true", "LATCHKEY_MODE=launcher"},
			want:  []string{"bash", "-c", `flux queue start --all --quiet && exec "$@"`, "bash", "bash", "FILES/launcher.sh", "cat", "/dev/null"},
		},
		"a launcher is waited for": {
			texts: map[string]string{"app.command": "cat /dev/null"},
			env:   []string{"LATCHKEY_MODE=launcher"},
			want:  []string{"bash", "FILES/launcher.sh", "cat", "/dev/null"},
		},
		"a prefix goes before it, word by word": {
			texts: map[string]string{"app.command": "cat /dev/null"},
			env:   []string{"LATCHKEY_MODE=launcher", "LATCHKEY_PREFIX=env 'A=b c'"},
			want:  []string{"env", "A=b c", "bash", "FILES/launcher.sh", "cat", "/dev/null"},
		},
		"a script takes the place of a command": {
			texts: map[string]string{"app.script": "echo $HOME\n"},
			want:  []string{"bash", "FILES/attach.sh", "flux", "submit", "-oexit-timeout=none", "-oexit-on-error", "bash", "FILES/app.script"},
		},
		"a script for sh is run by bash": {
			texts: map[string]string{"app.script": "#!/bin/sh -e\necho\n"},
			env:   []string{"LATCHKEY_MODE=launcher"},
			want:  []string{"bash", "FILES/launcher.sh", "bash", "-e", "FILES/app.script"},
		},
		"a script may name another program": {
			texts: map[string]string{"app.script": "#!/usr/bin/env python3\nprint()\n"},
			want:  []string{"bash", "FILES/attach.sh", "flux", "submit", "-oexit-timeout=none", "-oexit-on-error", "FILES/app.script"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPod(t, test.texts).with(test.env...)
			p.broker()
			got := initialProgram(p.call("start"))
			for i := range got {
				got[i] = strings.Replace(got[i], p.Path("files"), "FILES", 1)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("initial program (-want +got):\n%s", diff)
			}
		})
	}
}

// Most users choose no options of flux submit. Their sets ship no code for options before a command.
func TestCommandOfASetWithoutOptions(t *testing.T) {
	t.Parallel()
	p := newPod(t, map[string]string{"app.command": "\n cat -v   /dev/null\n"})
	p.others = nil
	if status := p.broker(); status != 0 {
		t.Fatalf("status is %d\n%s", status, p.Stderr.String())
	}
	want := []string{"bash", p.Path("files/attach.sh"), "flux", "submit", "-oexit-timeout=none", "-oexit-on-error", "cat", "-v", "/dev/null"}
	if diff := cmp.Diff(want, initialProgram(p.call("start"))); diff != "" {
		t.Errorf("initial program (-want +got):\n%s", diff)
	}
}

// initialProgram returns the words after the options of flux start.
func initialProgram(start []string) []string {
	words := slices.Clone(start[1:])
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		words = words[1:]
	}
	return words
}

func TestAwkwardCommandRuns(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"submit", "launcher"} {
		p := newPod(t, map[string]string{"app.command": awkward + "exit 3"}).with("LATCHKEY_MODE=" + mode)
		if status := p.broker(); status != 3 {
			t.Errorf("%s: status is %d, want 3", mode, status)
		}
		home := p.Env["HOME"]
		for _, want := range []string{
			"it's " + home + " single $HOME ticks %s ",
			`line $x "quoted" \ ` + home + "\n",
		} {
			if !strings.Contains(p.Stdout.String(), want) {
				t.Errorf("%s: output lacks %q:\n%s", mode, want, p.Stdout.String())
			}
		}
	}
}

func TestLongCommandIsRunFromItsFile(t *testing.T) {
	t.Parallel()
	p := newPod(t, map[string]string{"app.command": "echo " + strings.Repeat("long ", 40000)}).with("LATCHKEY_LONG=true")
	if status := p.broker(); status != 0 {
		t.Fatalf("status is %d\n%s", status, p.Stderr.String())
	}
	want := []string{"bash", p.Path("files/attach.sh"), "flux", "submit", "-oexit-timeout=none", "-oexit-on-error", "bash", p.Path("files/app.command")}
	if diff := cmp.Diff(want, initialProgram(p.call("start"))); diff != "" {
		t.Errorf("initial program (-want +got):\n%s", diff)
	}
}

func TestBatchFailsWhenALineFails(t *testing.T) {
	t.Parallel()
	p := newPod(t, map[string]string{"app.batch": `echo "one   two" $((1 + 1)) | tr n N

# a remark
-n 1 bash -c 'echo oops >&2; exit 4'
cat /dev/null
--nonsense x`}).with("LATCHKEY_MODE=batch", "LATCHKEY_BATCH=flux batch -N 2 -n 2")
	p.others = nil // the generator does not look for options in the lines
	if status := p.broker(); status != 4 {
		t.Errorf("status is %d, want 4\n%s", status, p.Stderr.String())
	}
	want := []string{"batch", "--output=kvs", "--flags=waitable", "-N", "2", "-n", "2", p.Path("files/batch.sh")}
	if diff := cmp.Diff(want, p.call("batch")); diff != "" {
		t.Errorf("flux batch (-want +got):\n%s", diff)
	}
	if call := p.call("submit"); !slices.Contains(call, "-oexit-timeout=none") || !slices.Contains(call, "-oexit-on-error") {
		t.Errorf("the tasks of a line may not end at any time: %q", call)
	}
	for _, want := range []string{
		"job-0.err:\noNe   two 2\n", "oops\n", "unrecognized arguments: --nonsense\n", "2 of the batch's lines failed: 3 5\n",
	} {
		if !strings.Contains(p.Stdout.String(), want) {
			t.Errorf("output lacks %q:\n%s", want, p.Stdout.String())
		}
	}
	if got := p.Read("out/job-0.out"); got != "oNe   two 2\n" {
		t.Errorf("job-0.out is %q", got)
	}
}

// TestLauncherWaitsForItsJobs wants a launcher's jobs to run to their end, with their output and status.
func TestLauncherWaitsForItsJobs(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]struct {
		status int
		output string
	}{
		"flux submit echo one; flux submit bash -c 'echo two; exit 4'; echo done": {4, "one two"},
		"flux job attach $(flux submit echo one)":                                 {0, "one"},
		"flux submit bash -c 'echo one; flux submit echo two'":                    {0, "one two"},
		"flux submit echo never; exit 3":                                          {3, ""},
	} {
		p := newPod(t, map[string]string{"app.command": command}).with("LATCHKEY_MODE=launcher")
		if status := p.broker(); status != want.status {
			t.Errorf("%s: status is %d, want %d\n%s", command, status, want.status, p.Stderr.String())
		}
		var got []string
		for line := range strings.Lines(p.Stdout.String()) {
			if line := strings.TrimSpace(line); line == "one" || line == "two" || line == "never" {
				got = append(got, line)
			}
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want.output {
			t.Errorf("%s: output is %q\n%s", command, p.Stdout.String(), p.Stderr.String())
		}
	}
}

// TestLauncherJudgesBatches wants a batch job that failed to fail the set, also if it ended before the command. What the
// command submitted by itself has been judged by the command.
func TestLauncherJudgesBatches(t *testing.T) {
	t.Parallel()
	for failed, want := range map[string]int{"": 0, "f2 5": 0, "fB1 7": 7, "f2 5\nfB3 9\nfB1 7\nf4 6": 7, "fB1 -15": 1, "fB1": 1} {
		p := newPod(t, map[string]string{"app.command": "echo done"}).with("LATCHKEY_MODE=launcher", "STUB_FAILED="+failed)
		if status := p.broker(); status != want {
			t.Errorf("%q: status is %d, want %d\n%s", failed, status, want, p.Stderr.String())
		}
	}
}

func TestQuietBatchStillShowsOutput(t *testing.T) {
	t.Parallel()
	p := newPod(t, map[string]string{"app.batch": "echo fine"}).with("LATCHKEY_MODE=batch", "LATCHKEY_QUIET=true")
	if status := p.broker(); status != 0 || p.Stdout.String() != "fine\n" || p.Stderr.String() != "" {
		t.Errorf("status %d, output %q, standard error %q", status, p.Stdout.String(), p.Stderr.String())
	}
}

func TestRawBatchIsTheUsersScript(t *testing.T) {
	t.Parallel()
	text := "# flux: -t 1m\necho \"$((40 + 2))\" '$x'\nfalse"
	p := newPod(t, map[string]string{"app.batch": text}).with("LATCHKEY_MODE=batch", "LATCHKEY_BATCH_RAW=true")
	if status := p.broker(); status != 1 {
		t.Errorf("status is %d, want 1\n%s", status, p.Stderr.String())
	}
	if got, want := p.Read("mnt/config/flux-job.batch"), "#!/bin/bash\n"+text+"\n"; got != want {
		t.Errorf("batch script is %q, want %q", got, want)
	}
	if got, want := p.Stdout.String(), "42 $x\n"; got != want {
		t.Errorf("output is %q, want %q", got, want)
	}
}

func TestInteractiveRunsNoProgram(t *testing.T) {
	t.Parallel()
	p := newPod(t, nil).with("LATCHKEY_MODE=interactive", "LATCHKEY_TIMED=true", "LATCHKEY_PREFIX=env")
	if status := p.broker(); status != 0 {
		t.Fatalf("status is %d\n%s", status, p.Stderr.String())
	}
	start := p.call("start")
	if len(initialProgram(start)) != 0 || !slices.Contains(start, "-o-Sbroker.rc2_none") {
		t.Errorf("start is %q", start)
	}
}
