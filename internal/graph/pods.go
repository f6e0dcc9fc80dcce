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
	object   *Object
	template transform.Template
	// part names the template among others of the object.
	part string
	box  *box
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
		if template.IsWhole() {
			found = append(found, &pods{object: o, template: template, part: cmp.Or(template.Part, "pods")})
		}
	}
	return found
}

// words describe pods: their number, their names, and whether the containers see each other's processes.
func (p *pods) words() (words []string) {
	switch count, hosts := p.size(); {
	case count == 0 || len(p.template.Path) == 0:
	case count == 1 && hosts != "":
		words = append(words, "pod "+hosts)
	default:
		words = append(words, strings.TrimSpace(text.Count(count, "pod")+" "+hosts))
	}
	if p.template.At("spec", "shareProcessNamespace") == any(true) {
		words = append(words, "one process namespace")
	}
	return words
}

// size returns the number of pods, or 0 if the object does not say it, and their names, in the form lammps-m-0-[0-3], or "".
func (p *pods) size() (count int, hosts string) {
	path := p.template.Path
	if len(path) == 0 {
		return 1, p.object.item.Name
	}
	job, name := p.above(1), p.object.title()
	count = p.ofOne(job)
	all := count
	// A replicated job of a JobSet has the path ...replicatedJobs.<index>.template.spec.template.
	if len(path) > 4 && path[len(path)-5] == "replicatedJobs" {
		jobs, isSet := number(transform.At(p.above(3), "replicas"))
		if !isSet {
			jobs = 1
		}
		all, name = jobs*max(count, 1), name+"-"+p.part+"-"+span(jobs)
	}
	if transform.At(job, "completionMode") != any("Indexed") {
		return all, ""
	}
	return all, name + "-" + span(count)
}

// ofOne returns the number of pods of one job or other object, or 0 if it does not say it.
func (p *pods) ofOne(job any) int {
	for _, field := range []string{"completions", "parallelism", "replicas"} {
		if count, isSet := number(transform.At(job, field)); isSet {
			return count
		}
	}
	if item := p.object.item; item.Group == "batch" || item.Group == "apps" && item.Kind != "DaemonSet" {
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
