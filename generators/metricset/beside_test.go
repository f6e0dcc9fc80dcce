package metricset_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// beside starts a program of another container of the pod, and ends it with the test.
func beside(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	other := exec.Command(name, args...)
	other.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { // otherwise it stays as a zombie
		defer close(ended)
		_ = other.Wait()
	}()
	t.Cleanup(func() {
		_ = syscall.Kill(-other.Process.Pid, syscall.SIGKILL)
		<-ended
	})
	return other
}

// commandLine returns the arguments of a process, or nothing if it has ended.
func commandLine(pid string) string {
	line, _ := os.ReadFile("/proc/" + pid + "/cmdline")
	return strings.TrimSpace(strings.ReplaceAll(string(line), "\x00", " "))
}

// endAll ends the processes with a command line, as if they were done.
func endAll(t *testing.T, line string) {
	t.Helper()
	ended := 0
	paths, _ := filepath.Glob("/proc/[0-9]*")
	for _, path := range paths {
		if pid, err := strconv.Atoi(filepath.Base(path)); err == nil && commandLine(filepath.Base(path)) == line {
			_ = syscall.Kill(pid, syscall.SIGKILL)
			ended++
		}
	}
	if ended == 0 {
		t.Fatalf("no process is called %q", line)
	}
}
