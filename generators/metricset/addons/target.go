package addons

import (
	"slices"

	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// targeting has the options that select containers for an addon. Without them it selects the containers that measure.
type targeting struct {
	Target          string `option:"target" help:"replicated job to change; else the one that measures"`
	ContainerTarget string `option:"containerTarget" help:"container to change; else the one that measures"`
}

// fits tells whether a container is selected. A job can be named by its name, or by its name without the metric's number.
func (t targeting) fits(job plan.Job, container plan.Container) bool {
	if !isOfMetric(container) {
		return false
	}
	switch {
	case !t.selects(job):
		return false
	case t.ContainerTarget != "":
		return container.Name == t.ContainerTarget
	case t.Target != "":
		return true
	default:
		return plan.Measures(job, container)
	}
}

// selects tells whether a job is not excluded by the option target.
func (t targeting) selects(job plan.Job) bool {
	return t.Target == "" || t.Target == job.Base || t.Target == job.Name
}

// check reports targets that do not exist.
func (t targeting) check(made plan.Plan, p *options.Problems) {
	var jobs, containers []string
	for _, job := range made.Jobs {
		jobs = append(jobs, job.Name)
		if t.Target == job.Base {
			jobs = append(jobs, job.Base)
		}
		for _, container := range job.Containers {
			if isOfMetric(container) {
				containers = append(containers, container.Name)
			}
		}
	}
	if t.Target != "" && !slices.Contains(jobs, t.Target) {
		p.Invalid("target", "%q is not a replicated job of this metric: %s", t.Target, suggest.OneOf(slices.Compact(slices.Sorted(slices.Values(jobs)))))
		return
	}
	if t.ContainerTarget != "" && !slices.Contains(containers, t.ContainerTarget) {
		p.Invalid("containerTarget", "%q is not a container of this metric: %s", t.ContainerTarget, suggest.OneOf(slices.Compact(slices.Sorted(slices.Values(containers)))))
		return
	}
	if _, found := made.Container(t.fits); !found {
		p.Invalid("containerTarget", "there is no container %q in the replicated job %q: leave target or containerTarget out", t.ContainerTarget, t.Target)
	}
}

// isOfMetric tells whether a container runs a script of the metric. Addons change only these containers.
func isOfMetric(container plan.Container) bool {
	return container.Role != plan.Apply && container.Role != plan.Prepare
}

// pods returns the number of pods of a plan.
func pods(made plan.Plan) int32 {
	var all int32
	for _, job := range made.Jobs {
		all += job.Pods
	}
	return all
}
