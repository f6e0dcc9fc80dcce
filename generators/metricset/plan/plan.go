package plan

import (
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
)

// A Plan is what one metric becomes.
type Plan struct {
	// Jobs in the order in which they are written.
	Jobs []Job
}

// A Job is one replicated job of the set.
type Job struct {
	// Base is the name as the metric gives it: m, l, w or n. Name is the same with a number, where an earlier
	// metric of the set has the name already.
	Base, Name string
	// Pods that run at once, and Completions that end the job.
	Pods, Completions int32
	// Ends says that the set waits for the job. Workers and endless metrics do not end by themselves.
	Ends bool
	// Containers in the order in which they are written.
	Containers []Container
	// Volumes that all containers of the job mount.
	Volumes []Volume
	// PullSecrets of the images.
	PullSecrets []string
	// SharesProcesses lets a container see the processes of the others.
	SharesProcesses bool
	// SoleTenancy asks for one pod a node.
	SoleTenancy bool
}

// A Role is what a container is there for.
type Role int

// The roles of containers.
const (
	// Measure runs the measured commands.
	Measure Role = iota
	// Watch measures another container of its pod, and lives as long as that.
	Watch
	// Work serves a launcher, until the set ends.
	Work
	// Apply is an application of the user's, which has no script of ours.
	Apply
	// Prepare ends before the others begin.
	Prepare
)

// A Container runs one script, or a command of the user's.
type Container struct {
	Name string
	Role Role
	// Key is the first part of the names of its texts in the ConfigMap: entrypoint-0, launcher, worker.
	Key string
	// Image, and Script, the name of a file among the scripts; Command is there in place of a script.
	Image, Script string
	Command       []string
	// WorkingDir, the image's when empty.
	WorkingDir string
	// Env holds what the script reads, in order.
	Env []Variable
	// Records are the lines of metadata, the metric's first.
	Records []Record
	// Pre and Post are texts for bash, before the collection and after it. Measured are the commands that are
	// measured, without Wrappers, the first of which is the outermost.
	Pre, Measured, Post []string
	Wrappers            []Wrapper
	// Sources are further scripts that its texts source or run.
	Sources []string
	// Texts are other files of the script, by the last part of their names.
	Texts map[string]string
	// Resources, and what the container may do.
	Resources                 corev1.ResourceRequirements
	Privileged, Ptrace, Admin bool
}

// A Variable of a container's environment arrives as it is written.
type Variable struct{ Name, Value string }

// A Volume of a pod, mounted at Path.
type Volume struct {
	Name, Path string
	ReadOnly   bool
	Source     corev1.VolumeSource
}

// Clone returns a copy that shares nothing that a builder changes.
func (p Plan) Clone() Plan {
	p.Jobs = slices.Clone(p.Jobs)
	for i := range p.Jobs {
		job := &p.Jobs[i]
		job.Volumes, job.PullSecrets = slices.Clone(job.Volumes), slices.Clone(job.PullSecrets)
		job.Containers = slices.Clone(job.Containers)
		for j := range job.Containers {
			job.Containers[j] = job.Containers[j].clone()
		}
	}
	return p
}

func (c Container) clone() Container {
	c.Command, c.Env, c.Records = slices.Clone(c.Command), slices.Clone(c.Env), slices.Clone(c.Records)
	c.Pre, c.Measured, c.Post = slices.Clone(c.Pre), slices.Clone(c.Measured), slices.Clone(c.Post)
	c.Texts, c.Wrappers, c.Sources = maps.Clone(c.Texts), slices.Clone(c.Wrappers), slices.Clone(c.Sources)
	return c
}

// Each calls change with every container of the plan that fits, in order.
func (p Plan) Each(fits func(Job, Container) bool, change func(*Container)) {
	for i := range p.Jobs {
		for j := range p.Jobs[i].Containers {
			if container := &p.Jobs[i].Containers[j]; fits(p.Jobs[i], *container) {
				change(container)
			}
		}
	}
}

// Measures fits the containers that measure.
func Measures(_ Job, c Container) bool { return c.Role == Measure || c.Role == Watch }

// Container returns the first container that fits.
func (p Plan) Container(fits func(Job, Container) bool) (found Container, ok bool) {
	p.Each(fits, func(c *Container) {
		if !ok {
			found, ok = *c, true
		}
	})
	return found, ok
}

// The texts by which a script that watches finds the process: its command line, and in place of it a regular expression.
// WatchText with "-" and a number behind it is for the pod of that index.
const (
	WatchText   = "watch"
	PatternText = "pattern"
)
