package addons

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation"
	"mvdan.cc/sh/v3/syntax"

	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func application() Addon {
	return define(About{
		Name:    "application",
		Summary: "a container that runs beside the metric, and that metrics can watch",
		Family:  "application",

		Detached: "leave the addon out",
	}, applicationOptions{Name: "app-addon", Shell: "/bin/sh"}, addApplication)
}

type applicationOptions struct {
	Image            string            `option:"image" required:"true" help:"image of the container"`
	Command          string            `option:"command" required:"true" help:"command line to run"`
	Entrypoint       string            `option:"entrypoint" help:"command line to run in place of command, which is then only watched"`
	Name             string            `option:"name" help:"name of the container"`
	Workdir          string            `option:"workdir" help:"working directory"`
	Shell            string            `option:"shell" help:"shell for a command line that is more than words"`
	PullSecret       string            `option:"pullSecret" help:"Secret to pull the image with"`
	Privileged       bool              `option:"privileged" help:"give the container all that the node has"`
	AllowPtrace      bool              `option:"allowPtrace" help:"add the capability SYS_PTRACE"`
	AllowAdmin       bool              `option:"allowAdmin" help:"add the capability SYS_ADMIN"`
	ResourceLimits   map[string]string `option:"resourceLimits" help:"limits of the container, as quantities"`
	ResourceRequests map[string]string `option:"resourceRequests" help:"requests of the container, as quantities"`
}

func (o *applicationOptions) Validate(made plan.Plan, p *options.Problems) {
	for _, name := range []string{"command", "entrypoint"} {
		text := map[string]string{"command": o.Command, "entrypoint": o.Entrypoint}[name]
		if _, err := syntax.NewParser().Parse(strings.NewReader(text), ""); err != nil {
			p.Invalid(name, "it is not valid shell code (%v): close all quotes and parentheses", err)
		}
	}
	if o.Name == "" {
		p.Required("name", "the name is empty: write a name for the container, or remove this option")
	}
	p.Name("name", validation.IsDNS1123Label)
	p.Name("pullSecret", validation.IsDNS1123Subdomain)
	p.Directory("workdir")
	p.Directory("shell")
	limits, requests := checkQuantities(p, "resourceLimits", o.ResourceLimits), checkQuantities(p, "resourceRequests", o.ResourceRequests)
	p.Resources(p.Place("resourceLimits"), p.Place("resourceRequests"), corev1.ResourceRequirements{Limits: limits, Requests: requests})
	made.Each(func(_ plan.Job, c plan.Container) bool { return c.Name == o.Name }, func(*plan.Container) {
		p.Invalid("name", "%q is the name of another container of the pods: choose another name", o.Name)
	})
}

// checkQuantities returns the quantities that can be read, and reports the others.
func checkQuantities(p *options.Problems, name string, list map[string]string) corev1.ResourceList {
	known := corev1.ResourceList{}
	for _, key := range slices.Sorted(maps.Keys(list)) {
		quantity, err := resource.ParseQuantity(list[key])
		if err != nil {
			p.Findings.Invalid(p.Place(name).Key(key), list[key], "%q is not a quantity: use a number, for example 500m, 2 or 2Gi", list[key])
			continue
		}
		known[corev1.ResourceName(key)] = quantity
	}
	return known
}

func quantities(list map[string]string) corev1.ResourceList {
	var out corev1.ResourceList
	for name, text := range list {
		if out == nil {
			out = corev1.ResourceList{}
		}
		out[corev1.ResourceName(name)] = resource.MustParse(text)
	}
	return out
}

// addApplication adds the container to every job, before the containers of the metric. A watcher without a command of
// its own then watches this container's process.
func addApplication(o applicationOptions, made plan.Plan, _ int32) plan.Plan {
	container := plan.Container{
		Name: o.Name, Role: plan.Apply, Image: o.Image, WorkingDir: o.Workdir,
		Command:    plan.Argv(cmp.Or(o.Entrypoint, o.Command), o.Shell),
		Privileged: o.Privileged, Ptrace: o.AllowPtrace, Admin: o.AllowAdmin,
		Resources: corev1.ResourceRequirements{Limits: quantities(o.ResourceLimits), Requests: quantities(o.ResourceRequests)},
	}
	for i := range made.Jobs {
		job := &made.Jobs[i]
		first := slices.IndexFunc(job.Containers, func(c plan.Container) bool { return c.Role != plan.Apply })
		job.Containers = slices.Insert(job.Containers, max(first, 0), container)
		if o.PullSecret != "" && !slices.Contains(job.PullSecrets, o.PullSecret) {
			job.PullSecrets = append(job.PullSecrets, o.PullSecret)
		}
	}
	made.Each(o.isMeant, func(c *plan.Container) {
		texts := maps.Clone(c.Files)
		delete(texts, plan.WatchFile)
		c.Files = o.watched()
		maps.Copy(c.Files, texts)
	})
	return made
}

// watched returns the files that select the application's process. For several commands it is the process of their shell.
func (o applicationOptions) watched() map[string]string {
	if o.Entrypoint != "" {
		return map[string]string{plan.WatchFile: plan.CommandLine(o.Command)}
	}
	return plan.Watched(o.Command, o.Shell)
}

// isMeant fits a watcher that has no command of its own, or has the application's command. One that counts in the kernel counts the
// whole pod without a command.
func (o applicationOptions) isMeant(_ plan.Job, c plan.Container) bool {
	told := c.Files[plan.WatchFile]
	return c.Role == plan.Watch && !c.Kernel && c.Files[plan.PatternFile] == "" && (told == "" || told == plan.CommandLine(o.Command))
}
