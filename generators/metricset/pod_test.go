package metricset_test

import (
	"os/exec"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

// pod is the pod of one container, which runs a command.
type pod struct {
	*podtest.Pod
	command []string
}

// awaitOutput waits until the program has printed a string.
func (p *pod) awaitOutput(text string) {
	p.T.Helper()
	p.Await(text, func() bool { return strings.Contains(p.Stdout.String(), text) })
}

// newPod makes the pod of a container of what a spec becomes: the ConfigMap as files, and the environment as Kubernetes
// would hand it over.
func newPod(t *testing.T, spec string, options latchkey.Options, job, container string) *pod {
	t.Helper()
	all := expand(t, spec, options)
	return newPodOf(t, all.container(t, job, container), podtest.One[*corev1.ConfigMap](t, all).Data)
}

// newPodOf makes the pod of a container and the files of its ConfigMap.
func newPodOf(t *testing.T, made corev1.Container, files map[string]string) *pod {
	t.Helper()
	p := &pod{Pod: podtest.New(t)}
	for _, word := range made.Command {
		p.command = append(p.command, strings.ReplaceAll(word, "/metrics_operator", p.Path("files")))
	}
	p.Env["HOME"] = p.Dir
	for name, value := range podtest.Variables(made) {
		p.Env[name] = strings.ReplaceAll(value, "$$", "$")
	}
	for name, text := range files {
		p.Write("files/"+name, text)
	}
	return p
}

// start starts the container.
func (p *pod) start() *exec.Cmd {
	p.T.Helper()
	return p.Start(p.command[0], p.command[1:]...)
}

// run runs the container to its end and returns its status.
func (p *pod) run() int {
	p.T.Helper()
	return p.Wait(p.start())
}
