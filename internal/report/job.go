package report

// A Job is one execution of an application that a log tells apart from others: a job of Flux, what stands between two
// marks, or one of several outputs of the same program.
type Job struct {
	// Name is what the marks or the user's attribute study_id call it, or "".
	Name string
	ID   string // of the Flux job, or ""
	JobSpec
	Times JobTimes
	// Status is the exit status; 128 and the signal if a signal ended the job. It is nil if the log does not say it.
	Status *int
	// Fault says why the job failed or is not whole, in the words of the log, or "".
	Fault string
}

// A JobSpec is what was asked for.
type JobSpec struct {
	Nodes, Tasks int // 0 if not known
	Command      string
	// Options are the options of Flux's shell, sorted: "cpu-affinity=per-task gpu-affinity=off".
	Options string
	// Attributes are those that the user gave, such as study_id.
	Attributes map[string]string
	Hosts      string // where it ran, as Flux writes it: "lammps-[0-31]"; or ""
}

// JobTimes are times of a job in seconds since 1970, NaN if not known.
type JobTimes struct {
	Init    float64 // Flux began to start it on its hosts
	Started float64 // all its tasks were started
	Exited  float64 // its first task ended
	Ended   float64 // all of it had ended
}

// NewJob returns a job of which only the name is known.
func NewJob(name string) *Job {
	return &Job{Name: name, Times: JobTimes{Unknown, Unknown, Unknown, Unknown}}
}
