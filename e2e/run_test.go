//go:build e2e

package e2e

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// runCase is one set that runs in real pods: a MiniCluster with real Flux, or a MetricSet.
type runCase struct {
	name string   // of the test and of the file in testdata/run or testdata/metricset
	end  string   // terminal state of the JobSet, "Completed" unless said
	code int32    // exit status of the lead's container
	says []string // texts that the lead's log must hold, in this order, on one of its two streams
	errs []string // the same for the other stream: the order of the two is not kept

	before func(*testing.T, *setRun) // before the set is rendered
	edit   func(*testing.T, *setRun) // before what was rendered is applied
	during func(*testing.T, *setRun) // while it runs
	after  func(*testing.T, *setRun) // once it has ended
}

// slots bounds how many sets run at a time: brokers that starve for processors take their peers for dead.
var slots = make(chan struct{}, 4)

// runLimit bounds every wait for a set to end.
const runLimit = 6 * time.Minute

// TestRun runs one set for each thing that a MiniCluster can ask of its pods and looks at what came of it.
func TestRun(t *testing.T) {
	for _, c := range slices.Concat(modeCases, textCases, podCases, sidecarCases, keyCases, lifeCases, stateCases) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := newRun(t, c)
			r.run(t)
			r.check(t)
			if c.after != nil {
				c.after(t, r)
			}
		})
	}
}

// run starts the set, does to it what the case does, and waits for its end unless that was to delete it.
func (r *setRun) run(t *testing.T) {
	t.Helper()
	r.start(t)
	if r.during != nil {
		r.during(t, r)
	}
	if r.end != gone {
		r.waitForEnd(t)
	}
}

// setRun is one set in a namespace of its own, with a record of what its pods did and said.
type setRun struct {
	*lab
	*record
	runCase
	set    set
	kind   string // JobSet or Job
	object string // its name
	input  string // file with the MiniCluster or the MetricSet
	began  time.Time
	secret map[string]bool // CURVE keys that were seen in Secrets

	folder string // of the node, where a case needs one
	whole  []byte // the manifest, where a case applies a part of it first
}

// gone is the end of sets that a case deletes itself.
const gone = "gone"

// newRun takes a fresh namespace, or skips the test where pods cannot run.
func newRun(t *testing.T, c runCase) *setRun {
	t.Helper()
	l := need(t)
	l.needFlux(t)
	slots <- struct{}{}
	t.Cleanup(func() { <-slots })
	if c.end == "" {
		c.end = "Completed"
	}
	return &setRun{lab: l, runCase: c, input: filepath.Join("testdata", "run", c.name+".yaml"), secret: map[string]bool{}}
}

// start renders and applies the set and begins to record.
func (r *setRun) start(t *testing.T) {
	t.Helper()
	if r.before != nil {
		r.before(t, r)
	}
	r.set = renderIn(t, input{r.name, r.input}, r.namespace)
	if r.edit != nil {
		r.edit(t, r)
	}
	if t.Failed() {
		t.FailNow()
	}
	for _, o := range r.set.objects(t) {
		if o.Kind == "JobSet" || o.Kind == "Job" && r.kind == "" {
			r.kind, r.object = o.Kind, o.Metadata.Name
		}
	}
	r.record = startRecord(t, r.lab)
	t.Cleanup(func() {
		if t.Failed() {
			r.dump(t)
		}
	})
	r.began = time.Now()
	r.apply(t, r.set.manifest)
}

// waitForEnd waits until the set has ended, one way or the other.
func (r *setRun) waitForEnd(t *testing.T) {
	t.Helper()
	path, wanted := "{.status.terminalState}", r.end
	if r.kind == "Job" {
		path, wanted = `{.status.conditions[?(@.status=="True")].type}`, "Complete"
	}
	deadline := time.Now().Add(runLimit)
	for {
		state := r.must(t, "", "get", r.kind+"/"+r.object, "-o", "jsonpath="+path)
		switch {
		case strings.Contains(state, wanted):
			t.Logf("%s %s after %.1f s", r.object, state, time.Since(r.began).Seconds())
			return
		case strings.Contains(state, "Failed") || strings.Contains(state, "Completed"):
			t.Errorf("%s is %s, not %s", r.object, state, wanted)
			return
		case time.Now().After(deadline):
			t.Fatalf("%s is %q, not %s, after %s", r.object, state, wanted, runLimit)
		}
		time.Sleep(time.Second)
	}
}
