package files

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// A LockedError says which process has locked a file: "process 4711 on login1, since 2026-05-01T12:00:00Z".
type LockedError struct{ By string }

func (e *LockedError) Error() string { return "locked by " + e.By }

// errTaken is the error of tryLock for a file that another process has locked.
var errTaken = errors.New("another process has it")

// Lock locks a file, and makes it if it is new. The lock is one of the operating system: it ends when the file is closed or the
// process ends in any way, and the file that is left means nothing. The error is a [*LockedError] if another process has it.
// Where the system or the file system has no locks, nothing is locked, so that the folder can be used.
func Lock(root *os.Root, name string) (io.Closer, error) {
	if _, err := Exists(root, name); err != nil {
		return nil, err
	}
	file, err := root.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	_ = file.Chmod(0o666) // whoever shares the folder must be able to lock it; only the owner can do this
	if errors.Is(tryLock(file), errTaken) {
		by, _ := io.ReadAll(io.LimitReader(file, 500))
		return nil, errors.Join(&LockedError{By: strings.TrimSpace(string(by))}, file.Close())
	}
	host, _ := os.Hostname()
	_ = file.Truncate(0) // the text is only for people, and the folder is locked without it
	_, _ = fmt.Fprintf(file, "process %d on %s, since %s\n", os.Getpid(), host, time.Now().UTC().Format(time.RFC3339))
	return file, nil
}
