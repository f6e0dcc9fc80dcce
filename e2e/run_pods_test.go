//go:build e2e

package e2e

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
)

// indexLabel is on the pods of indexed jobs, which in a set are the brokers' alone.
const indexLabel = "batch.kubernetes.io/job-completion-index"

// podLimit bounds the waits for something to happen in a pod.
const podLimit = 2 * time.Minute

// broker returns the newest pod of a rank, whose first container is the runner.
func (r *record) broker(rank int) (corev1.Pod, bool) {
	var newest corev1.Pod
	for _, pod := range r.seen() {
		if pod.Labels[indexLabel] == strconv.Itoa(rank) {
			newest = pod
		}
	}
	return newest, newest.Name != ""
}

// runner returns the log of the newest broker of a rank.
func (r *record) runner(rank int) string {
	pod, ok := r.broker(rank)
	if !ok {
		return ""
	}
	return r.said(pod.Name, pod.Spec.Containers[0].Name)
}

// exitCode returns how a container ended, or -1 when it has not been seen to end.
func exitCode(pod corev1.Pod, container string) int32 {
	for _, status := range statuses(pod) {
		if status.Name == container && status.State.Terminated != nil {
			return status.State.Terminated.ExitCode
		}
	}
	return -1
}

// until waits for something to become true and fails the test when it does not.
func until(t *testing.T, what string, limit time.Duration, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(limit); !holds(); time.Sleep(200 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not seen within %s: %s", limit, what)
		}
	}
}

// waitForLine waits until the newest lead has said something.
func (r *record) waitForLine(t *testing.T, text string) {
	t.Helper()
	until(t, text, podLimit, func() bool { return strings.Contains(r.runner(0), text) })
}

// inLead runs a program in the lead's container, with an input.
func (r *setRun) inLead(t *testing.T, stdin string, words ...string) string {
	t.Helper()
	pod, ok := r.broker(0)
	if !ok {
		t.Fatal("there is no lead")
	}
	return r.must(t, stdin, append([]string{"exec", "-i", pod.Name, "-c", pod.Spec.Containers[0].Name, "--"}, words...)...)
}

func itoa[N int | int32](n N) string { return strconv.Itoa(int(n)) }

func seconds(d time.Duration) string { return fmt.Sprintf("%7.2f", d.Seconds()) }
