package lab

import (
	"strconv"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
)

// IndexLabel is on the pods of indexed jobs. In a set only the brokers are indexed.
const IndexLabel = "batch.kubernetes.io/job-completion-index"

// PodLimit bounds the waits for something to happen in a pod.
const PodLimit = 2 * time.Minute

// Broker returns the newest pod of a rank. Its first container is the runner.
func (r *Record) Broker(rank int) (corev1.Pod, bool) {
	var newest corev1.Pod
	for _, pod := range r.Seen() {
		if pod.Labels[IndexLabel] == strconv.Itoa(rank) {
			newest = pod
		}
	}
	return newest, newest.Name != ""
}

// Runner returns the log of the newest broker of a rank.
func (r *Record) Runner(rank int) string {
	pod, ok := r.Broker(rank)
	if !ok {
		return ""
	}
	return r.Output(pod.Name, pod.Spec.Containers[0].Name)
}

// Brokers returns the pods of the brokers in the order in which they appeared.
func (r *Record) Brokers() []corev1.Pod {
	var all []corev1.Pod
	for _, pod := range r.Seen() {
		if pod.Labels[IndexLabel] != "" {
			all = append(all, pod)
		}
	}
	return all
}

// ExitCode returns the status of a container, or -1 if it has not ended.
func ExitCode(pod corev1.Pod, container string) int32 {
	for _, status := range Statuses(pod) {
		if status.Name == container && status.State.Terminated != nil {
			return status.State.Terminated.ExitCode
		}
	}
	return -1
}

// Until waits for something to become true and fails the test when it does not.
func Until(t *testing.T, what string, limit time.Duration, holds func() bool) {
	t.Helper()
	deadline := time.Now().Add(limit)
	for asked := time.Now(); !holds(); asked = Pause(asked) {
		if time.Now().After(deadline) {
			t.Fatalf("not seen within %s: %s", limit, what)
		}
	}
}

// Pause waits before a question that was asked at a time is asked again: three times as long as the answer took, and at least 200 ms. A
// program that is started for each question would otherwise take the processors from the pods.
func Pause(asked time.Time) time.Time {
	time.Sleep(max(200*time.Millisecond, 3*time.Since(asked)))
	return time.Now()
}

// WaitForLine waits until the log of the newest lead has a line.
func (r *Record) WaitForLine(t *testing.T, text string) {
	t.Helper()
	Until(t, text, PodLimit, func() bool { return strings.Contains(r.Runner(0), text) })
}

// InLead runs a program in the lead's container, with an input.
func (r *Run) InLead(t *testing.T, stdin string, words ...string) string {
	t.Helper()
	pod, ok := r.Broker(0)
	if !ok {
		t.Fatal("there is no lead")
	}
	return r.Must(t, stdin, append([]string{"exec", "-i", pod.Name, "-c", pod.Spec.Containers[0].Name, "--"}, words...)...)
}

// Kill kills the processes that pkill finds in a container. The kill itself may end with the container, with status 137.
func (l *Lab) Kill(t *testing.T, pod, container string, found ...string) {
	t.Helper()
	said, err := l.Kubectl("", append([]string{"exec", pod, "-c", container, "--", "pkill", "-KILL"}, found...)...)
	if err != nil && !strings.Contains(said+err.Error(), "exit code 137") {
		t.Fatalf("kill %q in %s of %s: %v\n%s", found, container, pod, err, said)
	}
}

// Watched expects that the sidecars waited for their brokers and then talked to them.
func Watched(t *testing.T, r *Run) {
	for rank := range 2 {
		pod, _ := r.Broker(rank)
		InOrder(t, r.Output(pod.Name, "watcher"), "waiting for the broker's socket\n", "the broker has size 2\n")
	}
}
