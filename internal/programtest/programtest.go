// Package programtest writes the programs that stand in for real ones in tests. Only tests import it.
package programtest

import (
	"os"
	"syscall"
)

// Write writes an executable file. t is a *testing.T, or a script of testscript.
//
// A program that another test starts meanwhile would inherit the open file, and Linux does not execute a file that is open for
// writing ("text file busy"). So no program starts while Write writes.
func Write(t interface{ Fatalf(string, ...any) }, path, text string) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil { //nolint:gosec // it is a program
		t.Fatalf("%v", err)
	}
}
