package graph

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/transform"
	"github.com/latchkey-dev/latchkey/internal/text"
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

// A container of a pod.
type container struct {
	name string
	// when says when the container runs. A "first" container ends before the next one starts. A "sidecar" starts in its place
	// among the first ones, and stays. The containers of the application start together at the end, and have "".
	when string
}

// podsOf returns the pods of an object.
func podsOf(o *Object) (found []*pods) {
	templates := o.item.Templates("")
	for _, recorded := range attach.Recorded(o.item) {
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
			c := container{textOf(transform.At(each, "name")), "first"}
			if transform.At(each, "restartPolicy") == any("Always") {
				c.when = "sidecar"
			}
			p.containers = append(p.containers, c)
		}
		for _, each := range template.List("spec", "containers") {
			p.containers = append(p.containers, container{name: textOf(transform.At(each, "name"))})
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
	parent, name := p.above(1), p.object.title()
	ofOne := p.ofOne(parent)
	count = ofOne
	// A replicated job of a JobSet has the path ...replicatedJobs.<index>.template.spec.template.
	if len(path) > 4 && path[len(path)-5] == "replicatedJobs" {
		jobs, isSet := number(transform.At(p.above(3), "replicas"))
		if !isSet {
			jobs = 1
		}
		count, name = jobs*max(ofOne, 1), name+"-"+p.template.Part+"-"+span(jobs)
	}
	if transform.At(parent, "completionMode") != any("Indexed") {
		return count, ""
	}
	return count, name + "-" + span(ofOne)
}

// ofOne returns the number of pods of one job or other object, or 0 if it does not say it.
func (p *pods) ofOne(parent any) int {
	for _, field := range []string{"completions", "parallelism", "replicas"} {
		if count, isSet := number(transform.At(parent, field)); isSet {
			return count
		}
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

// fill draws the pods of an object into its box.
func (p *painter) fill(b *box, o *Object) {
	if len(o.pods) == 1 {
		own := o.pods[0]
		b.words = append(b.words, own.words()...)
		p.containers(b, own)
		return
	}
	for _, own := range o.pods {
		inner := &box{shape: plain, kind: cmp.Or(own.template.Part, "pods"), words: own.words()}
		b.boxes = append(b.boxes, inner)
		p.containers(inner, own)
	}
}

// containers draws the containers of pods, in the order in which they start.
func (p *painter) containers(b *box, own *pods) {
	p.pods[own], b.across = b, true
	var before *box
	for _, c := range own.containers {
		inner := &box{shape: plain, kind: c.name, words: []string{c.when}}
		b.boxes = append(b.boxes, inner)
		if before != nil {
			p.draw(before, inner, "", makes)
		}
		if c.when != "" {
			before = inner
		}
	}
}

// words describe pods: their number, their names, and whether they share processes.
func (p *pods) words() (words []string) {
	switch {
	case p.object.kind().String() == "DaemonSet.apps":
		words = append(words, "a pod on each node")
	case p.count == 0 || len(p.template.Path) == 0:
	case p.count == 1 && p.hosts != "":
		words = append(words, "pod "+p.hosts)
	default:
		words = append(words, strings.TrimSpace(text.Count(p.count, "pod")+" "+p.hosts))
	}
	if p.shared {
		words = append(words, "one process namespace")
	}
	return words
}
