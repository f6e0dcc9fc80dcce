package addons

import (
	"path"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// viewing has the options of addons that bring programs from an image of their own. A first container copies the
// programs into a volume, and the metric's containers mount the volume.
type viewing struct {
	Mount      string `option:"mount" required:"true" help:"directory at which all containers see the programs"`
	Image      string `option:"image" required:"true" help:"image that holds the programs, a view of Spack"`
	Workdir    string `option:"workdir" help:"working directory of launcher and workers"`
	Privileged bool   `option:"privileged" help:"give the container that brings the programs all that the node has; perf-hpctoolkit then opens the performance counters of the node to everybody"`
	targeting
}

// check reports targets that do not exist or that have no command to wrap, and a mount path that is in use. name is the name of
// the addon's container and volume.
func (v viewing) check(name string, made plan.Plan, p *options.Problems) {
	p.Directory("mount")
	p.Directory("workdir")
	v.targeting.check(made, p)
	clean := path.Clean(v.Mount)
	if isWithin(v.Mount, append([]string{"/opt/view", "/opt/views", "/opt/software"}, ownMounts...)...) {
		p.Invalid("mount", "%q is where programs or scripts already are: choose another directory", v.Mount)
	}
	for _, job := range v.jobs(made) {
		switch {
		case slices.ContainsFunc(job.Volumes, func(other plan.Volume) bool { return path.Clean(other.Path) == clean }):
			p.Invalid("mount", "another volume of this metric is mounted at %q: choose another directory", v.Mount)
		case slices.ContainsFunc(job.Containers, func(other plan.Container) bool { return other.Name == name }):
			p.Invalid("image", "the pods have a container %q already: use this addon once, and give no other container this name", name)
		default:
			continue
		}
		break
	}
	made.Each(v.fits, func(container *plan.Container) {
		if len(container.Measured) == 0 {
			p.Invalid("target", "the container %s runs no command of its own that could be wrapped: choose a metric or a target that does", container.Name)
		}
	})
}

// jobs returns the jobs that get the programs. Without a target these are all jobs, because a launcher also starts
// programs on the workers.
func (v viewing) jobs(made plan.Plan) []*plan.Job {
	var jobs []*plan.Job
	for i := range made.Jobs {
		if job := &made.Jobs[i]; v.selects(*job) {
			jobs = append(jobs, job)
		}
	}
	return jobs
}

// bring adds the container and its volume to the jobs, and makes the metric's containers use them. It changes made and
// returns it.
func (v viewing) bring(name string, made plan.Plan) plan.Plan {
	for _, job := range v.jobs(made) {
		job.Volumes = append(job.Volumes, plan.Volume{
			Name: ownVolumes + name, Path: v.Mount, Source: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}},
		})
		for i := range job.Containers {
			if container := &job.Containers[i]; isOfMetric(*container) {
				v.use(container)
			}
		}
		job.Containers = slices.Insert(job.Containers, 0, plan.Container{
			Name: name, Role: plan.Prepare, Key: name, Image: v.Image, Script: "view.sh", Privileged: v.Privileged,
			Env: workload.Environment{}.Set(names.Mount, v.Mount),
		})
	}
	return made
}

func (v viewing) use(container *plan.Container) {
	container.Pre = append(container.Pre, `. "$LATCHKEY_FILES/use-view.sh" `+plan.Quote(v.Mount))
	addSource(container, "use-view.sh")
	if v.Workdir != "" {
		container.WorkingDir = v.Workdir
	}
}

func addSource(container *plan.Container, script string) {
	if !slices.Contains(container.Sources, script) {
		container.Sources = append(container.Sources, script)
	}
}

// startsRanks tells whether a measured command begins with an MPI launcher.
func (v viewing) startsRanks(made plan.Plan) bool {
	found := false
	made.Each(v.fits, func(container *plan.Container) {
		for _, command := range container.Measured {
			word, _, _ := strings.Cut(command, " ")
			found = found || slices.Contains([]string{"mpirun", "mpiexec", "mpiexec.hydra", "orterun"}, path.Base(word))
		}
	})
	return found
}
