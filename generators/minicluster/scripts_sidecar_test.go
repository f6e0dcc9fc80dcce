package minicluster_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// eachShell runs a test for sidecars with bash, and in an image that has dash as its only shell.
func eachShell(t *testing.T, test func(t *testing.T, newSidecar func(texts map[string]string) *pod)) {
	t.Helper()
	t.Run("bash", func(t *testing.T) {
		t.Parallel()
		test(t, func(texts map[string]string) *pod { return newSidecar(t, texts) })
	})
	t.Run("dash", func(t *testing.T) {
		t.Parallel()
		dash, err := exec.LookPath("dash")
		if err != nil {
			t.Skip("dash is not installed")
		}
		test(t, func(texts map[string]string) *pod {
			p := newSidecar(t, texts)
			p.Mkdir("bin")
			p.Link(dash, "sh")
			for _, program := range []string{"cat", "sleep"} {
				p.Link(program, program)
			}
			return p.with("PATH=" + p.Path("bin"))
		})
	})
}

func newSidecar(t *testing.T, texts map[string]string) *pod {
	t.Helper()
	// the path of a unix socket must be short, and test folders have long paths
	short, err := os.MkdirTemp("", "lk") //nolint:usetesting // t.TempDir is too long
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(short) })
	return newPod(t, texts).with("LATCHKEY_MOUNT=" + short)
}

// sidecar starts the script of sidecars.
func (p *pod) sidecar() *exec.Cmd {
	p.T.Helper()
	shell := "sh"
	if _, err := os.Stat(p.Path("bin/sh")); err == nil {
		shell = p.Path("bin/sh")
	}
	return p.Start(shell, p.Path("files/sidecar.sh"))
}

// listen makes the socket of a broker.
func (p *pod) listen(name string) {
	p.T.Helper()
	folder := filepath.Join(p.Env["LATCHKEY_MOUNT"], "config/run/flux")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		p.T.Fatal(err)
	}
	listener, err := net.Listen("unix", filepath.Join(folder, name))
	if err != nil {
		p.T.Fatal(err)
	}
	p.T.Cleanup(func() { _ = listener.Close() })
}

func TestSidecarWaitsForTheSocketAndStays(t *testing.T) {
	t.Parallel()
	for _, socket := range []string{"local", "local-1"} {
		eachShell(t, func(t *testing.T, newSidecar func(map[string]string) *pod) {
			p := newSidecar(map[string]string{
				"app.init":       `export FROM_INIT='a b'; echo "init $fluxsocket"`,
				"app.servicePre": `echo "servicePre $FROM_INIT"; exit 3`,
				"app.command":    "cat <<EOF\ncommand $FROM_INIT $fluxsocket\nEOF\nexit 4",
				"app.post":       "echo post >>\"$STUB_DIR/post\"",
			}).with("LATCHKEY_WAIT_SOCKET=true")
			running := p.sidecar()
			p.Await("servicePre", func() bool { return strings.Contains(p.Stdout.String(), "servicePre a b") })
			time.Sleep(300 * time.Millisecond)
			if strings.Contains(p.Stdout.String(), "command") {
				t.Error("the command ran before there was a socket")
			}
			p.listen(socket)
			p.Await("post", func() bool { return p.Exists("stub/post") })
			time.Sleep(200 * time.Millisecond)
			if status := p.Terminate(running); status != 4 {
				t.Errorf("status is %d, want the status of the command\n%s", status, p.Stderr.String())
			}
			want := "init \nservicePre a b\ncommand a b local://" + p.Env["LATCHKEY_MOUNT"] + "/config/run/flux/" + socket + "\n"
			if got := p.Stdout.String(); got != want {
				t.Errorf("output is %q, want %q", got, want)
			}
			if p.Env["PATH"] != p.Path("bin") && !strings.Contains(strings.Join(p.call("python"), " "), "state-machine.wait") {
				t.Error("it did not wait for the instance")
			}
			if got := p.Read("stub/post"); got != "post\n" {
				t.Errorf("post ran %q", got)
			}
		})
	}
}

