package cli_test

import (
	"io"
	"os"

	"github.com/creack/pty"
	"github.com/rogpeppe/go-internal/testscript"
)

// terminal runs a program with a terminal as its standard error: "terminal latchkey logs lammps -o out". The file screen gets what
// the terminal shows, as it comes. The command ttyin of testscript closes its terminal before it has read everything.
func terminal(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: terminal PROGRAM [ARG]...")
	}
	shows, tty, err := pty.Open()
	ts.Check(err)
	defer func() { _ = shows.Close() }()
	screen, err := os.Create(ts.MkAbs("screen"))
	ts.Check(err)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = io.Copy(screen, shows) // until nobody has the terminal open, which is an error
	}()
	err = ts.Exec("sh", append([]string{"-c", `exec "$@" 2>` + tty.Name(), "sh"}, args...)...)
	_ = tty.Close()
	<-done
	ts.Check(screen.Close())
	ts.Check(err)
}
