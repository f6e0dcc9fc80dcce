//go:build e2e

package large

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestRuns runs sets of several sizes in real pods, one after the other. It prints the time from kubectl apply to the start
// of the brokers, to the first line of the job, and to the end. Each host runs one task, and the set completes.
func TestRuns(t *testing.T) {
	lab.Rare(t)
	for text := range strings.FieldsSeq(cmp.Or(os.Getenv("LATCHKEY_LARGE_RUNS"), "4")) {
		t.Run(text, func(t *testing.T) {
			size, err := strconv.Atoi(text)
			if err != nil {
				t.Fatal(err)
			}
			run(t, size)
		})
	}
}

func run(t *testing.T, size int) {
	t.Helper()
	l := lab.Need(t)
	l.NeedFlux(t)
	path := filepath.Join(t.TempDir(), "run.yaml")
	lab.WriteFile(t, path, strings.ReplaceAll(read(t, "testdata", "run.yaml"), "SIZE", strconv.Itoa(size)))
	manifest := lab.RenderIn(t, lab.Input{Name: "large", Path: path}, l.Namespace).Manifest
	r := lab.StartRecord(t, l)
	began := time.Now()
	l.Apply(t, manifest)
	l.WaitFor(t, "large", 15*time.Minute)
	ended := time.Since(began)
	lab.Until(t, "the end of all logs", lab.PodLimit, r.Settled)
	lead, _ := r.Broker(0)
	ran := regexp.MustCompile(`^ran on (\S+)$`)
	var hosts []string
	var first, last, started time.Duration
	for _, line := range r.Lines(lead.Name, "large") {
		if found := ran.FindStringSubmatch(line.Text); found != nil {
			hosts = append(hosts, found[1])
			last = line.At.Sub(began)
			first = cmp.Or(first, last)
		}
	}
	slices.Sort(hosts)
	if hosts = slices.Compact(hosts); len(hosts) != size {
		t.Errorf("the job ran on %d hosts of %d: %q", len(hosts), size, hosts)
	}
	for _, pod := range r.Brokers() {
		for _, status := range pod.Status.ContainerStatuses {
			if end := status.State.Terminated; end != nil {
				started = max(started, end.StartedAt.Sub(began))
			}
		}
	}
	t.Logf("%d pods: the last broker's container started after %.0f s, first line of the job after %.1f s, last line after %.1f s, completed after %.1f s",
		size, started.Seconds(), first.Seconds(), last.Seconds(), ended.Seconds())
}
