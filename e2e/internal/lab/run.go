package lab

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// Case is one set that runs in real pods: a MiniCluster with real Flux, or a MetricSet.
type Case struct {
	Name string   // of the test and of the file in testdata
	End  string   // terminal state of the JobSet, "Completed" unless said
	Code int32    // exit status of the lead's container
	Says []string // strings that the lead's log must hold, in this order, on one of its two streams
	Errs []string // the same for the other stream: the order of the two is not kept
	Rare bool     // see [Rare]

	Before func(*testing.T, *Run) // before the set is rendered
	Edit   func(*testing.T, *Run) // before what was rendered is applied
	During func(*testing.T, *Run) // while it runs
	After  func(*testing.T, *Run) // once it has ended
}

// slots bounds the number of sets that run at a time: brokers without enough processor time take other brokers for dead.
var slots = make(chan struct{}, 3)

// TakeSlot waits for a slot and gives it back after the test.
func TakeSlot(t *testing.T) {
	slots <- struct{}{}
	t.Cleanup(func() { <-slots })
}

// RunLimit bounds every wait for a set to end.
const RunLimit = 6 * time.Minute

// Run is one set in a namespace of its own, with a record of its pods and their logs.
type Run struct {
	*Lab
	*Record
	Case
	Set    Set
	Kind   string // JobSet or Job
	Object string // its name
	Input  string // file with the MiniCluster or the MetricSet
	Began  time.Time
	Secret map[string]bool // CURVE keys that were seen in Secrets

	Folder string // of the node, where a case needs one
	Whole  []byte // the manifest, where a case applies a part of it first
}

// AnyCode stands for the lead's status if it depends on timing.
const AnyCode = -2

// Gone is the end of sets that a case deletes itself.
const Gone = "gone"

// NewRun takes a fresh namespace, or skips the test if pods cannot run.
func NewRun(t *testing.T, c Case) *Run {
	t.Helper()
	if c.Rare {
		Rare(t)
	}
	l := Need(t)
	l.NeedFlux(t)
	TakeSlot(t)
	if c.End == "" {
		c.End = "Completed"
	}
	return &Run{Lab: l, Case: c, Input: filepath.Join("testdata", c.Name+".yaml"), Secret: map[string]bool{}}
}

// Play starts the set, runs the actions of the case, and waits for the set's end unless the case deletes the set.
func (r *Run) Play(t *testing.T) {
	t.Helper()
	r.Start(t)
	if r.During != nil {
		r.During(t, r)
	}
	if r.End != Gone {
		r.WaitForEnd(t)
	}
}

// Start renders and applies the set and begins to record.
func (r *Run) Start(t *testing.T) {
	t.Helper()
	if r.Before != nil {
		r.Before(t, r)
	}
	r.Set = RenderIn(t, Input{r.Name, r.Input}, r.Namespace)
	if r.Edit != nil {
		r.Edit(t, r)
	}
	if t.Failed() {
		t.FailNow()
	}
	for _, o := range r.Set.Objects(t) {
		if o.Kind == "JobSet" || o.Kind == "Job" && r.Kind == "" {
			r.Kind, r.Object = o.Kind, o.Metadata.Name
		}
	}
	r.Record = StartRecord(t, r.Lab)
	t.Cleanup(func() {
		if t.Failed() {
			r.dump(t)
		}
	})
	r.Began = time.Now()
	r.Apply(t, r.Set.Manifest)
}

// WaitForEnd waits until the set has ended, with or without success.
func (r *Run) WaitForEnd(t *testing.T) {
	t.Helper()
	path, wanted := "{.status.terminalState}", r.End
	if r.Kind == "Job" {
		path, wanted = `{.status.conditions[?(@.status=="True")].type}`, map[string]string{"Completed": "Complete", "Failed": "Failed"}[r.End]
	}
	deadline := time.Now().Add(RunLimit)
	for asked := time.Now(); ; asked = Pause(asked) {
		state := r.Must(t, "", "get", r.Kind+"/"+r.Object, "-o", "jsonpath="+path)
		switch {
		case slices.Contains(strings.Fields(state), wanted):
			t.Logf("%s %s after %.1f s", r.Object, state, time.Since(r.Began).Seconds())
			return
		case strings.Contains(state, "Failed") || strings.Contains(state, "Completed"):
			t.Errorf("%s is %s, not %s", r.Object, state, wanted)
			return
		case time.Now().After(deadline):
			t.Fatalf("%s is %q, not %s, after %s", r.Object, state, wanted, RunLimit)
		}
	}
}

// ExampleOf lets a case run an example instead of a file of its own.
func ExampleOf(folder string) func(*testing.T, *Run) {
	return func(_ *testing.T, r *Run) { r.Input = filepath.Join(ExamplesDir, folder, "input.yaml") }
}
