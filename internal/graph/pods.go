package graph

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/latchkey-dev/latchkey/generators/transform"
)

// pods are the pods of one template of an object.
type pods struct {
	object     *Object
	template   transform.Template
	containers []container
	// shared says that the containers see each other's processes.
	shared bool
	// count is the number of pods, or 0 if the object does not say it.
	count int
	// hosts are the names of the pods, in the form lammps-m-0-[0-3], or "".
	hosts string
}

// A container of a pod. Containers run one after the other, or together, in the order of their phases.
type container struct {
	name  string
	phase phase
}

// A phase says when a container runs.
type phase int

const (
	// first containers end before the next one starts.
	first phase = iota
	// sidecars start in their place among the first containers, and stay.
	sidecar
	// last are the containers of the application, which start together.
	last
)

// podsOf returns the pods of an object.
func podsOf(o *Object) (found []*pods) {
	templates := o.item.Templates("")
	for _, recorded := range o.item.Recorded() {
		known := func(t transform.Template) bool { return slices.Equal(t.Path, recorded.Path) }
		if !slices.ContainsFunc(templates, known) {
			templates = append(templates, recorded)
		}
	}
	for _, template := range templates {
		if !template.IsWhole() {
			continue
		}
		p := &pods{object: o, template: template, shared: template.At("spec", "shareProcessNamespace") == any(true)}
		for _, each := range template.List("spec", "initContainers") {
			c := container{name: textOf(transform.At(each, "name"))}
			if transform.At(each, "restartPolicy") == any("Always") {
				c.phase = sidecar
			}
			p.containers = append(p.containers, c)
		}
		for _, each := range template.List("spec", "containers") {
			p.containers = append(p.containers, container{textOf(transform.At(each, "name")), last})
		}
		p.count, p.hosts = p.size()
		found = append(found, p)
	}
	return found
}

// size returns the number of pods and their names, as far as the object says them.
func (p *pods) size() (count int, hosts string) {
	path := p.template.Path
	if len(path) == 0 {
		return 1, p.object.item.Name
	}
	parent := p.above(1)
	count, isJob := number(transform.At(parent, "completions"))
	if !isJob {
		if count, isJob = number(transform.At(parent, "parallelism")); !isJob {
			count = p.replicas(parent)
		}
	}
	name := p.object.title()
	if indexed := transform.At(parent, "completionMode") == any("Indexed"); !indexed {
		name = ""
	}
	// A replicated job of a JobSet has the path ...replicatedJobs.<index>.template.spec.template.
	if len(path) > 4 && path[len(path)-5] == "replicatedJobs" {
		jobs, isSet := number(transform.At(p.above(3), "replicas"))
		if !isSet {
			jobs = 1
		}
		if name != "" {
			name += "-" + p.template.Part + "-" + span(jobs)
		}
		return jobs * max(count, 1), joined(name, count)
	}
	return count, joined(name, count)
}

// replicas returns the number of pods of an object that has no completions.
func (p *pods) replicas(parent any) int {
	if count, isSet := number(transform.At(parent, "replicas")); isSet {
		return count
	}
	switch p.object.kind().String() {
	case "Job.batch", "CronJob.batch", "Deployment.apps", "StatefulSet.apps", "ReplicaSet.apps", "ReplicationController":
		return 1
	}
	return 0
}

// above returns the value some steps above the template.
func (p *pods) above(steps int) any {
	value := any(p.object.item.Content())
	for _, key := range p.template.Path[:len(p.template.Path)-steps] {
		if at, err := strconv.Atoi(key); err == nil && at < len(list(value)) {
			value = list(value)[at]
			continue
		}
		value = transform.At(value, key)
	}
	return value
}

// span writes the numbers below count as in a list of hosts.
func span(count int) string {
	if count < 2 {
		return "0"
	}
	return fmt.Sprintf("[0-%d]", count-1)
}

func joined(name string, count int) string {
	if name == "" {
		return ""
	}
	return name + "-" + span(count)
}
