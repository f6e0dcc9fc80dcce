package report

// A Job is one execution of an application that a log tells apart from others: a job of Flux, what stands between two
// marks, or one of several outputs of the same program.
type Job struct {
	// Name is what the marks or the user's attribute study_id call it, or "".
	Name string `json:"name,omitempty"`
	ID   string `json:"id,omitempty"` // of the Flux job, or ""
	JobSpec
	Times JobTimes `json:"-"`
	// Status is the exit status; 128 and the signal if a signal ended the job. It is nil if the log does not say it.
	Status *int `json:"status,omitempty"`
	// Fault says why the job failed or is not whole, in the words of the log, or "".
	Fault string `json:"fault,omitempty"`
}

// A JobSpec is what was asked for.
type JobSpec struct {
	Nodes   int    `json:"nodes,omitempty"` // 0 if not known
	Tasks   int    `json:"tasks,omitempty"` // likewise
	Command string `json:"command,omitempty"`
	// Options are the options of Flux's shell, sorted: "cpu-affinity=per-task gpu-affinity=off".
	Options string `json:"options,omitempty"`
	// Attributes are those that the user gave, such as study_id.
	Attributes map[string]string `json:"attributes,omitempty"`
	Hosts      string            `json:"hosts,omitempty"` // where it ran, as Flux writes it: "lammps-[0-31]"; or ""
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
