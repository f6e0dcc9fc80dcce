package podtest

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/latchkey-dev/latchkey/internal/testing/programtest"
)

// Main runs the tests of a package and returns the exit status. It runs twelve tests at a time unless -parallel says
// otherwise, because tests of scripts mostly wait.
func Main(m *testing.M) int {
	_ = flag.Set("test.parallel", "12") // testing has made this flag
	return m.Run()
}

// Pod is a folder that looks like the inside of a container to the container's scripts.
type Pod struct {
	T   *testing.T
	Dir string
	Env map[string]string
	// User runs the programs. It is nil for the user of the tests.
	User *syscall.Credential
	// Stdout and Stderr hold the output of the program that was started last.
	Stdout, Stderr Buffer
}

// New makes a pod in a new folder. bin holds stubs, stub what they note, and files the scripts and snippets of a
// ConfigMap. Without bash New skips the test.
func New(t *testing.T) *Pod {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	p := &Pod{T: t, Dir: t.TempDir()}
	p.Env = map[string]string{
		"PATH":           p.Path("bin") + ":" + os.Getenv("PATH"),
		"LATCHKEY_FILES": p.Path("files"),
		"STUB_DIR":       p.Path("stub"),
	}
	for _, folder := range []string{"bin", "files", "stub"} {
		p.Mkdir(folder)
	}
	return p
}

// Path returns the path of a file of the pod.
func (p *Pod) Path(name string) string { return filepath.Join(p.Dir, name) }

// Mkdir makes a folder that everybody may write to.
func (p *Pod) Mkdir(name string) {
	p.T.Helper()
	if err := errors.Join(os.MkdirAll(p.Path(name), 0o777), os.Chmod(p.Path(name), 0o777)); err != nil {
		p.T.Fatal(err)
	}
}

// Write writes an executable file.
func (p *Pod) Write(name, text string) {
	p.T.Helper()
	programtest.Write(p.T, p.Path(name), text)
}

// Read returns the text of a file, or nothing if there is none.
func (p *Pod) Read(name string) string {
	p.T.Helper()
	text, err := os.ReadFile(p.Path(name))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		p.T.Fatal(err)
	}
	return string(text)
}

// Exists tells whether there is a file.
func (p *Pod) Exists(name string) bool {
	_, err := os.Lstat(p.Path(name))
	return err == nil
}

// Link puts a program of this machine into bin under a name.
func (p *Pod) Link(program, name string) {
	p.T.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		p.T.Fatal(err)
	}
	if err := os.Symlink(path, p.Path("bin/"+name)); err != nil {
		p.T.Fatal(err)
	}
}

// python is where the interpreter itself is. What is on PATH may be a shim of a version manager, which takes longer to start it than
// the interpreter takes to start.
var python = sync.OnceValues(func() (string, error) {
	path, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output()
	return strings.TrimSpace(string(path)), err
})

// Python puts python3 into bin. Without it Python skips the test.
func (p *Pod) Python() {
	p.T.Helper()
	path, err := python()
	if err != nil {
		p.T.Skip("python3 is not installed")
	}
	p.Link(path, "python3")
}

// OpenToAll lets other users reach the files of the pod.
func (p *Pod) OpenToAll() {
	p.T.Helper()
	for folder := p.Dir; folder != os.TempDir() && folder != "/"; folder = filepath.Dir(folder) {
		if err := os.Chmod(folder, 0o755); err != nil {
			p.T.Fatal(err)
		}
	}
}

// Stub puts a program into bin that notes its arguments and then runs a snippet.
func (p *Pod) Stub(name, text string) {
	// One printf is one write: two may run at the same time.
	p.Write("bin/"+name, `#!/bin/bash
printf -v noted '%%s\\0%.0s' "$@"
printf "$noted\1" "$@" >>"$STUB_DIR/`+name+"\"\n"+text)
}

// Pause lets bash pause before a command of its script, as it may on a busy machine.
func (p *Pod) Pause(command string) {
	p.T.Helper()
	p.Write("pause", "set -T; trap '[ \"$BASH_COMMAND\" != \""+strings.ReplaceAll(command, "$", `\$`)+"\" ] || sleep 0.2' DEBUG\n")
	p.Env["BASH_ENV"] = p.Path("pause")
}

// Calls returns the arguments of each call of a stub so far.
func (p *Pod) Calls(name string) [][]string {
	var calls [][]string
	for call := range strings.SplitSeq(p.Read("stub/"+name), "\x01") {
		if call != "" {
			calls = append(calls, strings.Split(strings.TrimSuffix(call, "\x00"), "\x00"))
		}
	}
	return calls
}