func TestSidecarGivesUp(t *testing.T) {
	t.Parallel()
	eachShell(t, func(t *testing.T, newSidecar func(map[string]string) *pod) {
		p := newSidecar(map[string]string{"app.command": "echo never"}).with("LATCHKEY_WAIT_SOCKET=true", "LATCHKEY_WAIT_SECONDS=1")
		if status := p.Wait(p.sidecar()); status != 1 || p.Stdout.String() != "" || !strings.Contains(p.Stderr.String(), "no socket") {
			t.Errorf("status %d, output %q\n%s", status, p.Stdout.String(), p.Stderr.String())
		}
	})
}

func TestSidecarPassesTermination(t *testing.T) {
	t.Parallel()
	eachShell(t, func(t *testing.T, newSidecar func(map[string]string) *pod) {
		p := newSidecar(map[string]string{
			"app.command": `trap 'echo stopped; exit 6' TERM; echo started; while :; do sleep 0.1; done`,
			"app.post":    "echo post",
		})
		running := p.sidecar()
		p.Await("the command", func() bool { return strings.Contains(p.Stdout.String(), "started") })
		if status := p.Terminate(running); status != 6 || p.Stdout.String() != "started\nstopped\npost\n" {
			t.Errorf("status %d, output %q", status, p.Stdout.String())
		}
	})
}

// TestStatusOfServices wants a service to end with the status of its command.
func TestStatusOfServices(t *testing.T) {
	t.Parallel()
	eachShell(t, func(t *testing.T, newSidecar func(map[string]string) *pod) {
		p := newSidecar(map[string]string{"app.command": "exit 4", "app.post": "echo post"}).with("LATCHKEY_SERVICE=true")
		if status := p.Wait(p.sidecar()); status != 4 || p.Stdout.String() != "post\n" {
			t.Errorf("status %d, output %q\n%s", status, p.Stdout.String(), p.Stderr.String())
		}
	})
}

func TestStrictSidecar(t *testing.T) {
	t.Parallel()
	eachShell(t, func(t *testing.T, newSidecar func(map[string]string) *pod) {
		p := newSidecar(map[string]string{"app.command": "false; echo never"}).with("LATCHKEY_SERVICE=true", "LATCHKEY_STRICT=true")
		if status := p.Wait(p.sidecar()); status != 1 || p.Stdout.String() != "" {
			t.Errorf("command: status %d, output %q", status, p.Stdout.String())
		}
		p.Write("files/app.servicePre", "exit 3")
		if status := p.Wait(p.sidecar()); status != 3 || p.Stdout.String() != "" {
			t.Errorf("servicePre: status %d, output %q", status, p.Stdout.String())
		}
	})
}

// TestLongSidecarCommand runs a command that is longer than an argument may be in Linux.
func TestLongSidecarCommand(t *testing.T) {
	t.Parallel()
	eachShell(t, func(t *testing.T, newSidecar func(map[string]string) *pod) {
		p := newSidecar(map[string]string{"app.command": ": " + strings.Repeat("x", 140000) + "\nexit 4"}).with("LATCHKEY_SERVICE=true", "LATCHKEY_LONG=true")
		if status := p.Wait(p.sidecar()); status != 4 {
			t.Errorf("status %d\n%s", status, p.Stderr.String())
		}
	})
}

// TestSidecarScriptWithOptions wants the shell to get the options of a script's first line.
func TestSidecarScriptWithOptions(t *testing.T) {
	t.Parallel()
	p := newSidecar(t, map[string]string{"app.script": "#!/bin/sh -e\nfalse\necho never\n"}).with("LATCHKEY_SERVICE=true")
	if status := p.Wait(p.sidecar()); status != 1 || p.Stdout.String() != "" {
		t.Errorf("status %d, output %q\n%s", status, p.Stdout.String(), p.Stderr.String())
	}
}

func TestSidecarScript(t *testing.T) {
	t.Parallel()
	p := newSidecar(t, map[string]string{"app.script": "#!/usr/bin/env python3\nprint('python')\n", "app.command": "echo never"}).
		with("LATCHKEY_SERVICE=true")
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed")
	}
	if status := p.Wait(p.sidecar()); status != 0 || p.Stdout.String() != "python\n" {
		t.Errorf("status %d, output %q\n%s", status, p.Stdout.String(), p.Stderr.String())
	}
}
