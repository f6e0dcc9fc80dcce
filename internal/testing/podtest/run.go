package podtest

import (
	"bytes"
	"errors"
	"maps"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"
)

// limit bounds the life of every program. patience bounds every wait for another program. Both are long, for busy
// machines: no test comes near them.
const (
	limit    = 5 * time.Minute
	patience = 3 * time.Minute
)

// Buffer holds the output of a program, which may be read while it runs.
type Buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write adds to the output.
func (b *Buffer) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(text)
}

// String returns the output so far.
func (b *Buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// Reset forgets the output so far.
func (b *Buffer) Reset() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text.Reset()
}

// Command prepares a program of the pod, with the pod's environment and no other.
func (p *Pod) Command(name string, args ...string) *exec.Cmd {
	command := exec.Command(name, args...)
	command.Dir, command.Env = p.Dir, []string{}
	for _, name := range slices.Sorted(maps.Keys(p.Env)) {
		command.Env = append(command.Env, name+"="+p.Env[name])
	}
	p.Stdout.Reset()
	p.Stderr.Reset()
	command.Stdout, command.Stderr = &p.Stdout, &p.Stderr
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: p.User}
	command.WaitDelay = time.Second
	return command
}

// Start starts a program of the pod. It ends the program and its child processes with the test.
func (p *Pod) Start(name string, args ...string) *exec.Cmd {
	p.T.Helper()
	command := p.Command(name, args...)
	if err := command.Start(); err != nil {
		p.T.Fatal(err)
	}
	p.T.Cleanup(func() { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) })
	return command
}

// Wait waits for the end of a program and returns its status. A signal that ended it fails the test. A child that outlives
// the program does not: with the first process of a container the kernel ends all others.
func (p *Pod) Wait(command *exec.Cmd) int {
	p.T.Helper()
	timer := time.AfterFunc(limit, func() { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) })
	defer timer.Stop()
	err := command.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay) {
		p.T.Fatalf("%v\n%s", err, p.Stderr.String())
	}
	if status := command.ProcessState.Sys().(syscall.WaitStatus); status.Signaled() {
		p.T.Fatalf("killed by %v\n%s%s", status.Signal(), p.Stdout.String(), p.Stderr.String())
	}
	return command.ProcessState.ExitCode()
}

// Run runs a program to its end and returns its status.
func (p *Pod) Run(name string, args ...string) int {
	p.T.Helper()
	return p.Wait(p.Start(name, args...))
}

// Terminate stops a program as a kubelet does and returns its status.
func (p *Pod) Terminate(running *exec.Cmd) int {
	p.T.Helper()
	if err := running.Process.Signal(syscall.SIGTERM); err != nil {
		p.T.Fatal(err)
	}
	return p.Wait(running)
}

// Await waits for something that another program does.
func (p *Pod) Await(what string, happened func() bool) {
	p.T.Helper()
	for end := time.Now().Add(patience); !happened(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			p.T.Fatalf("in vain: waited for %s\n%s", what, p.Stderr.String())
		}
	}
}

// AwaitCalls waits until a stub has been called count times.
func (p *Pod) AwaitCalls(stub string, count int) {
	p.T.Helper()
	p.Await(stub, func() bool { return len(p.Calls(stub)) >= count })
}
