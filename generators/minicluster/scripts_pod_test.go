package minicluster_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/generators/minicluster"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

// pod is a pod of a MiniCluster.
type pod struct {
	*podtest.Pod
	// others are scripts of the set that do not follow from variables and snippets.
	others []string
}

// Start starts a program, with the files of a set that has a container for the program's script.
func (p *pod) Start(name string, args ...string) *exec.Cmd {
	p.T.Helper()
	p.ship(args)
	return p.Pod.Start(name, args...)
}

// Run is Start and Wait.
func (p *pod) Run(name string, args ...string) int {
	p.T.Helper()
	return p.Wait(p.Start(name, args...))
}

// ship writes the scripts of a set with a container that has the variables and snippets of the pod.
func (p *pod) ship(args []string) {
	p.T.Helper()
	var variables []corev1.EnvVar
	for name, value := range p.Env {
		variables = append(variables, corev1.EnvVar{Name: name, Value: value})
	}
	entries, err := os.ReadDir(p.Path("files"))
	if err != nil {
		p.T.Fatal(err)
	}
	var texts []string
	for _, entry := range entries {
		if kind, isText := strings.CutPrefix(entry.Name(), p.Env["LATCHKEY_CONTAINER"]+"."); isText {
			texts = append(texts, kind)
		}
	}
	for _, arg := range args {
		if filepath.Dir(arg) != p.Path("files") {
			continue
		}
		for name, text := range minicluster.Files(filepath.Base(arg), variables, texts, p.others) {
			p.Write("files/"+name, text)
		}
	}
}

// newPod makes the pod with index 0 of a set called "app", in a folder of its
// own. Snippets are the files of its ConfigMap beside the scripts.
func newPod(t *testing.T, texts map[string]string) *pod {
	t.Helper()
	stubs, err := filepath.Abs("testdata/stubs")
	if err != nil {
		t.Fatal(err)
	}
	p := &pod{Pod: podtest.New(t), others: []string{"broker-worker.sh", "broker-options.sh"}}
	p.Mkdir("files")
	maps.Copy(p.Env, map[string]string{
		"PATH":                   stubs + ":" + os.Getenv("PATH"),
		"HOME":                   p.Path("home"),
		"JOB_COMPLETION_INDEX":   "0",
		"LATCHKEY_CONTAINER":     "app",
		"LATCHKEY_HOSTNAME_FILE": p.Path("hostname"),
		"LATCHKEY_HOSTS":         "%H-[0-1]",
		"LATCHKEY_HOSTS_FILE":    p.Path("hosts"),
		"LATCHKEY_LOGS":          p.Path("out"),
		"LATCHKEY_MOUNT":         p.Path("mnt"),
		"LATCHKEY_PRIVATE":       p.Path("private"),
		"LATCHKEY_VIEW":          "false",
	})
	for _, folder := range []string{"home", "mnt", "private"} {
		p.Mkdir(folder)
	}
	p.Write("hostname", "app-m-0-0\n")
	p.Write("hosts", "127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost\n10.1.2.3\tapp-m-0-0.net.hpc.svc.example.org\tapp-m-0-0\n")
	for name, text := range texts {
		p.Write("files/"+name, text)
	}
	return p
}

// with sets variables; it returns the pod.
func (p *pod) with(variables ...string) *pod {
	for _, variable := range variables {
		name, value, _ := strings.Cut(variable, "=")
		p.Env[name] = value
	}
	return p
}

// broker runs the script of the runner.
func (p *pod) broker() int {
	p.T.Helper()
	return p.Run("bash", p.Path("files/broker.sh"))
}

// call returns the first call of flux with the given subcommand.
func (p *pod) call(words ...string) []string {
	p.T.Helper()
	for _, call := range p.Calls("flux") {
		if len(call) >= len(words) && slices.Equal(call[:len(words)], words) {
			return call
		}
	}
	p.T.Fatalf("flux %s is not called; calls are %q\n%s", strings.Join(words, " "), p.Calls("flux"), p.Stderr.String())
	return nil
}
