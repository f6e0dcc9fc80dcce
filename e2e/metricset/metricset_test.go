//go:build e2e

package metricset

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
	"github.com/latchkey-dev/latchkey/internal/testing/metriclog"
)

// metricSlots bounds how many MetricSets run at a time.
var metricSlots = make(chan struct{}, 3)

// TestMetricSet runs MetricSets to their end and reads the logs of their containers.
func TestMetricSet(t *testing.T) {
	for _, c := range slices.Concat(watchCases, storageCases, launcherCases, metricShapeCases) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			r := newMetricRun(t, c)
			r.Play(t)
			lab.Until(t, "the end of all logs", time.Minute, r.Settled)
			tellEnds(t, r)
			ranOnce(t, r)
			if c.After == nil {
				t.Fatal("this case looks at nothing")
			}
			c.After(t, r)
		})
	}
}

// newMetricRun takes a fresh namespace, or skips the test where a node lacks an image of the set.
func newMetricRun(t *testing.T, c lab.Case) *lab.Run {
	t.Helper()
	if c.Rare {
		lab.Rare(t)
	}
	l := lab.Need(t)
	metricSlots <- struct{}{}
	t.Cleanup(func() { <-metricSlots })
	if c.End == "" {
		c.End = "Completed"
	}
	edit := c.Edit
	c.Edit = func(t *testing.T, r *lab.Run) {
		if edit != nil {
			edit(t, r)
		}
		needImages(t, r)
	}
	r := &lab.Run{Lab: l, Case: c, Input: filepath.Join("testdata", c.Name+".yaml")}
	t.Cleanup(func() {
		if t.Failed() && r.Record != nil {
			r.Report(t)
		}
	})
	return r
}

var imageLine = regexp.MustCompile(`(?m)^ +image: (.+)$`)

// needImages skips the test unless a node holds all images of the set.
func needImages(t *testing.T, r *lab.Run) {
	t.Helper()
	found := imageLine.FindAllStringSubmatch(string(r.Set.Manifest), -1)
	if len(found) == 0 {
		t.Fatal("the set has no image")
	}
	for _, match := range found {
		r.NeedImage(t, match[1])
	}
}

// tellEnds logs the end of every container.
func tellEnds(t *testing.T, r *lab.Run) {
	t.Helper()
	for _, pod := range r.Seen() {
		for _, status := range lab.Statuses(pod) {
			said := r.Output(pod.Name, status.Name)
			t.Logf("%s/%s %s: %d lines, %d timepoints", pod.Name, status.Name, lab.StateOf(pod, status),
				strings.Count(said, "\n"), strings.Count(said, strings.TrimSpace(metriclog.Timepoint)))
		}
	}
}

// podOf returns the first pod of a job's index.
func podOf(t *testing.T, r *lab.Run, job string, index int) corev1.Pod {
	t.Helper()
	for _, pod := range r.Seen() {
		if pod.Labels["app.kubernetes.io/component"] == job && pod.Labels[lab.IndexLabel] == strconv.Itoa(index) {
			return pod
		}
	}
	t.Fatalf("no pod of job %s with index %d", job, index)
	return corev1.Pod{}
}

// ranOnce expects that no pod was replaced, so nothing was measured twice. If the set is deleted, a controller that does not
// know it yet may make a pod, which is deleted too.
func ranOnce(t *testing.T, r *lab.Run) {
	t.Helper()
	names := map[string]string{}
	for _, pod := range r.Seen() {
		place := pod.Labels["app.kubernetes.io/component"] + "-" + pod.Labels[lab.IndexLabel]
		if first := names[place]; first != "" && r.End != lab.Gone {
			t.Errorf("%s came after %s", pod.Name, first)
		}
		names[place] = pod.Name
	}
}

// logOf reads the log of a container that measures.
func logOf(t *testing.T, r *lab.Run, job string, index int, container string) metriclog.Log {
	t.Helper()
	text := textOf(t, r, job, index, container)
	l, err := metriclog.Read(text)
	if err != nil {
		t.Fatalf("%s-%d/%s: %v\n%s", job, index, container, err, text)
	}
	return l
}

// textOf returns the log of a container unchanged. An empty log fails the test.
func textOf(t *testing.T, r *lab.Run, job string, index int, container string) string {
	t.Helper()
	text := r.Output(podOf(t, r, job, index).Name, container)
	if text == "" {
		t.Fatalf("%s-%d/%s said nothing", job, index, container)
	}
	return text
}

// endedWith expects the status of a container of a job's first pod.
func endedWith(t *testing.T, r *lab.Run, job, container string, want int32) {
	t.Helper()
	if code := lab.ExitCode(podOf(t, r, job, 0), container); code != want {
		t.Errorf("%s-0/%s ended with status %d, not %d", job, container, code, want)
	}
}

// hasValues expects values of some keys.
func hasValues(t *testing.T, what string, got map[string]any, want map[string]any) {
	t.Helper()
	for key, value := range want {
		if got[key] != value {
			t.Errorf("%s: %s is %v, not %v", what, key, got[key], value)
		}
	}
}
