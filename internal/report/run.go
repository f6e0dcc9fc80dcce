package report

import (
	"cmp"
	"time"
)

// A Run is one execution of an application: a whole set, or one job inside a set.
type Run struct {
	Name    string // unique in the report: the set's name, or its folder or file, and the job's name if the set has several
	Path    string // the argument, folder or file it comes from
	Set     string // name of the set, or "" if nothing says it
	Place   *Place // which run of a study it is, or nil
	State   State
	Reason  string            // why it does not count
	Facts   map[string]string // what is known, by name: see FactSize and the names after it
	Start   time.Time
	End     time.Time
	Phases  map[string]float64 // seconds of the phases that are known, of the set if it has several jobs
	Job     *Job               // the job inside the set, or nil if nothing is known of one
	Sources []Source           // sorted by pod index, pod and container
}

// A State says how a run ended.
type State string

// Only completed runs count in a comparison.
const (
	Completed  State = "completed"
	Failed     State = "failed"     // the application or its set ended with an error
	Cut        State = "cut"        // the output of a program has no end
	Incomplete State = "incomplete" // the set had not ended; or nothing was measured, and nothing says that it has completed
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

// Phase returns the seconds of a phase, or NaN.
func (r *Run) Phase(name string) float64 {
	if seconds, known := r.Phases[name]; known {
		return seconds
	}
	return Unknown
}

// A Job is one execution that a log tells apart: a job of Flux, what stands between two marks, or one of several outputs.
type Job struct {
	Name string `json:"name,omitempty"` // what the marks or the user's attribute study_id call it, or ""
	ID   string `json:"id,omitempty"`   // of the Flux job, or ""
	JobSpec
	Times  JobTimes `json:"-"`
	Status *int     `json:"status,omitempty"` // exit status; 128 and the signal if one ended the job; nil if the log does not say it
	Fault  string   `json:"fault,omitempty"`  // why the job failed or is not whole, in the words of the log, or ""
	Cut    bool     `json:"-"`                // the fault is that its output has no end
}

// Join adds what another log says of the same job.
func (j *Job) Join(other *Job) {
	j.Fault, j.Cut, j.Status = cmp.Or(j.Fault, other.Fault), j.Cut || other.Cut && j.Fault == "", cmp.Or(j.Status, other.Status)
}

// A JobSpec is what was asked for.
type JobSpec struct {
	Nodes      int               `json:"nodes,omitempty"` // 0 if not known
	Tasks      int               `json:"tasks,omitempty"` // likewise
	Command    string            `json:"command,omitempty"`
	Options    string            `json:"options,omitempty"`    // of Flux's shell, sorted: "cpu-affinity=per-task gpu-affinity=off"
	Attributes map[string]string `json:"attributes,omitempty"` // that the user gave, such as study_id
	Hosts      string            `json:"hosts,omitempty"`      // where it ran, as Flux writes it: "lammps-[0-31]"; or ""
}

// JobTimes are times of a job in seconds since 1970, NaN if not known.
type JobTimes struct {
	Init    float64 // Flux began to start it on its hosts
	Started float64 // all its tasks were started
	Ended   float64 // all of it had ended
}

// NewJob returns a job of which only the name is known.
func NewJob(name string) *Job {
	return &Job{Name: name, Times: JobTimes{Unknown, Unknown, Unknown}}
}
