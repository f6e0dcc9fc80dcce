//go:build e2e

package attach

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
	"github.com/latchkey-dev/latchkey/internal/testing/metriclog"
)

// A watched is an example of a set that is attached to workloads, applied in a namespace of its own.
type watched struct {
	*lab.Lab
	*lab.Record
	text string
}

// watchExample plays an example, see watch.
func watchExample(t *testing.T, name string, replaced ...string) watched {
	t.Helper()
	return watch(t, filepath.Join(lab.ExamplesDir, name, "input.yaml"), replaced...)
}

// watch renders a file with some strings replaced, applies it, and begins to record.
func watch(t *testing.T, path string, replaced ...string) watched {
	t.Helper()
	l := lab.Need(t)
	lab.TakeSlot(t)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	l.NeedImage(t, "metric-sysstat")
	w := watched{Lab: l, Record: lab.StartRecord(t, l), text: strings.NewReplacer(replaced...).Replace(string(text))}
	w.Apply(t, w.RenderText(t, w.text).Manifest)
	return w
}

// podOf returns a pod that exists, by the first part of its name.
func (w watched) podOf(t *testing.T, prefix string) corev1.Pod {
	t.Helper()
	var found corev1.Pod
	lab.Until(t, "a pod of "+prefix, lab.PodLimit, func() bool {
		for _, pod := range w.Seen() {
			if strings.HasPrefix(pod.Name, prefix) {
				found = pod
				return true
			}
		}
		return false
	})
	return found
}

// sampled waits for a number of whole samples of a pod, and returns the commands that they are of. A sample is whole when
// another mark follows.
func (w watched) sampled(t *testing.T, pod string, samples int) map[any]bool {
	t.Helper()
	said := func() string { return message.ReplaceAllString(w.Output(pod, "perf-sysstat"), "") }
	lab.Until(t, "samples of "+pod, lab.PodLimit, func() bool {
		return strings.Count(said(), strings.TrimSpace(metriclog.Timepoint))+strings.Count(said(), "COLLECTION END") > samples
	})
	commands := map[any]bool{}
	for _, part := range strings.Split(said(), metriclog.Timepoint)[1 : samples+1] {
		part, _, _ = strings.Cut(part, "METRICS OPERATOR")
		sections, before, err := metriclog.ReadSections(part)
		if err != nil || before != "" || !metriclog.Sample(sections).IsWhole() {
			t.Fatalf("%s: %v, %q before %d sections:\n%s", pod, err, before, len(sections), part)
		}
		for _, section := range sections {
			for _, row := range section.Rows {
				commands[row["command"]] = true
			}
		}
	}
	return commands
}

// watchesOnly expects samples of one command and of no other.
func (w watched) watchesOnly(t *testing.T, pod, command string) {
	t.Helper()
	if commands := w.sampled(t, pod, 1); len(commands) != 1 || !commands[command] {
		t.Errorf("%s: samples of %v, want %s", pod, commands, command)
	}
}

// ended expects that all sidecars of a pod ended with status 0, and waits until they did.
func (w watched) ended(t *testing.T, prefix string) {
	t.Helper()
	lab.Until(t, "the end of "+prefix, lab.PodLimit, func() bool { return w.podOf(t, prefix).Status.Phase == corev1.PodSucceeded })
	pod := w.podOf(t, prefix)
	for _, status := range pod.Status.InitContainerStatuses {
		if status.State.Terminated == nil || status.State.Terminated.ExitCode != 0 || status.RestartCount != 0 {
			t.Errorf("%s: the sidecar %s: %s", pod.Name, status.Name, lab.StateOf(pod, status))
		}
	}
}

func (w watched) waitFor(t *testing.T, object, condition string) {
	t.Helper()
	w.Must(t, "", "wait", object, "--for="+condition, "--timeout="+lab.RunLimit.String())
}

// TestWatchJob attaches two sets to one Job.
func TestWatchJob(t *testing.T) {
	t.Parallel()
	w := watchExample(t, "attach-job", "rate: 5", "rate: 2")
	pod := w.podOf(t, "bench-").Name
	w.sampled(t, pod, 1)
	w.waitFor(t, "job/bench", "condition=Complete")
	w.ended(t, "bench-")
	if said := w.Output(pod, "io-sysstat"); !strings.Contains(said, `"sysstat"`) {
		t.Errorf("iostat says %q", said)
	}
	if said := w.Output(pod, "perf-sysstat"); strings.Contains(said, "error") || !strings.Contains(said, `"command":"dd"`) {
		t.Errorf("no samples of dd, or an error:\n%s", said)
	}
}

