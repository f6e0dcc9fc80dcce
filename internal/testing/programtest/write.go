package programtest

import (
	"os"
	"syscall"
)

// Write writes a file that everybody may execute, whatever the umask is. t is a *testing.T, or a script of testscript.
//
// A program that another test starts meanwhile would inherit the open file, and Linux does not execute a file that is open for
// writing ("text file busy"). So no program starts while Write writes.
func Write(t interface{ Fatalf(string, ...any) }, path, text string) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	err := os.WriteFile(path, []byte(text), 0o755) //nolint:gosec // it is a program
	if err == nil {
		err = os.Chmod(path, 0o755) //nolint:gosec // it is a program
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
}
