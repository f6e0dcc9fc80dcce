package addons

import (
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func perfHpctoolkit() Addon {
	return define(About{
		Name:    "perf-hpctoolkit",
		Summary: "sample the measured command with HPCToolkit",
		URL:     "https://gitlab.com/hpctoolkit/hpctoolkit",
		Image:   hpctoolkitImage,
		Family:  "performance",

		Detached: "the addon measures only a command that the metric starts, so put the profiler into the command of the application",
	}, hpctoolkitOptions{
		Output: "hpctoolkit-result", PostAnalysis: true,
		viewing: viewing{Mount: "/opt/share", Image: hpctoolkitImage},
	}, hpctoolkitOptions.profile)
}

const (
	hpctoolkitName  = "hpctoolkit"
	hpctoolkitImage = "ghcr.io/converged-computing/metric-hpctoolkit-view:ubuntu"
)

type hpctoolkitOptions struct {
	Events       string `option:"events" required:"true" help:"flags of hpcrun that say what to sample, for example -e REALTIME@10000"`
	Output       string `option:"output" required:"true" help:"directory of the measurements; that of the database ends in -database"`
	Prefix       string `option:"prefix" help:"launcher before hpcrun, for example an mpirun line"`
	PostAnalysis bool   `option:"postAnalysis" help:"make the database on every host afterwards"`
	viewing
}

func (o *hpctoolkitOptions) Validate(made plan.Plan, p *options.Problems) {
	o.check(hpctoolkitName, made, p)
	if o.Prefix == "" && o.startsRanks(made) {
		p.Warn("prefix", "hpcrun will sample mpirun, and not the program that mpirun starts: write mpirun here, and leave it out of the command or prefix of the metric")
	}
}

// profile puts the prefix before hpcrun, and hpcrun before the measured commands.
func (o hpctoolkitOptions) profile(made plan.Plan, _ int32) plan.Plan {
	made = o.bring(hpctoolkitName, made)
	if o.Privileged {
		isView := func(_ plan.Job, c plan.Container) bool { return c.Name == hpctoolkitName }
		made.Each(isView, func(container *plan.Container) {
			container.Env = container.Env.Flag("LATCHKEY_PERF_EVENTS", true)
		})
	}
	made.Each(o.fits, func(container *plan.Container) {
		container.Wrappers = append(container.Wrappers, plan.Wrapper{
			Prefix:  plan.Words(o.Prefix, plan.Quote(o.Mount+"/view/bin/hpcrun"), "-o", plan.Quote(o.Output), o.Events),
			Program: true,
		})
		if o.PostAnalysis {
			container.Post = append(container.Post, `. "$LATCHKEY_FILES/hpctoolkit.sh" `+plan.Quote(o.Output))
			addSource(container, "hpctoolkit.sh")
		}
	})
	return made
}

// Profile wraps the measured commands of a plan with HPCToolkit, as the addon perf-hpctoolkit does. It adds nothing to the
// metadata.
func Profile(made plan.Plan, events, mount, output, image string) plan.Plan {
	o := hpctoolkitOptions{
		Events: events, Output: output, PostAnalysis: true, viewing: viewing{Mount: mount, Image: image},
	}
	return o.profile(made, 0)
}
