//go:build e2e

package kinds

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// image is the image of the pods in these tests. Any image with a shell will do.
const image = "docker.io/library/busybox:latest"

// pods returns the names of the pods with a label that nobody has deleted yet.
func pods(t *testing.T, l *lab.Lab, label string) string {
	t.Helper()
	const template = `go-template={{range .items}}{{if not .metadata.deletionTimestamp}}{{.metadata.name}} {{end}}{{end}}`
	return l.Must(t, "", "get", "pods", "-l", label, "--sort-by=.metadata.name", "-o", template)
}

// TestConfigMonitorRolls changes first a label of the monitored ConfigMap and then its data. Only the second change rolls
// the Deployment, and no change rolls the other Deployment.
func TestConfigMonitorRolls(t *testing.T) {
	l := lab.Need(t)
	l.NeedImage(t, "busybox")
	text, err := os.ReadFile(filepath.Join(lab.ExamplesDir, "configmonitor-basic", "input.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	apply := func(text string) (frontend, backend string) {
		t.Helper()
		l.Apply(t, l.RenderText(t, text).Manifest)
		for _, name := range []string{"frontend", "backend"} {
			l.Must(t, "", "rollout", "status", "deployment/"+name, "--timeout=60s")
		}
		return pods(t, l, "app=frontend"), pods(t, l, "app=backend")
	}
	frontend, backend := apply(string(text))
	unrelated := strings.Replace(string(text), "  name: frontend-config\n", "  name: frontend-config\n  labels: {owner: me}\n", 1)
	if f, b := apply(unrelated); unrelated == string(text) || f != frontend || b != backend || len(strings.Fields(f)) != 2 {
		t.Errorf("a label on the ConfigMap rolled pods: %q and %q became %q and %q", frontend, backend, f, b)
	}
	changed := strings.Replace(unrelated, "Welcome!", "Goodbye!", 1)
	newFrontend, newBackend := apply(changed)
	t.Logf("frontend: %s-> %s; backend: %s-> %s", frontend, newFrontend, backend, newBackend)
	for pod := range strings.FieldsSeq(newFrontend) {
		if strings.Contains(frontend, pod) {
			t.Errorf("%s was not replaced", pod)
		}
		if said := l.Logs(t, pod, "web"); said != "Goodbye!\n" {
			t.Errorf("%s says %q", pod, said)
		}
	}
	if newBackend != backend {
		t.Errorf("the other Deployment rolled: %q became %q", backend, newBackend)
	}
}

const reader = `
---
apiVersion: v1
kind: Pod
metadata:
  name: reader
spec:
  restartPolicy: Never
  containers:
  - name: reader
    image: ` + image + `
    imagePullPolicy: IfNotPresent
    command: ["cat", "/vote/options.txt"]
    volumeMounts:
    - {name: vote, mountPath: /vote}
  volumes:
  - name: vote
    configMap: {name: cats-vs-dogs-config}
`

// TestVoteConfigIsRead mounts the ConfigMap of a VoteConfig.
func TestVoteConfigIsRead(t *testing.T) {
	l := lab.Need(t)
	l.NeedImage(t, "busybox")
	text, err := os.ReadFile(filepath.Join(lab.ExamplesDir, "voteconfig-basic", "input.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	l.Apply(t, l.RenderText(t, string(text)+reader).Manifest)
	l.Must(t, "", "wait", "--for=jsonpath={.status.phase}=Succeeded", "pod/reader", "--timeout=60s")
	if said, want := l.Logs(t, "reader", "reader"), "a:Cats:#FF6B6B\nb:Dogs:#4ECDC4\n"; said != want {
		t.Errorf("the pod reads %q, want %q", said, want)
	}
}

const sleepers = `apiVersion: app.example.com/v1alpha1
kind: PodSet
metadata:
  name: sleepers
spec:
  replicas: 3
  image: ` + image + `
  command: ["sh", "-c", "id -u; exec sleep 3600"]
`

// TestPodSetRuns runs a PodSet in a namespace that enforces "restricted", and makes it smaller.
func TestPodSetRuns(t *testing.T) {
	l := lab.Need(t)
	l.NeedImage(t, "busybox")
	l.Must(t, "", "label", "namespace", l.Namespace, "pod-security.kubernetes.io/enforce=restricted")
	l.Apply(t, l.RenderText(t, sleepers).Manifest)
	l.Must(t, "", "wait", "--for=condition=Ready", "pod", "-l", "app=sleepers,version=v0.1", "--timeout=60s")
	if got, want := pods(t, l, "app=sleepers"), "sleepers-pod-0 sleepers-pod-1 sleepers-pod-2 "; got != want {
		t.Errorf("pods %q, want %q", got, want)
	}
	if said := l.Logs(t, "sleepers-pod-2", "main"); said != "65534\n" {
		t.Errorf("the pod runs as user %q", said)
	}
	fewer := regexp.MustCompile("replicas: .*").ReplaceAllString(sleepers, "replicas: 1")
	l.Apply(t, l.RenderText(t, fewer).Manifest, "--prune", "-l", "app.kubernetes.io/managed-by=latchkey",
		"--prune-allowlist=core/v1/Pod", "--wait=false")
	if got, want := pods(t, l, "app=sleepers"), "sleepers-pod-0 "; got != want {
		t.Errorf("pods %q, want %q", got, want)
	}
}
