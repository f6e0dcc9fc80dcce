package lab

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
)

// Record watches the pods of a namespace and follows the logs of all their containers, because pods of a set that failed,
// restarted or was deleted are gone when the test looks.
type Record struct {
	kubeconfig string
	ctx        context.Context // ends with the test, as the record does
	following  sync.WaitGroup

	mu   sync.Mutex
	pods []corev1.Pod // as last seen, in the order in which they appeared
	logs map[containerID]*containerLog
}

// containerID names one life of one container.
type containerID struct {
	pod, container string
	restarts       int32
}

// containerLog is the log of one life of a container; whole means that it is complete.
type containerLog struct {
	lines []LogLine
	whole bool
}

// LogLine is a line of a log with the time at which the container runtime got it.
type LogLine struct {
	At   time.Time
	Text string
}

// StartRecord begins to watch the pods of a lab.
func StartRecord(t *testing.T, l *Lab) *Record {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	r := &Record{kubeconfig: l.kubeconfig, ctx: ctx, logs: map[containerID]*containerLog{}}
	t.Cleanup(func() {
		stop()
		r.following.Wait()
	})
	r.following.Go(func() {
		for ctx.Err() == nil { // the API server ends every watch some time
			r.stream(r.watch, "get", "pods", "--watch", "--output-watch-events", "-o", "json")
			time.Sleep(200 * time.Millisecond)
		}
	})
	return r
}

// stream runs kubectl and passes its output on at once.
func (r *Record) stream(read func(io.Reader), args ...string) {
	cmd := exec.CommandContext(r.ctx, "kubectl", append([]string{"--kubeconfig", r.kubeconfig}, args...)...)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return // the checks miss what it would have said
	}
	read(out)
	_ = cmd.Wait() // it is killed in the end
}

func (r *Record) watch(out io.Reader) {
	for decoder := json.NewDecoder(out); ; {
		var event struct {
			Type   string     `json:"type"`
			Object corev1.Pod `json:"object"`
		}
		if err := decoder.Decode(&event); err != nil {
			return
		}
		if event.Object.Name != "" {
			r.see(event.Object)
		}
	}
}

// see notes the state of a pod and follows the containers that have started.
func (r *Record) see(pod corev1.Pod) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := slices.IndexFunc(r.pods, func(known corev1.Pod) bool { return known.Name == pod.Name })
	if at < 0 {
		r.pods = append(r.pods, pod)
	} else {
		r.pods[at] = pod
	}
	for _, status := range Statuses(pod) {
		id := containerID{pod.Name, status.Name, status.RestartCount}
		if r.logs[id] != nil || status.State.Waiting != nil || status.State == (corev1.ContainerState{}) {
			continue
		}
		r.logs[id] = &containerLog{}
		r.following.Go(func() { r.follow(id) })
	}
}

// Statuses lists the containers of a pod in the order in which they start.
func Statuses(pod corev1.Pod) []corev1.ContainerStatus {
	return slices.Concat(pod.Status.InitContainerStatuses, pod.Status.ContainerStatuses)
}

func (r *Record) follow(id containerID) {
	r.stream(func(out io.Reader) {
		for lines := bufio.NewReader(out); ; {
			text, err := lines.ReadString('\n')
			if stamp, rest, ok := strings.Cut(text, " "); ok {
				at, _ := time.Parse(time.RFC3339Nano, stamp) // no time is as good as a wrong one
				r.mu.Lock()
				r.logs[id].lines = append(r.logs[id].lines, LogLine{at, strings.TrimSuffix(rest, "\n")})
				r.mu.Unlock()
			}
			if err != nil {
				return
			}
		}
	}, "logs", "--follow", "--timestamps", "--insecure-skip-tls-verify-backend", id.pod, "-c", id.container)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.logs[id].whole = true
}

// Settled says whether the logs of all containers that ever ran are complete.
func (r *Record) Settled() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, log := range r.logs {
		if !log.whole {
			return false
		}
	}
	return true
}

// Lines returns the log of one container of a pod over all its lives.
func (r *Record) Lines(pod, container string) []LogLine {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []LogLine
	for restarts := int32(0); ; restarts++ {
		log := r.logs[containerID{pod, container, restarts}]
		if log == nil {
			return all
		}
		all = append(all, log.lines...)
	}
}

// Output returns the same as a string.
func (r *Record) Output(pod, container string) string {
	var text bytes.Buffer
	for _, line := range r.Lines(pod, container) {
		fmt.Fprintln(&text, line.Text)
	}
	return text.String()
}

// Seen returns all pods that ever existed, in their last state.
func (r *Record) Seen() []corev1.Pod {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.pods)
}
