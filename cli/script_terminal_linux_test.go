package cli_test

import (
	"fmt"
	"io"
	"os"
	"syscall"
	"unsafe"

	"github.com/rogpeppe/go-internal/testscript"
)

func init() { commands["terminal"] = terminal }

// terminal runs a program whose standard error is a terminal: "terminal latchkey logs lammps -o out". The file screen gets what
// the terminal shows, as it comes. The command ttyin of testscript closes its terminal before it has read everything.
func terminal(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: terminal PROGRAM [ARG]...")
	}
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	ts.Check(err)
	defer func() { _ = master.Close() }()
	var number, unlock int32
	for request, value := range map[uintptr]*int32{syscall.TIOCGPTN: &number, syscall.TIOCSPTLCK: &unlock} {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, master.Fd(), request, uintptr(unsafe.Pointer(value))); errno != 0 {
			ts.Fatalf("no terminal: %v", errno)
		}
	}
	path := fmt.Sprint("/dev/pts/", number)
	tty, err := os.OpenFile(path, os.O_RDWR|syscall.O_NOCTTY, 0)
	ts.Check(err)
	screen, err := os.Create(ts.MkAbs("screen"))
	ts.Check(err)
	shown := make(chan struct{})
	go func() {
		defer close(shown)
		_, _ = io.Copy(screen, master) // until nobody has the terminal open, which is an error
	}()
	err = ts.Exec("sh", append([]string{"-c", `exec "$@" 2>` + path, "sh"}, args...)...)
	_ = tty.Close()
	<-shown
	ts.Check(screen.Close())
	ts.Check(err)
}
