//go:build e2e

package live

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// watched is a MetricSet that is attached to the set "good".
const watched = `---
apiVersion: flux-framework.org/v1alpha2
kind: MetricSet
metadata:
  name: pidstat
  namespace: default
  annotations: {latchkey.dev/attach-to: good}
spec:
  metrics:
  - name: perf-sysstat
    options: {rate: 1}
`

// TestLife follows a good set with attached metrics from its start to its end and compares each saved log with the log of
// the kubelet. Then one pod goes.
func TestLife(t *testing.T) {
	t.Parallel()
	l := lab.Need(t)
	l.NeedImage(t, "metric-sysstat")
	l.NeedFlux(t)
	lab.TakeSlot(t)
	l.Apply(t, l.RenderText(t, cluster("good", `sh -c "echo it begins; sleep 10; echo it ends"`, "")+watched).Manifest)

	folder := t.TempDir()
	saved := make(chan result, 1)
	go func() { saved <- call(t, l, "", "logs", "good", "--wait", "-o", folder, insecure) }()
	seen, last := untilStatus(t, l, "good", "good  MiniCluster of 2  completed after ")
	last.wants(t, 0, "application  ended with status 0 at ", "sidecar      perf-sysstat: ended with status ")
	lab.InOrder(t, strings.Join(seen, ""), "brokers      2 of 2 up\n",
		"application  running since ", "sidecar      perf-sysstat: 2 of 2 running", "latchkey logs good (pod good-m-0-0-")

	(<-saved).wants(t, 0, "8 logs and set.json are in ")
	record := checkSaved(t, l, filepath.Join(folder, "good"))
	if record.State != runs.Completed || record.ExitStatus == nil || *record.ExitStatus != 0 || record.Size != 2 || len(record.Missing) > 0 {
		t.Errorf("the record says %+v", record)
	}
	call(t, l, "", "logs", "good", insecure).wants(t, 0, "it begins\n", "it ends\n")

	for _, pod := range record.Pods {
		if pod.Index != nil && *pod.Index == 1 {
			l.Must(t, "", "delete", "pod", pod.Name)
		}
	}
	call(t, l, "", "logs", "good", "-o", t.TempDir(), insecure).wants(t, 1, "5 logs and set.json are in ",
		"missing: the pod of index 1 of m is gone, and its logs with it\n")
}

// checkSaved compares the logs of a record with those that the kubelet has.
func checkSaved(t *testing.T, l *lab.Lab, folder string) *runs.Set {
	t.Helper()
	record, err := runs.Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, pod := range record.Pods {
		for _, container := range pod.Containers {
			text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(container.Log)))
			says := !strings.HasPrefix(container.Name, "try-") // this one only tries an image
			if want := l.Logs(t, pod.Name, container.Name); err != nil || string(text) != want || says && want == "" {
				t.Errorf("%s has %d bytes, want %d (%v)", container.Log, len(text), len(want), err)
			}
			compared++
		}
	}
	if compared != 8 {
		t.Errorf("%d logs were compared, want 8", compared)
	}
	return record
}

// TestFollowAcrossRestart follows a set that starts again as a whole, on the screen and in files.
func TestFollowAcrossRestart(t *testing.T) {
	lab.Rare(t)
	t.Parallel()
	l := start(t, cluster("again", `sh -c "echo a life begins; sleep 8; exit 3"`, `latchkey.dev/max-restarts: "1"`))
	folder := t.TempDir()
	saved := make(chan result, 1)
	go func() { saved <- call(t, l, "", "logs", "again", "--wait", "-o", folder, insecure) }()
	shown := call(t, l, "", "logs", "again", "--follow", insecure)
	shown.wants(t, 3, "latchkey: the set has started again: restart 1\n", "latchkey: the set has failed: the application ended with status 3; it printed ")
	if lives := strings.Count(shown.out, "\na life begins\n"); lives != 2 {
		t.Errorf("%d lives are shown, want 2:\n%s", lives, shown.out)
	}
	_, last := untilStatus(t, l, "again", "again  MiniCluster of 2  failed")
	last.wants(t, 1, "restarts     1, of which 1 count towards the 1 of maxRestarts\n")
	r := <-saved
	t.Log(r.err)
	logs, err := filepath.Glob(filepath.Join(folder, "again", "again-m-0-0-*", "again.log"))
	if err != nil || len(logs) != 2 {
		t.Fatalf("the lead has logs of %d lives, want 2 (%v)", len(logs), err)
	}
	for _, log := range logs {
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		lab.InOrder(t, string(text), "a life begins\n", "ends with status 3\n")
	}
}

// TestKilled kills a collection again and again, and wants each log as the kubelet has it. Then it deletes the set while it runs and
// applies it again: pods of the first set are not among the pods of the second.
func TestKilled(t *testing.T) {
	t.Parallel()
	const command = `bash -c 'for i in $(seq 1 3000); do echo line $i; [ $((i % 50)) != 0 ] || sleep 0.5; done'`
	set := cluster("killed", command, "")
	l := start(t, set)
	folder := t.TempDir()
	for range 10 {
		ctx, stop := context.WithTimeout(t.Context(), 2*time.Second)
		cmd := exec.CommandContext(ctx, lab.Binary, "logs", "killed", "--wait", "-o", folder, insecure)
		cmd.Env = append(cmd.Environ(), "KUBECONFIG="+l.Kubeconfig())
		_ = cmd.Run() // it is killed
		stop()
	}
	call(t, l, "", "logs", "killed", "--wait", "-o", folder, insecure).wants(t, 0, "5 logs and set.json are in ")
	record, err := runs.Read(filepath.Join(folder, "killed"))
	if err != nil || len(record.Pods) != 3 {
		t.Fatalf("the record is %+v (%v)", record, err)
	}
	for _, pod := range record.Pods {
		for _, container := range pod.Containers {
			text, err := os.ReadFile(filepath.Join(folder, "killed", filepath.FromSlash(container.Log)))
			if want := l.Logs(t, pod.Name, container.Name); err != nil || string(text) != want {
				t.Errorf("%s has %d bytes, want %d (%v)", container.Log, len(text), len(want), err)
			}
		}
	}
	l.Must(t, "", "delete", "jobset", "killed")
	manifest := l.RenderText(t, set).Manifest
	l.Apply(t, manifest)
	untilStatus(t, l, "killed", "brokers      2 of 2 up")
	l.Must(t, "", "delete", "jobset", "killed", "--wait=false")
	l.Apply(t, manifest)
	call(t, l, "", "logs", "killed", "--wait", "-o", folder, insecure).wants(t, 0, "5 logs and set.json are in "+filepath.Join(folder, "killed.2"))
}
