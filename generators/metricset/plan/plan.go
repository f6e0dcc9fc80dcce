package plan

import (
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

// A Plan is what one metric becomes.
type Plan struct {
	// Jobs, in the order of the output.
	Jobs []Job
}

// A Job is one replicated job of the set.
type Job struct {
	// Base is the name that the metric gives: m, l, w or n. Name is Base, followed by a number if an earlier metric of
	// the set has a job with this name.
	Base, Name string
	// Pods is the number of pods that run at the same time. Completions is the number of pods that must succeed.
	Pods, Completions int32
	// Ends says that the set waits for the job. Workers and endless metrics do not end by themselves.
	Ends bool
	// Containers, in the order of the output.
	Containers []Container
	// Volumes that all containers of the job mount.
	Volumes []Volume
	// PullSecrets of the images.
	PullSecrets []string
	// SharesProcesses lets each container see the processes of the others.
	SharesProcesses bool
	// SoleTenancy asks for one pod per node.
	SoleTenancy bool
}

// Has tells whether the job has a container with a role.
func (j Job) Has(role Role) bool {
	return slices.ContainsFunc(j.Containers, func(c Container) bool { return c.Role == role })
}

// A Role is the purpose of a container.
type Role int

// The roles of containers.
const (
	// Measure runs the measured commands.
	Measure Role = iota
	// Watch measures another container of its pod, as long as that container lives.
	Watch
	// Work serves a launcher until the set ends.
	Work
	// Apply is an application of the user. It has no script of Latchkey.
	Apply
	// Prepare ends before the other containers start.
	Prepare
)

// A Container runs a script, or a command of the user.
type Container struct {
	Name string
	Role Role
	// Key begins the names of the container's files in the ConfigMap: entrypoint-0, launcher, worker.
	Key string
	// Script is the name of a file among the scripts. A container without a script has a Command.
	Image, Script string
	Command       []string
	// WorkingDir is empty for the working directory of the image.
	WorkingDir string
	// Env has the variables that the script reads, in order.
	Env workload.Environment
	// Records are the lines of metadata. The metric's line comes first.
	Records []Record
	// Pre and Post are snippets for bash, which run before and after the collection. Measured has the measured commands
	// without their Wrappers. The first wrapper is the outermost.
	Pre, Measured, Post []string
	Wrappers            []Wrapper
	// Sources are further scripts that the snippets source or run.
	Sources []string
	// Watched is the name of the container to watch, "" for all.
	Watched string
	// Files are other files for the script, by the last part of their names.
	Files map[string]string
	// Resources and rights of the container.
	Resources                 corev1.ResourceRequirements
	Privileged, Ptrace, Admin bool
	// Kernel says that the container runs BPF programs. It gets the right SYS_ADMIN and loses all others.
	Kernel bool
}

// A Volume of a pod, mounted at Path.
type Volume struct {
	Name, Path string
	ReadOnly   bool
	Source     corev1.VolumeSource
}

// Clone returns a copy. Changes of the copy do not reach the original.
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
	c.Files, c.Wrappers, c.Sources = maps.Clone(c.Files), slices.Clone(c.Wrappers), slices.Clone(c.Sources)
	return c
}

// Each calls change with every container that fits, in order.
func (p Plan) Each(fits func(Job, Container) bool, change func(*Container)) {
	for i := range p.Jobs {
		for j := range p.Jobs[i].Containers {
			if container := &p.Jobs[i].Containers[j]; fits(p.Jobs[i], *container) {
				change(container)
			}
		}
	}
}

// Fits fits the containers with the role.
func (r Role) Fits(_ Job, c Container) bool { return c.Role == r }

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

// The names of the files that tell a watcher which process to find: WatchFile has its command line, and PatternFile a
// regular expression instead. A name of WatchFile, "-" and a number is for the pod with that index.
const (
	WatchFile   = "watch"
	PatternFile = "pattern"
)
