package metricset_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func TestCommandsAreWrappedInOrder(t *testing.T) {
	t.Parallel()
	container := plan.Container{
		Measured: []string{"a", "b"},
		Wrappers: []plan.Wrapper{{Prefix: "time"}, {}, {Prefix: " perf stat ", Suffix: "| tee x"}},
	}
	want := []string{"time perf stat a | tee x", "time perf stat b | tee x"}
	if diff := cmp.Diff(want, container.Commands()); diff != "" {
		t.Errorf("commands, the first wrapper outermost (-want +got):\n%s", diff)
	}
	if container.Measured[0] != "a" {
		t.Errorf("the measured commands have changed: %q", container.Measured)
	}
}

// TestProgramsGetOneCommand wants a program to get a snippet of several commands as one command.
func TestProgramsGetOneCommand(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]string{
		"lmp -in 'a b' >out":   "run lmp -in 'a b' >out",
		"cd /data && ./lmp":    "run bash -c 'cd /data && ./lmp'",
		"lmp -in a\nlmp -in b": "run bash -c $'lmp -in a\\nlmp -in b'",
		"A=1 lmp":              "run bash -c 'A=1 lmp'",
		"exec lmp":             "run bash -c 'exec lmp'",
		"time lmp":             "run bash -c 'time lmp'",
		"lmp | tee 'o ut'":     `run bash -c "lmp | tee 'o ut'"`,
	} {
		container := plan.Container{Measured: []string{command}, Wrappers: []plan.Wrapper{{Prefix: "run", Program: true}}}
		if diff := cmp.Diff([]string{want}, container.Commands()); diff != "" {
			t.Errorf("%q (-want +got):\n%s", command, diff)
		}
	}
}

func TestCloneSharesNothing(t *testing.T) {
	t.Parallel()
	made := func() plan.Plan {
		return plan.Plan{Jobs: []plan.Job{{
			Volumes: []plan.Volume{{Name: "v"}}, PullSecrets: []string{"s"},
			Containers: []plan.Container{{
				Command: []string{"c"}, Env: workload.Environment{{Name: "E"}}, Records: []plan.Record{{Pods: 1}}, Pre: []string{"p"},
				Measured: []string{"m"}, Post: []string{"q"}, Files: map[string]string{"t": "t"}, Wrappers: []plan.Wrapper{{Prefix: "w"}},
			}},
		}}}
	}
	first := made()
	job := &first.Clone().Jobs[0]
	job.Name, job.Volumes[0].Name, job.PullSecrets[0] = "x", "x", "x"
	c := &job.Containers[0]
	c.Name, c.Command[0], c.Env[0].Name, c.Records[0].Pods, c.Pre[0], c.Measured[0], c.Post[0] = "x", "x", "x", 9, "x", "x", "x"
	c.Files["t"], c.Wrappers[0].Prefix = "x", "x"
	if diff := cmp.Diff(made(), first); diff != "" {
		t.Errorf("a change of the copy changed the plan (-before +after):\n%s", diff)
	}
}

func TestArgv(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"sleep 10":              {"sleep", "10"},
		" lmp  -in 'a b' ":      {"lmp", "-in", "a b"},
		"echo $HOME":            {"sh", "-c", "exec echo $HOME"},
		"ls *":                  {"sh", "-c", "exec ls *"},
		"lmp >out":              {"sh", "-c", "exec lmp >out"},
		"exec lmp -in x":        {"lmp", "-in", "x"},
		"exec lmp >out":         {"sh", "-c", "exec lmp >out"},
		"a && b":                {"sh", "-c", "a && b\n\nexit $?"},
		"a; b":                  {"sh", "-c", "a; b\n\nexit $?"},
		"A=1 lmp":               {"sh", "-c", "A=1 exec lmp"},
		"A=1 exec lmp":          {"sh", "-c", "A=1 exec lmp"},
		">out A=$B lmp 2>&1":    {"sh", "-c", ">out A=$B exec lmp 2>&1"},
		"A=1":                   {"sh", "-c", "A=1\n\nexit $?"},
		"lmp &":                 {"sh", "-c", "lmp &\n\nexit $?"},
		"if a; then b; fi":      {"sh", "-c", "if a; then b; fi\n\nexit $?"},
		". ./run.sh":            {"sh", "-c", ". ./run.sh\n\nexit $?"},
		"echo 'unbalanced":      {"sh", "-c", "echo 'unbalanced\n\nexit $?"},
		"cat <<EOT\nhello\nEOT": {"sh", "-c", "exec cat <<EOT\nhello\nEOT"},
	} {
		if diff := cmp.Diff(want, plan.Argv(text, "sh")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestCommandLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"  sleep   10 ": "sleep 10", "a 'b c' \"d\"": "a b c d", "echo 'open": "echo 'open", "lmp -in x >out 2>&1": "lmp -in x",
		"exec lmp": "lmp", "cd d && lmp": "cd d && lmp", "lmp $X": "lmp $X",
	} {
		if got := plan.CommandLine(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}

// TestWatched has the process to look for, for each kind of command line.
func TestWatched(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]map[string]string{
		"sleep 10":         {plan.WatchFile: "sleep 10"},
		"sleep 10 >out":    {plan.WatchFile: "sleep 10"},
		"exec sleep 10":    {plan.WatchFile: "sleep 10"},
		"cd / && sleep 10": {plan.WatchFile: "sh -c cd / && sleep 10\n\nexit $?"},
		"A=1 sleep 10":     {plan.WatchFile: "sleep 10"},
		"lmp.x *.in $N":    {plan.PatternFile: `(^|[ /])lmp\.x( .*)?( .*)?$`},
		"$APP -in 'a b'":   {plan.PatternFile: `.+ -in a b$`},
	} {
		if diff := cmp.Diff(want, plan.Watched(text, "sh")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestQuote(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	for _, word := range []string{"", "plain", "a b", "it's", `"$(id)" \ %s` + "\n\té`x`", "-n", "*", "~"} {
		out, err := exec.Command("bash", "-c", "printf %s "+plan.Quote(word)).Output()
		if err != nil || string(out) != word {
			t.Errorf("%q arrives as %q: %v", word, out, err)
		}
	}
}

func TestRecordLines(t *testing.T) {
	t.Parallel()
	record := plan.Record{Pods: 2, MetricName: "a\"b\n$(c)", MetricOptions: map[string]any{"z": 1, "a": "x"}}
	want := "METADATA START {\"pods\":2,\"metricName\":\"a\\\"b\\n$(c)\",\"metricOptions\":{\"a\":\"x\",\"z\":1}}\nMETADATA END\n"
	if got := record.Lines(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	record.Addon = true
	if got := record.Lines(); got != strings.ReplaceAll(want, "METADATA", "ADDON METADATA") {
		t.Errorf("%q", got)
	}
}
