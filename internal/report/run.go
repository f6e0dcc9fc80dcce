package report

import (
	"slices"
	"time"
)

// A Run is one execution of an application: a whole set, or one job inside a set.
type Run struct {
	// Name is unique in the report: the set's name, or its folder or file, and the job's name if the set has several.
	Name string `json:"name"`
	Path string `json:"path"`          // the argument, folder or file it comes from
	Set  string `json:"set,omitempty"` // name of the set, or "" if nothing says it
	// Place says which run of a study it is, or is nil.
	Place *Place `json:"-"`
	// State says whether the run counts, and Reason why it does not.
	State  State  `json:"state,omitempty"`
	Reason string `json:"reason,omitempty"`
	// Facts are what is known about the run, by name; see FactSize and the names after it. A fact that is not known is not
	// there.
	Facts map[string]string `json:"facts,omitempty"`
	Start time.Time         `json:"start,omitzero"`
	End   time.Time         `json:"end,omitzero"`
	// Phases are the seconds of the phases that are known. If the set has several jobs, they are those of the set.
	Phases  map[string]float64 `json:"phases,omitempty"`
	Job     *Job               `json:"job,omitempty"` // the job inside the set, or nil if nothing is known of one
	Sources []Source           `json:"-"`             // sorted by pod index, pod and container
}

// A State says how a run ended.
type State string

// Only completed runs count in a comparison.
const (
	Completed  State = "completed"
	Failed     State = "failed"     // the application or its set ended with an error
	Cut        State = "cut"        // the output of a program has no end
	Incomplete State = "incomplete" // the set had not ended, or nothing was measured
)

// Counts tells whether a run is completed, as far as is known.
func (r *Run) Counts() bool { return r.State == Completed || r.State == "" }

// Names of phases, in the order of time. PhasePull is a part of the two before it.
const (
	PhasePods        = "pods"        // from the creation of the set until all pods are created
	PhaseContainers  = "containers"  // until the first container has started in each pod
	PhaseBrokers     = "brokers"     // until the application's container, or the broker, has started in each pod
	PhasePull        = "pull"        // the longest time that one pod took to pull images
	PhaseHookUp      = "hook-up"     // until the first line of the application
	PhaseStart       = "start"       // of a job: until Flux has started all tasks
	PhaseApplication = "application" // until the application has ended
)

// phaseOrder is the order in which phases are shown.
var phaseOrder = []string{PhasePods, PhaseContainers, PhaseBrokers, PhasePull, PhaseHookUp, PhaseStart, PhaseApplication}

// PhaseNames returns the phases that are known of some run, in order.
func (r *Report) PhaseNames() []string {
	var names []string
	for _, name := range phaseOrder {
		if slices.ContainsFunc(r.Runs, func(run Run) bool { return Known(run.Phase(name)) }) {
			names = append(names, name)
		}
	}
	return names
}

// Phase returns the seconds of a phase, or NaN.
func (r *Run) Phase(name string) float64 {
	if seconds, known := r.Phases[name]; known {
		return seconds
	}
	return Unknown
}

// PhaseOf returns the seconds of a phase in several runs.
func (r *Report) PhaseOf(runs []int, name string) []float64 {
	var all []float64
	for _, run := range runs {
		all = append(all, r.Runs[run].Phase(name))
	}
	return all
}
