package lab

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Lab is one fresh namespace of the cluster of KUBECONFIG.
type Lab struct {
	Namespace  string
	kubeconfig string
}

// Kubeconfig returns the path of the cluster's kubeconfig.
func (l *Lab) Kubeconfig() string { return l.kubeconfig }

// Need returns a fresh namespace, deleted after the test, or skips the test when no cluster answers.
//
// The namespace is the default of a kubeconfig of its own, not a flag: with --namespace kubectl refuses objects that name
// another namespace.
func Need(t *testing.T) *Lab {
	t.Helper()
	config, err := configuration()
	if err != nil {
		Missing(t, "cluster", err.Error())
	}
	l := &Lab{Namespace: namespaceFor(t), kubeconfig: filepath.Join(t.TempDir(), "kubeconfig")}
	if err := os.WriteFile(l.kubeconfig, config, 0o600); err != nil {
		t.Fatal(err)
	}
	l.Must(t, "", "create", "namespace", l.Namespace)
	t.Cleanup(func() { l.Must(t, "", "delete", "namespace", l.Namespace, "--wait=false") })
	l.Must(t, "", "config", "set-context", "--current", "--namespace="+l.Namespace)
	return l
}

// configuration returns the configuration of kubectl, once its cluster has answered.
var configuration = sync.OnceValues(func() ([]byte, error) {
	if _, err := exec.LookPath("kubectl"); err != nil {
		return nil, errors.New("kubectl is not on PATH")
	}
	config, err := exec.Command("kubectl", "config", "view", "--raw", "--flatten").Output()
	if err != nil {
		return nil, errors.New("kubectl has no configuration")
	}
	if out, err := exec.Command("kubectl", "get", "--raw", "/readyz", "--request-timeout=10s").CombinedOutput(); err != nil {
		return nil, errors.New(strings.TrimSpace(string(out)))
	}
	return config, nil
})

// noLabel matches characters that a namespace's name cannot have.
var noLabel = regexp.MustCompile(`[^a-z0-9]+`)

// namespaceFor returns a name with the test's name. It differs from run to run, because deleting takes a while.
func namespaceFor(t *testing.T) string {
	name := noLabel.ReplaceAllString(strings.ToLower(t.Name()), "-")
	return fmt.Sprintf("e2e-%.40s-%x", strings.Trim(name, "-"), time.Now().UnixNano()&0xffffffff)
}

// Kubectl runs kubectl with an input and returns what it wrote to both streams.
func (l *Lab) Kubectl(input string, args ...string) (string, error) {
	var out bytes.Buffer
	cmd := exec.Command("kubectl", append([]string{"--kubeconfig", l.kubeconfig}, args...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &out
	err := cmd.Run()
	return ownLog.ReplaceAllString(out.String(), ""), err
}

// ownLog matches what kubectl logs about itself, such as a stream that ended too early for its taste.
var ownLog = regexp.MustCompile(`(?m)^[EIW]\d{4} [\d:.]+ +\d+ \w+\.go:\d+\] .*\n`)

// Must runs kubectl and fails the test when kubectl fails.
func (l *Lab) Must(t *testing.T, input string, args ...string) string {
	t.Helper()
	out, err := l.Kubectl(input, args...)
	if err != nil {
		t.Errorf("kubectl %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// Apply applies manifests, given as YAML documents.
func (l *Lab) Apply(t *testing.T, manifest []byte, args ...string) string {
	t.Helper()
	return l.Must(t, string(manifest), append([]string{"apply", "-f", "-"}, args...)...)
}

// WaitFor waits until a JobSet is Completed. The test fails if the JobSet ends in another way or too late, and prints what
// the cluster knows about the pods.
func (l *Lab) WaitFor(t *testing.T, jobset string, limit time.Duration) {
	t.Helper()
	state, deadline := "", time.Now().Add(limit)
	for asked := time.Now(); state == "" && time.Now().Before(deadline); asked = Pause(asked) {
		state = l.Must(t, "", "get", "jobset", jobset, "-o", "jsonpath={.status.terminalState}")
	}
	if state != "Completed" {
		t.Fatalf("jobset/%s is %q after at most %s and not Completed\n%s", jobset, state, limit, l.describe())
	}
}

// describe returns what the cluster knows about the objects of the namespace, and the ends of the logs of the containers.
func (l *Lab) describe() string {
	var all strings.Builder
	for _, args := range [][]string{
		{"get", "jobsets,jobs,pods,secrets", "-o", "wide"},
		{"describe", "pods"},
		{"get", "events", "--sort-by=.lastTimestamp"},
	} {
		out, _ := l.Kubectl("", args...)
		fmt.Fprintf(&all, "kubectl %s:\n%s", strings.Join(args, " "), out)
	}
	pods, _ := l.Kubectl("", "get", "pods", "-o", "name")
	for pod := range strings.FieldsSeq(pods) {
		out, err := l.Kubectl("", "logs", insecureLogs, pod, "--all-containers", "--tail=40")
		fmt.Fprintf(&all, "== %s: %v\n%s", pod, err, out)
	}
	return all.String()
}

// Lead returns the name of the pod with the lead broker.
func (l *Lab) Lead(t *testing.T, jobset string) string {
	t.Helper()
	labels := "jobset.sigs.k8s.io/replicatedjob-name=m,batch.kubernetes.io/job-completion-index=0,jobset.sigs.k8s.io/jobset-name=" + jobset
	return l.Must(t, "", "get", "pods", "-l", labels, "-o", "jsonpath={.items[0].metadata.name}")
}

// insecureLogs is for kubelets with self-signed certificates.
const insecureLogs = "--insecure-skip-tls-verify-backend"

// Logs returns what a container of a pod has written.
func (l *Lab) Logs(t *testing.T, pod, container string) string {
	t.Helper()
	return l.Must(t, "", "logs", insecureLogs, pod, "-c", container)
}

// NeedImage skips the test unless a node holds an image with the given text in its name.
func (l *Lab) NeedImage(t *testing.T, text string) {
	t.Helper()
	l.needImageOf(t, "images", text)
}

// NeedFlux skips the test unless a node holds the image of the Flux view.
func (l *Lab) NeedFlux(t *testing.T) {
	t.Helper()
	l.needImageOf(t, "flux", "flux-view")
}

func (l *Lab) needImageOf(t *testing.T, word, text string) {
	t.Helper()
	limit := time.Duration(0)
	if required(word) {
		limit = time.Minute // a node tells of new images some time after it has them
	}
	if known, _ := imagesOfNodes.Load().(string); strings.Contains(known, text) {
		return
	}
	deadline := time.Now().Add(limit)
	for asked := time.Now(); ; asked = Pause(asked) {
		images := l.Must(t, "", "get", "nodes", "-o", "jsonpath={.items[*].status.images[*].names}")
		imagesOfNodes.Store(images)
		if strings.Contains(images, text) {
			return
		}
		if !time.Now().Before(deadline) {
			Missing(t, word, "no node has an image called *"+text+"*")
		}
	}
}

// imagesOfNodes holds the names of the images of all nodes when they were last asked for.
var imagesOfNodes atomic.Value
