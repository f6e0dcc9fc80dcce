package cli_test

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/latchkey-dev/latchkey/cli"
)

var update = flag.Bool("update", false, "rewrite the expected output in testdata/script")

// TestMain runs twelve tests at a time, because scripts that watch a set mostly wait.
func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "12") // testing has made this flag
	testscript.Main(m, map[string]func(){"latchkey": runMain})
}

func runMain() {
	command := cli.Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Pause: 100 * time.Millisecond}
	os.Exit(command.Main(os.Args[1:]))
}

// TestScripts runs every script of testdata/script. Each script tests one command or idea.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GOGC", "off") // programs that live for some milliseconds collect no garbage
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "cluster": playCluster, "terminal": terminal},
	})
}

// exits runs a program and wants its exit code, as in "exits 2 latchkey render".
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARG]...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit := new(exec.ExitError)
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("%s exits with code %d, want %d", args[1], got, want)
	}
}
