package minicluster_test

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// pod is a folder that looks to the scripts like the inside of a container.
type pod struct {
	t      *testing.T
	dir    string
	env    map[string]string
	stdout bytes.Buffer
	stderr bytes.Buffer
}

// newPod makes the pod with index 0 of a set called "app", in a folder of its
// own. Texts are the files of its ConfigMap beside the scripts.
func newPod(t *testing.T, texts map[string]string) *pod {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	stubs, err := filepath.Abs("testdata/stubs")
	if err != nil {
		t.Fatal(err)
	}
	p := &pod{t: t, dir: t.TempDir()}
	p.env = map[string]string{
		"PATH":                   stubs + ":" + os.Getenv("PATH"),
		"HOME":                   p.path("home"),
		"JOB_COMPLETION_INDEX":   "0",
		"LATCHKEY_CONTAINER":     "app",
		"LATCHKEY_FILES":         p.path("files"),
		"LATCHKEY_HOSTNAME_FILE": p.path("hostname"),
		"LATCHKEY_HOSTS":         "%H-[0-1]",
		"LATCHKEY_HOSTS_FILE":    p.path("hosts"),
		"LATCHKEY_LOGS":          p.path("out"),
		"LATCHKEY_MOUNT":         p.path("mnt"),
		"LATCHKEY_PRIVATE":       p.path("private"),
		"LATCHKEY_SOCKET":        "true",
		"STUB_DIR":               p.path("stub"),
	}
	for _, folder := range []string{"home", "files", "mnt", "private", "stub"} {
		p.mkdir(folder)
	}
	p.write("hostname", "app-m-0-0\n")
	p.write("hosts", "127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost\n10.1.2.3\tapp-m-0-0.net.hpc.svc.example.org\tapp-m-0-0\n")
	p.copyScripts()
	for name, text := range texts {
		p.write("files/"+name, text)
	}
	return p
}

func (p *pod) copyScripts() {
	p.t.Helper()
	files, err := filepath.Glob("scripts/*")
	if err != nil || len(files) == 0 {
		p.t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			p.t.Fatal(err)
		}
		p.write("files/"+filepath.Base(file), string(text))
	}
}

// with sets variables; it returns the pod.
func (p *pod) with(variables ...string) *pod {
	for _, variable := range variables {
		name, value, _ := strings.Cut(variable, "=")
		p.env[name] = value
	}
	return p
}

func (p *pod) path(name string) string { return filepath.Join(p.dir, name) }

func (p *pod) mkdir(name string) {
	p.t.Helper()
	if err := os.MkdirAll(p.path(name), 0o777); err != nil {
		p.t.Fatal(err)
	}
}

func (p *pod) write(name, text string) {
	p.t.Helper()
	if err := os.WriteFile(p.path(name), []byte(text), 0o755); err != nil {
		p.t.Fatal(err)
	}
}

// read returns the text of a file of the pod, or nothing when there is none.
func (p *pod) read(name string) string {
	p.t.Helper()
	text, err := os.ReadFile(p.path(name))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		p.t.Fatal(err)
	}
	return string(text)
}

func (p *pod) exists(name string) bool {
	_, err := os.Lstat(p.path(name))
	return err == nil
}

// command prepares a program of the pod, or one of its scripts.
func (p *pod) command(name string, args ...string) *exec.Cmd {
	command := exec.Command(name, args...)
	command.Dir = p.dir
	command.Env = []string{}
	for _, name := range slices.Sorted(maps.Keys(p.env)) {
		command.Env = append(command.Env, name+"="+p.env[name])
	}
	p.stdout.Reset()
	p.stderr.Reset()
	command.Stdout, command.Stderr = &p.stdout, &p.stderr
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.WaitDelay = 5 * time.Second
	return command
}

// run runs a program to its end and returns its status.
func (p *pod) run(name string, args ...string) int {
	p.t.Helper()
	return p.wait(p.start(name, args...))
}

func (p *pod) start(name string, args ...string) *exec.Cmd {
	p.t.Helper()
	command := p.command(name, args...)
	if err := command.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) })
	return command
}

func (p *pod) wait(command *exec.Cmd) int {
	p.t.Helper()
	timer := time.AfterFunc(60*time.Second, func() { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) })
	defer timer.Stop()
	err := command.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		p.t.Fatalf("%v\n%s", err, p.stderr.String())
	}
	if status := command.ProcessState.Sys().(syscall.WaitStatus); status.Signaled() {
		p.t.Fatalf("killed by %v\n%s%s", status.Signal(), p.stdout.String(), p.stderr.String())
	}
	return command.ProcessState.ExitCode()
}

// broker runs the script of the runner.
func (p *pod) broker() int {
	p.t.Helper()
	return p.run("bash", p.path("files/broker.sh"))
}

// calls returns the argument vectors of the stubs so far.
func (p *pod) calls() [][]string {
	var calls [][]string
	for call := range strings.SplitSeq(p.read("stub/calls"), "\x01") {
		if call != "" {
			calls = append(calls, strings.Split(strings.TrimSuffix(call, "\x00"), "\x00"))
		}
	}
	return calls
}

// call returns the first call of flux with the given subcommand.
func (p *pod) call(words ...string) []string {
	p.t.Helper()
	for _, call := range p.calls() {
		if len(call) >= len(words) && slices.Equal(call[:len(words)], words) {
			return call
		}
	}
	p.t.Fatalf("flux %s is not called; calls are %q\n%s", strings.Join(words, " "), p.calls(), p.stderr.String())
	return nil
}

// await waits for something that another process does.
func (p *pod) await(what string, happened func() bool) {
	p.t.Helper()
	for range 300 {
		if happened() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.t.Fatalf("in vain: waited for %s\n%s", what, p.stderr.String())
}
