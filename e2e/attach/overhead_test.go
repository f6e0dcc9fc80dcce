//go:build e2e

package attach

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

const (
	// overheadRounds is how often LAMMPS runs with and without a sidecar, in turn.
	overheadRounds = 5
	// overheadLimit is the largest allowed growth of the loop time, and overheadLoop the least length of the loop.
	overheadLimit = 1.01
	overheadLoop  = 40 * time.Second
	// overheadSamples is the least number of samples of a watched run.
	overheadSamples = 8
)

// loopTime matches the line in which LAMMPS prints the time of its loop.
var loopTime = regexp.MustCompile(`Loop time of ([0-9.]+) on 2 procs`)

// TestOverhead compares the loop time of LAMMPS under Flux with and without perf-sysstat at a rate of five seconds. It needs
// a quarter of an hour and an idle machine, so it runs only with LATCHKEY_E2E_OVERHEAD=1. It logs the load of the machine
// before each run: times of a busy machine say nothing.
func TestOverhead(t *testing.T) {
	lab.Rare(t)
	if os.Getenv("LATCHKEY_E2E_OVERHEAD") == "" {
		lab.Missing(t, "overhead", "LATCHKEY_E2E_OVERHEAD is not set: it takes a quarter of an hour and an idle machine")
	}
	lab.Need(t).NeedFlux(t)
	text, err := os.ReadFile(filepath.Join("testdata", "overhead.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	cluster, _, _ := strings.Cut(string(text), "\n---\n")
	var watched, alone []time.Duration
	for round := range overheadRounds {
		alone = append(alone, lammpsLoop(t, "alone-"+strconv.Itoa(round), cluster, 0))
		watched = append(watched, lammpsLoop(t, "watched-"+strconv.Itoa(round), string(text), overheadSamples))
	}
	ratio := lab.Median(watched).Seconds() / lab.Median(alone).Seconds()
	t.Logf("LAMMPS's loop: watched %.2f s %.2f, alone %.2f s %.2f, ratio of the medians %.4f",
		lab.Median(watched).Seconds(), lab.InSeconds(watched), lab.Median(alone).Seconds(), lab.InSeconds(alone), ratio)
	if ratio > overheadLimit {
		t.Errorf("the loop takes %.4f times as long, allowed is %.2f", ratio, overheadLimit)
	}
}

// lammpsLoop runs a set to its end and returns the loop time of LAMMPS.
func lammpsLoop(t *testing.T, name, text string, samples int) time.Duration {
	t.Helper()
	var loop time.Duration
	t.Run(name, func(t *testing.T) {
		load, err := os.ReadFile("/proc/loadavg")
		if err != nil {
			t.Fatal(err)
		}
		l := lab.Need(t)
		r := lab.StartRecord(t, l)
		l.Apply(t, l.RenderText(t, strings.ReplaceAll(text, "namespace: default", "namespace: "+l.Namespace)).Manifest)
		l.WaitFor(t, "overhead", 10*time.Minute)
		lab.Until(t, "the end of all logs", time.Minute, r.Settled)
		match := loopTime.FindStringSubmatch(r.Runner(0))
		if match == nil {
			t.Fatalf("no loop time in:\n%s", r.Runner(0))
		}
		seconds, err := strconv.ParseFloat(match[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		loop = time.Duration(seconds * float64(time.Second))
		if loop < overheadLoop {
			t.Errorf("the loop took %s and has to take %s", loop, overheadLoop)
		}
		for _, pod := range r.Brokers() {
			if taken := strings.Count(r.Output(pod.Name, "perf-sysstat"), "METRICS OPERATOR TIMEPOINT"); taken < samples {
				t.Errorf("%s has %d samples, and should have %d", pod.Name, taken, samples)
			}
		}
		t.Logf("%s: loop time %.2f s, load before it %s", name, seconds, load)
	})
	if loop == 0 {
		t.FailNow()
	}
	return loop
}