// TestWatchPartOfJobSet attaches a set to one replicated job of two.
func TestWatchPartOfJobSet(t *testing.T) {
	lab.Rare(t)
	t.Parallel()
	w := watchExample(t, "attach-jobset")
	for _, prefix := range []string{"load-clients-0-0-", "load-clients-0-1-"} {
		w.watchesOnly(t, w.podOf(t, prefix).Name, "sha256sum")
		w.ended(t, prefix)
	}
	w.WaitFor(t, "load", lab.RunLimit)
	if pod := w.podOf(t, "load-server-"); len(pod.Spec.InitContainers) > 0 || pod.Spec.ShareProcessNamespace != nil {
		t.Errorf("%s is watched too", pod.Name)
	}
}

// TestWatchDeployment watches one container of two, over a restart of that container and over a rollout.
func TestWatchDeployment(t *testing.T) {
	t.Parallel()
	w := watchExample(t, "attach-deployment", "rate: 60", "rate: 2")
	w.waitFor(t, "deployment/api", "condition=Available")
	pod := w.podOf(t, "api-").Name
	w.watchesOnly(t, pod, "sleep")
	w.Kill(t, pod, "perf-sysstat", "-f", "^sleep 3600$")
	pids := func(text string) int {
		seen := map[string]bool{}
		for _, part := range strings.Split(text, `"pid":`)[1:] {
			pid, _, _ := strings.Cut(part, ",")
			seen[pid] = true
		}
		return len(seen)
	}
	lab.Until(t, "samples of the container's second life", lab.PodLimit, func() bool { return pids(w.Output(pod, "perf-sysstat")) == 2 })
	w.Apply(t, w.RenderText(t, strings.Replace(w.text, `value: "1"`, `value: "2"`, 1)).Manifest)
	w.Must(t, "", "rollout", "status", "deployment/api", "--timeout="+lab.RunLimit.String())
	lab.Until(t, "a second pod", time.Minute, func() bool {
		for _, other := range w.Seen() {
			if other.Name != pod {
				pod = other.Name
				return true
			}
		}
		return false
	})
	w.watchesOnly(t, pod, "sleep")
}

// TestWatchCronJob watches the second run of a CronJob.
func TestWatchCronJob(t *testing.T) {
	lab.Rare(t)
	t.Parallel()
	w := watchExample(t, "attach-cronjob", "timeout 6", "timeout 12")
	for _, run := range []string{"first", "second"} {
		w.Must(t, "", "create", "job", run, "--from=cronjob/nightly")
		w.watchesOnly(t, w.podOf(t, run+"-").Name, "sha256sum")
		w.waitFor(t, "job/"+run, "condition=Complete")
		w.ended(t, run+"-")
	}
}

// TestWatchStatefulSet watches both pods of a StatefulSet, which a selector finds.
func TestWatchStatefulSet(t *testing.T) {
	lab.Rare(t)
	t.Parallel()
	w := watchExample(t, "attach-statefulset")
	for _, pod := range []string{"store-0", "store-1"} {
		w.podOf(t, pod)
		w.watchesOnly(t, pod, "sleep")
	}
}

// TestWatchNode attaches sets that look at the node: sys-hwloc runs once, and app-ldms as long as the pod.
func TestWatchNode(t *testing.T) {
	t.Parallel()
	w := watch(t, filepath.Join("testdata", "node.yaml"))
	pod := w.podOf(t, "bench-").Name
	w.waitFor(t, "job/bench", "condition=Complete")
	w.ended(t, "bench-")
	lab.Until(t, "the end of all logs", lab.PodLimit, w.Settled)
	samples := func(container string) []string {
		log, err := metriclog.Read(message.ReplaceAllString(w.Output(pod, container), ""))
		if err != nil {
			t.Fatalf("%s: %v\n%s", container, err, w.Output(pod, container))
		}
		return log.Samples
	}
	if topology := samples("sys-hwloc"); len(topology) != 1 || !strings.HasPrefix(topology[0], "lscpu --json\n{\n") {
		t.Errorf("sys-hwloc says %q", topology)
	}
	loads := samples("app-ldms")
	if len(loads) < 2 {
		t.Errorf("app-ldms says %q", loads)
	}
	for _, sample := range loads {
		if !strings.Contains(sample, "-h localhost -x sock -p 10444 -l -v: vmstat/loadavg u64 ") {
			t.Errorf("a sample of app-ldms: %q", sample)
		}
	}
}
