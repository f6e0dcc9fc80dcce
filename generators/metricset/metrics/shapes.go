package metrics

import (
	"slices"
	"strconv"

	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// The names of containers. Log readers select containers by them.
const (
	singleContainer  = "app"
	storageContainer = "storage"
	launchContainer  = "launcher"
	workContainer    = "workers"
)

// single is the shape of metrics with one kind of pod.
func single(t Target, container plan.Container) plan.Plan {
	return onePod(t, singleContainer, container)
}

// storage is the shape of metrics that measure a volume. They have one kind of pod too.
func storage(t Target, container plan.Container) plan.Plan {
	return onePod(t, storageContainer, container)
}

func onePod(t Target, name string, container plan.Container) plan.Plan {
	container.Name = name
	if t.ContainerName != "" {
		container.Name = t.ContainerName
	}
	container.Key = "entrypoint-" + strconv.Itoa(t.Number)
	return plan.Plan{Jobs: []plan.Job{{
		Base: "m", Name: t.numbered("m", ""), Pods: t.Pods, Completions: t.Completions, Ends: true,
		Containers: []plan.Container{container},
	}}}
}

// launched is the shape of metrics in which one pod starts programs on all pods. It has a job with the name base for
// that pod, and a job for the other pods, which end with it.
func launched(t Target, base string, launcher, worker plan.Container) plan.Plan {
	launcher.Name, launcher.Key = launchContainer, t.numbered("launcher", "-")
	worker.Name, worker.Key, worker.Role = workContainer, t.numbered("worker", "-"), plan.Work
	lead := workload.Environment{}.Set("LATCHKEY_LAUNCHER_JOB", t.numbered(base, ""))
	worker.Env = append(slices.Clone(lead), worker.Env...)
	workers := t.Pods - 1
	if workers > 0 {
		lead = lead.Number("LATCHKEY_WORKERS", int(workers)).Set("LATCHKEY_WORKER_JOB", t.numbered("w", ""))
	}
	launcher.Env = append(lead, launcher.Env...)
	jobs := []plan.Job{{
		Base: base, Name: t.numbered(base, ""), Pods: 1, Completions: 1, Ends: true,
		Containers: []plan.Container{launcher},
	}}
	if workers > 0 {
		jobs = append(jobs, plan.Job{
			Base: "w", Name: t.numbered("w", ""), Pods: workers, Completions: workers,
			Containers: []plan.Container{worker},
		})
	}
	return plan.Plan{Jobs: jobs}
}

// numbered returns a name of a job or of files, followed by a separator and the metric's number unless that is 0.
func (t Target) numbered(base, separator string) string {
	if t.Number == 0 {
		return base
	}
	return base + separator + strconv.Itoa(t.Number)
}
