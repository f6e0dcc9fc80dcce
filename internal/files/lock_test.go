//go:build linux || darwin

package files

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestLock wants a file locked by one process at a time, and free after the process was killed.
func TestLock(t *testing.T) {
	t.Parallel()
	parent, root := shared(t)
	other := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestLockHolder$")
	other.Env = append(os.Environ(), "LOCKS="+filepath.Join(parent, "in"))
	out, err := other.StdoutPipe()
	if err == nil {
		err = other.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer other.Wait() //nolint:errcheck // it was killed
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	_, err = Lock(root, "lock")
	if locked := new(LockedError); !errors.As(err, &locked) || !strings.HasPrefix(locked.By, fmt.Sprintf("process %d on ", other.Process.Pid)) {
		t.Errorf("the error is %v", err)
	}
	if err := other.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = other.Wait()
	lock, err := Lock(root, "lock")
	if err != nil {
		t.Fatal(err)
	}
	if err := lock.Close(); err != nil {
		t.Error(err)
	}
}

// TestLockHolder is the other process of TestLock.
func TestLockHolder(t *testing.T) {
	folder := os.Getenv("LOCKS")
	if folder == "" {
		t.Skip("only for TestLock")
	}
	root, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	lock, err := Lock(root, "lock")
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close() //nolint:errcheck // the other process kills this one before
	fmt.Println("locked")
	time.Sleep(time.Minute)
}

// TestLockLink wants nothing written through a link that somebody has planted.
func TestLockLink(t *testing.T) {
	t.Parallel()
	parent, root := shared(t)
	if err := os.Symlink("below", filepath.Join(parent, "in", "lock")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	if _, err := Lock(root, "lock"); !errors.Is(err, ErrIrregular) {
		t.Errorf("the error is %v", err)
	}
}
