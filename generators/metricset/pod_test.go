package metricset_test

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

	corev1 "k8s.io/api/core/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// pod is a folder that looks to the script of one container like the inside of it.
type pod struct {
	t              *testing.T
	dir            string
	command        []string
	env            map[string]string
	user           *syscall.Credential
	stdout, stderr bytes.Buffer
}

// newPod makes the pod of a container of what a spec becomes: the ConfigMap as files, and the environment as Kubernetes
// would hand it over.
func newPod(t *testing.T, spec string, options latchkey.Options, job, container string) *pod {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	all := expand(t, spec, options)
	return newPodOf(t, all.container(t, job, container), one[*corev1.ConfigMap](t, all).Data)
}

// newPodOf makes the pod of a container and the files of its ConfigMap.
func newPodOf(t *testing.T, made corev1.Container, files map[string]string) *pod {
	t.Helper()
	p := &pod{t: t, dir: t.TempDir()}
	for _, word := range made.Command {
		p.command = append(p.command, strings.ReplaceAll(word, "/metrics_operator", p.path("files")))
	}
	p.env = map[string]string{
		"PATH":           p.path("bin") + ":" + os.Getenv("PATH"),
		"HOME":           p.dir,
		"LATCHKEY_FILES": p.path("files"),
		"STUB_DIR":       p.path("stub"),
	}
	for name, value := range variables(made) {
		p.env[name] = strings.ReplaceAll(value, "$$", "$")
	}
	for _, folder := range []string{"bin", "files", "stub"} {
		if err := os.MkdirAll(p.path(folder), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range files {
		p.write("files/"+name, text)
	}
	return p
}

func (p *pod) path(name string) string { return filepath.Join(p.dir, name) }

func (p *pod) write(name, text string) {
	p.t.Helper()
	if err := os.WriteFile(p.path(name), []byte(text), 0o755); err != nil {
		p.t.Fatal(err)
	}
}

// openToAll lets other users reach the files of the pod.
func (p *pod) openToAll() {
	p.t.Helper()
	for folder := p.dir; folder != os.TempDir() && folder != "/"; folder = filepath.Dir(folder) {
		if err := os.Chmod(folder, 0o755); err != nil {
			p.t.Fatal(err)
		}
	}
}

// read returns the text of a file, or nothing when there is none.
func (p *pod) read(name string) string {
	p.t.Helper()
	text, err := os.ReadFile(p.path(name))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		p.t.Fatal(err)
	}
	return string(text)
}

// stub puts a program in front of all others, which notes its arguments.
func (p *pod) stub(name, text string) {
	// One printf is one write: two may run at the same time.
	p.write("bin/"+name, "#!/bin/bash\nprintf \"$(printf '%%s\\\\0%.0s' \"$@\")\\1\" \"$@\" >>\"$STUB_DIR/"+name+"\"\n"+text)
}

// calls returns the arguments of each call of a stub so far.
func (p *pod) calls(name string) [][]string {
	var calls [][]string
	for call := range strings.SplitSeq(p.read("stub/"+name), "\x01") {
		if call != "" {
			calls = append(calls, strings.Split(strings.TrimSuffix(call, "\x00"), "\x00"))
		}
	}
	return calls
}

func (p *pod) start() *exec.Cmd {
	p.t.Helper()
	command := exec.Command(p.command[0], p.command[1:]...)
	command.Dir, command.Env = p.dir, []string{}
	for _, name := range slices.Sorted(maps.Keys(p.env)) {
		command.Env = append(command.Env, name+"="+p.env[name])
	}
	p.stdout.Reset()
	p.stderr.Reset()
	command.Stdout, command.Stderr = &p.stdout, &p.stderr
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: p.user}
	command.WaitDelay = 5 * time.Second
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

// run runs the container to its end and returns its status.
func (p *pod) run() int {
	p.t.Helper()
	return p.wait(p.start())
}

// apply starts a program that a container is to watch, beside it, and ends it after a time.
func (p *pod) apply(life time.Duration, command string, args ...string) *exec.Cmd {
	p.t.Helper()
	application := exec.Command(command, args...)
	if err := application.Start(); err != nil {
		p.t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = application.Wait()
	}()
	timer := time.AfterFunc(life, func() { _ = application.Process.Kill() })
	p.t.Cleanup(func() {
		timer.Stop()
		_ = application.Process.Kill()
		<-ended
	})
	return application
}
