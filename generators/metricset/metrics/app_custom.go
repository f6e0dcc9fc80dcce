package metrics

import (
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func appCustom() Metric {
	return define(About{
		Name:    "app-custom",
		Summary: "any image and command with a launcher and workers; the image needs bash, ssh and sshd",
		URL:     "https://converged-computing.github.io/metrics-operator",
		Family:  "proxyapp",
	}, customOptions{launching: launching{Wait: defaultWait}}, buildCustom)
}

type customOptions struct {
	Command     string `option:"command" required:"true" runs:"true" help:"full launch command, mpirun included"`
	Prefix      string `option:"prefix" meta:"-" help:"put before the command"`
	Workdir     string `option:"workdir" help:"working directory of launcher and workers"`
	SoleTenancy bool   `option:"soleTenancy" alias:"sole-tenancy" help:"ask for one pod per node"`
	launching
}

func (o *customOptions) Validate(p *options.Problems) { p.Directory("workdir") }

func (o *customOptions) wantsNodes() bool { return o.SoleTenancy }

func buildCustom(o customOptions, t Target) plan.Plan {
	launcher, worker := o.launchers(plan.Words(o.Prefix, o.Command), "", o.Workdir)
	return launched(t, "l", launcher, worker)
}
