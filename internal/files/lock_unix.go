//go:build linux || darwin

package files

import (
	"errors"
	"os"
	"syscall"
)

// tryLock locks a file if no other process has locked it.
func tryLock(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errTaken
	}
	return err
}
