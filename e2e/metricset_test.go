//go:build e2e

package e2e

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
)

// metricSlots bounds how many MetricSets run at a time.
var metricSlots = make(chan struct{}, 3)

// TestMetricSet runs MetricSets to their end and reads the logs of their containers.
func TestMetricSet(t *testing.T) {
	for _, c := range slices.Concat(watchCases, storageCases, launcherCases, metricShapeCases) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := newMetricRun(t, c)
			r.run(t)
			until(t, "the end of all logs", time.Minute, r.settled)
			r.tellEnds(t)
			r.ranOnce(t)
			if c.after == nil {
				t.Fatal("this case looks at nothing")
			}
			c.after(t, r)
		})
	}
}

// newMetricRun takes a fresh namespace, or skips the test where a node lacks an image of the set.
func newMetricRun(t *testing.T, c runCase) *setRun {
	t.Helper()
	l := need(t)
	metricSlots <- struct{}{}
	t.Cleanup(func() { <-metricSlots })
	if c.end == "" {
		c.end = "Completed"
	}
	edit := c.edit
	c.edit = func(t *testing.T, r *setRun) {
		if edit != nil {
			edit(t, r)
		}
		r.needImages(t)
	}
	r := &setRun{lab: l, runCase: c, input: filepath.Join("testdata", "metricset", c.name+".yaml")}
	t.Cleanup(func() {
		if t.Failed() && r.record != nil {
			r.report(t)
		}
	})
	return r
}

// exampleOf lets a case run an example in place of a file of its own.
func exampleOf(folder string) func(*testing.T, *setRun) {
	return func(_ *testing.T, r *setRun) { r.input = filepath.Join(examplesDir, folder, "input.yaml") }
}

var imageLine = regexp.MustCompile(`(?m)^ +image: (.+)$`)

// needImages skips the test unless a node holds all images of the set.
func (r *setRun) needImages(t *testing.T) {
	t.Helper()
	found := imageLine.FindAllStringSubmatch(string(r.set.manifest), -1)
	if len(found) == 0 {
		t.Fatal("the set has no image")
	}
	for _, match := range found {
		r.needImage(t, match[1])
	}
}

// tellEnds logs how every container ended.
func (r *setRun) tellEnds(t *testing.T) {
	t.Helper()
	for _, pod := range r.seen() {
		for _, status := range statuses(pod) {
			said := r.said(pod.Name, status.Name)
			t.Logf("%s/%s %s: %d lines, %d timepoints", pod.Name, status.Name, stateOf(pod, status),
				strings.Count(said, "\n"), strings.Count(said, strings.TrimSpace(timepoint)))
		}
	}
}

// podOf returns the first pod of a job's index.
func (r *record) podOf(t *testing.T, job string, index int) corev1.Pod {
	t.Helper()
	for _, pod := range r.seen() {
		if pod.Labels["app.kubernetes.io/component"] == job && pod.Labels[indexLabel] == itoa(index) {
			return pod
		}
	}
	t.Fatalf("no pod of job %s with index %d", job, index)
	return corev1.Pod{}
}

// ranOnce expects that no pod was replaced: what is measured is never measured again. Where the set is deleted, a
// controller that has not heard of it yet may make a pod, which is gone with it.
func (r *setRun) ranOnce(t *testing.T) {
	t.Helper()
	names := map[string]string{}
	for _, pod := range r.seen() {
		place := pod.Labels["app.kubernetes.io/component"] + "-" + pod.Labels[indexLabel]
		if first := names[place]; first != "" && r.end != gone {
			t.Errorf("%s came after %s", pod.Name, first)
		}
		names[place] = pod.Name
	}
}

// logOf reads the log of a container that measures.
func (r *record) logOf(t *testing.T, job string, index int, container string) metricLog {
	t.Helper()
	text := r.textOf(t, job, index, container)
	l, err := readMetricLog(text)
	if err != nil {
		t.Fatalf("%s-%d/%s: %v\n%s", job, index, container, err, text)
	}
	return l
}

// textOf returns the log of a container as it is. An empty one is the mistake of the caller, or of the set.
func (r *record) textOf(t *testing.T, job string, index int, container string) string {
	t.Helper()
	text := r.said(r.podOf(t, job, index).Name, container)
	if text == "" {
		t.Fatalf("%s-%d/%s said nothing", job, index, container)
	}
	return text
}

// endedWith expects the status of a container of a job's first pod.
func (r *record) endedWith(t *testing.T, job, container string, want int32) {
	t.Helper()
	if code := exitCode(r.podOf(t, job, 0), container); code != want {
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
